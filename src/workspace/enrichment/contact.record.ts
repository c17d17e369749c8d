import { z } from 'zod';
import { committeeRoleOf } from './committee.role.js';
import type { CommitteeRole } from './enrichment.types.js';
import { companyKeyOf, emailKeyOf, nameKeyOf, profileKeyOf } from './person.keys.js';

/** A contact as the directory stores it, but for its id. */
export interface ContactRecord {
  name: string;
  company_name: string;
  name_key: string;
  company_key: string;
  title: string | null;
  department: string | null;
  seniority: string | null;
  role: CommitteeRole;
  profile_url: string | null;
  profile_key: string | null;
  city: string | null;
  country: string | null;
  email: string | null;
  email_key: string | null;
  phone: string | null;
  source: string | null;
}

const text = (longest: number) =>
  z
    .string('must be text')
    .trim()
    .max(longest, `must be at most ${longest} characters`)
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character');
const optional = (longest: number) =>
  text(longest)
    .nullish()
    .transform((value) => value || null);

const line = z
  .object(
    {
      name: text(200).refine((name) => nameKeyOf(name) !== null, 'must hold a name'),
      company: text(200).refine((company) => companyKeyOf(company) !== null, 'must hold a company'),
      title: optional(300),
      department: optional(200),
      seniority: optional(100),
      profile_url: optional(1_000).refine((url) => url === null || profileKeyOf(url) !== null, 'must be a web address'),
      city: optional(200),
      country: optional(200),
      email: optional(254).refine((email) => email === null || emailKeyOf(email) !== null, 'must be an e-mail address'),
      phone: optional(64),
      source: optional(100),
    },
    'must be a JSON object',
  )
  .transform(({ company, ...contact }): ContactRecord => ({
    ...contact,
    company_name: company,
    name_key: nameKeyOf(contact.name) ?? '',
    company_key: companyKeyOf(company) ?? '',
    role: committeeRoleOf(contact.title, contact.seniority, contact.department),
    profile_key: profileKeyOf(contact.profile_url),
    email_key: emailKeyOf(contact.email),
  }));

/** Reads one line of a contacts file. @returns the record, or why the line is rejected. */
export function readContact(value: unknown): { record: ContactRecord } | { reason: string } {
  const result = line.safeParse(value);
  if (result.success) return { record: result.data };
  return { reason: result.error.issues.map((issue) => [...issue.path, issue.message].join(' ')).join('; ') };
}

/** What is known of a person after a newer line about them: what the line leaves out stays. */
export function mergeContacts(known: ContactRecord, newer: ContactRecord): ContactRecord {
  const said = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null));
  const merged: ContactRecord = { ...known, ...said };
  return { ...merged, role: committeeRoleOf(merged.title, merged.seniority, merged.department) };
}
