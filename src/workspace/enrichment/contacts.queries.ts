import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ContactRecord } from './contact.record.js';

/** A contact with its id in the directory. */
export type StoredContact = ContactRecord & { id: string };

/**
 * Key of the advisory lock (any number) that runs imports one at a time, so that seats are numbered without gaps or
 * conflicts.
 */
const IMPORT_LOCK = 5_318_008;

const COLUMNS: (keyof StoredContact)[] = [
  'id',
  'name',
  'company_name',
  'name_key',
  'company_key',
  'title',
  'department',
  'seniority',
  'role',
  'profile_url',
  'profile_key',
  'city',
  'country',
  'email',
  'email_key',
  'phone',
  'source',
];
const NAMES = COLUMNS.join(', ');

/** SQL of the import of contacts. Every method expects an open transaction. */
@Injectable()
export class ContactsQueries {
  constructor(private readonly database: Database) {}

  async lockImports(): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  }

  /** All contacts that one of these records may be about. */
  findSimilar(records: readonly ContactRecord[]): Promise<StoredContact[]> {
    return this.database.query<StoredContact>(
      `SELECT ${NAMES} FROM contacts WHERE profile_key = ANY($1)
       UNION
       SELECT ${NAMES} FROM contacts
       WHERE (name_key, company_key) IN (SELECT * FROM unnest($2::text[], $3::text[]))
       ORDER BY id`,
      [
        records.flatMap((record) => record.profile_key ?? []),
        records.map((record) => record.name_key),
        records.map((record) => record.company_key),
      ],
    );
  }

  async save(contacts: readonly StoredContact[]): Promise<void> {
    const updates = COLUMNS.slice(1).map((column) => `${column} = excluded.${column}`);
    await this.database.execute(
      `INSERT INTO contacts (${NAMES})
       SELECT ${NAMES} FROM jsonb_to_recordset($1::jsonb) AS contact (id uuid, ${COLUMNS.slice(1).join(' text, ')} text)
       ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}, updated_at = now()`,
      [JSON.stringify(contacts)],
    );
  }

  /** Gives each contact without a seat at their company the next free seat, in this order. */
  async assignSeats(contacts: readonly StoredContact[]): Promise<void> {
    await this.database.execute(
      `INSERT INTO committee_seats (company_key, position, contact_id)
       SELECT newcomer.company_key, newcomer.place + coalesce(taken.last + 1, 0), newcomer.id
       FROM (
         SELECT id, company_key, row_number() OVER (PARTITION BY company_key ORDER BY arrival) - 1 AS place
         FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS contact (id, company_key, arrival)
         WHERE NOT EXISTS (
           SELECT 1 FROM committee_seats seat WHERE seat.contact_id = contact.id AND seat.company_key = contact.company_key)
       ) newcomer
       CROSS JOIN LATERAL (
         SELECT max(position) AS last FROM committee_seats WHERE company_key = newcomer.company_key
       ) taken`,
      [contacts.map(({ id }) => id), contacts.map((contact) => contact.company_key)],
    );
  }
}
