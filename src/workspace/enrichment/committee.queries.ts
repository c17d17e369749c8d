import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CommitteeSeat } from './committee-seat.entity.js';
import type { ContactRecord } from './contact.record.js';
import { domainKeysIn, mayBeShown } from './suppression.condition.js';

/** A person of a company with their permanent seat. */
export type Seat = Omit<ContactRecord, 'name_key' | 'profile_key' | 'email' | 'email_key' | 'phone' | 'source'> &
  Pick<CommitteeSeat, 'position'>;

/** A larger committee is not useful and would make every response large. */
const MAX_COMMITTEE_SIZE = 100;

const SEAT = `seat.company_key, seat.position, contact.name, contact.title, contact.role, contact.department, contact.seniority,
  contact.company_name, contact.profile_url, contact.city, contact.country`;

const KEYS = `(ARRAY[contact.profile_key, contact.email_key] || ${domainKeysIn('contact.email_key')})`;

/** SQL of committees. */
@Injectable()
export class CommitteeQueries {
  constructor(private readonly database: Database) {}

  /**
   * The hundred most senior people of each company that the team may see, in the order of their seats. A person who has
   * left the company is left out, and the seat stays empty.
   */
  async peopleOf(teamId: string, companyKeys: readonly string[]): Promise<Seat[]> {
    if (companyKeys.length === 0) return [];
    return this.database.query<Seat>(
      `SELECT person.* FROM unnest($1::text[]) AS wanted (company_key)
       CROSS JOIN LATERAL (
         SELECT ${SEAT}
         FROM committee_seats seat JOIN contacts contact ON contact.id = seat.contact_id
         WHERE seat.company_key = wanted.company_key AND contact.company_key = seat.company_key AND ${mayBeShown(KEYS, '$2')}
         ORDER BY array_position(ARRAY['decision_maker', 'champion', 'influencer', 'end_user'], contact.role), seat.position
         LIMIT ${MAX_COMMITTEE_SIZE}
       ) person
       ORDER BY person.company_key, person.position`,
      [companyKeys, teamId],
    );
  }

  /** The person with this seat, if the team has them on its own list. */
  findListed(teamId: string, companyKey: string, position: number): Promise<Seat | null> {
    return this.database.maybeOne<Seat>(
      `SELECT ${SEAT} FROM committee_seats seat JOIN contacts contact ON contact.id = seat.contact_id
       WHERE seat.company_key = $1 AND seat.position = $2 AND contact.company_key = seat.company_key
         AND EXISTS (SELECT FROM team_suppressions listed WHERE listed.team_id = $3 AND listed.key = ANY(${KEYS}))`,
      [companyKey, position, teamId],
    );
  }
}
