import { z } from 'zod';
import type { RowOf } from '#platform/database/column-names.js';
import { optionalText, requiredText } from '#platform/files/line.fields.js';
import type { ReadColumn, RecordLayout } from '#platform/files/record.layout.js';
import { committeeRoleOf } from './committee.role.js';
import type { Contact } from './contact.entity.js';
import { companyKeyOf, emailKeyOf, nameKeyOf, profileKeyOf } from '#market/writers/person.keys.js';

/** A contact as the directory stores it, without its id. */
export type ContactRecord = Omit<RowOf<Contact>, 'id' | 'created_at' | 'updated_at'>;

/** One line of a contacts file. */
const contactLine = z
  .object(
    {
      name: requiredText(200).refine((name) => nameKeyOf(name) !== null, 'must contain a name'),
      company: requiredText(200).refine((company) => companyKeyOf(company) !== null, 'must contain a company'),
      title: optionalText(300),
      department: optionalText(200),
      seniority: optionalText(100),
      profile_url: optionalText(1_000).refine(
        (url) => url === null || profileKeyOf(url) !== null,
        'must be a web address',
      ),
      city: optionalText(200),
      country: optionalText(200),
      email: optionalText(254).refine(
        (email) => email === null || emailKeyOf(email) !== null,
        'must be an email address',
      ),
      phone: optionalText(64),
      source: optionalText(100),
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

const FIELDS = Object.keys(contactLine.in.shape);

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  name: ['full name', 'contact', 'contact name', 'person'],
  company: ['company name', 'organization', 'account', 'account name', 'employer'],
  title: ['job title', 'position', 'role'],
  profile_url: ['linkedin', 'linkedin url', 'linkedin profile', 'person linkedin url', 'profile'],
  email: ['email address', 'work email', 'e-mail'],
  phone: ['phone number', 'mobile', 'mobile phone', 'work phone'],
};

/** Address books write a name in two columns. */
const fullName = (column: ReadColumn): string =>
  ['First Name', 'Last Name']
    .map(column)
    .filter((part) => typeof part === 'string')
    .join(' ');

/** The layout of a contacts file. */
export const contactLayout: RecordLayout<ContactRecord> = {
  schema: contactLine,
  fields: FIELDS,
  required: ['name', 'company'],
  presets: [
    {
      name: 'contacts with first and last names',
      columns: ['First Name', 'Last Name'],
      fields: {
        ...Object.fromEntries(FIELDS.map((field) => [field, [field, ...(ALIASES[field] ?? [])]])),
        name: fullName,
      },
    },
  ],
  aliases: ALIASES,
};

/** Merges a newer line into a stored contact. Values that the line leaves out are kept. */
export function mergeContacts(known: ContactRecord, newer: ContactRecord): ContactRecord {
  const said = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null));
  const merged: ContactRecord = { ...known, ...said };
  return { ...merged, role: committeeRoleOf(merged.title, merged.seniority, merged.department) };
}
