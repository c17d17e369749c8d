import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ContactRecord } from './contact.record.js';

/** The contact data of one person in the directory. */
export type DirectoryEntry = Pick<ContactRecord, 'email' | 'email_key' | 'phone' | 'profile_url' | 'profile_key'>;

/** The normalized forms by which people are compared. Null for what is not known. */
export interface PersonKeys {
  profile: string | null;
  name: string | null;
  company: string | null;
}

/** SQL of the site of a profile. */
const siteOf = (profileKey: string): string => `split_part(${profileKey}, '/', 1)`;

const ENTRY = 'email, email_key, phone, profile_url, profile_key';

/** SQL of the built-in directory. */
@Injectable()
export class DirectoryQueries {
  constructor(private readonly database: Database) {}

  /**
   * The places of the people whom the directory has, by a profile or as the only person of a name at a company, unless that one has
   * another profile on the same site.
   */
  async findPlaces(people: readonly PersonKeys[]): Promise<number[]> {
    const rows = await this.database.query<{ place: number }>(
      `SELECT place FROM jsonb_to_recordset($1) AS person (place integer, profile text, name text, company text)
       WHERE EXISTS (SELECT FROM contacts WHERE profile_key = person.profile)
          OR (SELECT count(*) = 1 AND bool_and(${siteOf('profile_key')} = ${siteOf('person.profile')}) IS NOT TRUE
              FROM contacts WHERE name_key = person.name AND company_key = person.company)`,
      [JSON.stringify(people.map((keys, place) => ({ place, ...keys })))],
    );
    return rows.map(({ place }) => place);
  }

  findByProfile(profileKey: string): Promise<DirectoryEntry | null> {
    return this.database.prepared.maybeOne<DirectoryEntry>(`SELECT ${ENTRY} FROM contacts WHERE profile_key = $1`, [
      profileKey,
    ]);
  }

  /**
   * The person of that name at that company. Null when there are several, because a guess could reveal the wrong
   * person.
   */
  async findByName(nameKey: string, companyKey: string): Promise<DirectoryEntry | null> {
    const namesakes = await this.database.prepared.query<DirectoryEntry>(
      `SELECT ${ENTRY} FROM contacts WHERE name_key = $1 AND company_key = $2 LIMIT 2`,
      [nameKey, companyKey],
    );
    return namesakes.length === 1 ? (namesakes[0] ?? null) : null;
  }
}
