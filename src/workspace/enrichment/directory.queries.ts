import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ContactRecord } from './contact.record.js';

/** The contact data of one person in the directory. */
export type DirectoryEntry = Pick<ContactRecord, 'email' | 'email_key' | 'phone' | 'profile_url' | 'profile_key'>;

const ENTRY = 'email, email_key, phone, profile_url, profile_key';

/** SQL of the built-in directory. */
@Injectable()
export class DirectoryQueries {
  constructor(private readonly database: Database) {}

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
