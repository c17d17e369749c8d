import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CommitteeSeat } from './committee-seat.entity.js';
import type { ContactRecord } from './contact.record.js';

/** A person of a company with their permanent seat. */
export type Seat = Omit<ContactRecord, 'name_key' | 'profile_key' | 'email' | 'email_key' | 'phone' | 'source'> &
  Pick<CommitteeSeat, 'position'>;

/** A larger committee is not useful and would make every response large. */
const LARGEST_COMMITTEE = 100;

const NOT_SUPPRESSED = `NOT EXISTS (SELECT 1 FROM suppressions WHERE key IN (contact.profile_key, contact.email_key))`;

/** SQL of committees. */
@Injectable()
export class CommitteeQueries {
  constructor(private readonly database: Database) {}

  /**
   * The most senior hundred people of each company, in the order of their seats. A person who has left the company is
   * left out, and the seat stays empty.
   */
  async peopleOf(companyKeys: readonly string[]): Promise<Seat[]> {
    if (companyKeys.length === 0) return [];
    return this.database.query<Seat>(
      `SELECT person.* FROM unnest($1::text[]) AS wanted (company_key)
       CROSS JOIN LATERAL (
         SELECT seat.company_key, seat.position, contact.name, contact.title, contact.role, contact.department, contact.seniority,
                contact.company_name, contact.profile_url, contact.city, contact.country
         FROM committee_seats seat JOIN contacts contact ON contact.id = seat.contact_id
         WHERE seat.company_key = wanted.company_key AND contact.company_key = seat.company_key AND ${NOT_SUPPRESSED}
         ORDER BY array_position(ARRAY['decision_maker', 'champion', 'influencer', 'end_user'], contact.role), seat.position
         LIMIT ${LARGEST_COMMITTEE}
       ) person
       ORDER BY person.company_key, person.position`,
      [companyKeys],
    );
  }
}
