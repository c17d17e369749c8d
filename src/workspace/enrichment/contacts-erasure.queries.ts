import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { StoredContact } from './contacts.queries.js';

/** A contact as an operator sees it before the person is erased. */
export type ErasedContact = Pick<
  StoredContact,
  'id' | 'name' | 'title' | 'company_name' | 'email' | 'phone' | 'profile_url' | 'source'
>;

/** SQL of the erasure of contacts. */
@Injectable()
export class ContactsErasureQueries {
  constructor(private readonly database: Database) {}

  find(keys: readonly string[]): Promise<ErasedContact[]> {
    return this.database.query<ErasedContact>(
      `SELECT id, name, title, company_name, email, phone, profile_url, source FROM contacts
       WHERE email_key = ANY($1) OR profile_key = ANY($1) ORDER BY id`,
      [keys],
    );
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.database.execute('UPDATE committee_seats SET contact_id = NULL WHERE contact_id = ANY($1)', [ids]);
    await this.database.execute('DELETE FROM contacts WHERE id = ANY($1)', [ids]);
  }
}
