import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { DataCopy } from './data-copy.entity.js';
import type { PersonalRows } from './personal.rows.js';

/** A copy without its content. `has_failed`: no attempt is left. */
export type DataCopyState = Pick<RowOf<DataCopy>, 'id' | 'requested_at' | 'finished_at'> & { has_failed: boolean };

/** A copy that somebody waits for. */
export interface WantedCopy {
  id: string;
  user_id: string;
  email: string;
}

/** A copy has no state of its own: it has ended when it has a file. */
const WORDS = { open: 'leased.finished_at IS NULL', queued: '', running: '', completed: 'finished_at = now()' };
/** The minutes from the beginning of each attempt to that of the next, and to the end of the last one. */
const PAUSES_MINUTES = [1, 5, 15, 60, 10];
const MAX_ATTEMPTS = PAUSES_MINUTES.length;
const BATCH = 1_000;

/** SQL of the copies of the rows about a person. */
@Injectable()
export class PersonalDataQueries {
  private readonly leases: LeasedRows<WantedCopy>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows(database, {
      name: 'data_copies',
      key: ['id'],
      paced: true,
      more: '(SELECT email FROM users WHERE users.id = leased.user_id) AS email',
      words: WORDS,
    });
  }

  find(userId: string): Promise<DataCopyState | null> {
    return this.database.maybeOne<DataCopyState>(
      `SELECT id, requested_at, finished_at,
              finished_at IS NULL AND attempts >= $2 AND next_attempt_at <= now() AS has_failed
       FROM data_copies WHERE user_id = $1`,
      [userId, MAX_ATTEMPTS],
    );
  }

  /**
   * Requests a copy, which replaces an earlier one. @returns false if a copy was requested in the last `minutes`
   */
  async request(userId: string, id: string, minutes: number): Promise<boolean> {
    const requested = await this.database.execute(
      `INSERT INTO data_copies (user_id, id) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE
       SET id = excluded.id, content = NULL, attempts = 0, requested_at = now(), next_attempt_at = now(), lease_until = NULL, finished_at = NULL
       WHERE data_copies.requested_at < now() - make_interval(mins => $3)`,
      [userId, id, minutes],
    );
    return requested === 1;
  }

  /** Claims the oldest request whose file is not made, unless it pauses. Null without one. */
  async claim(): Promise<Lease<WantedCopy> | null> {
    const seconds = `60 * (ARRAY[${PAUSES_MINUTES.join(', ')}])[leased.attempts + 1]`;
    const where = { sql: 'leased.attempts < $1', values: [MAX_ATTEMPTS] };
    const [lease = null] = await this.leases.claimDue({ limit: 1, seconds, where, order: 'requested_at' });
    return lease;
  }

  /** Ends an attempt without a file. The next one follows after the pause. */
  release(lease: Lease): Promise<boolean> {
    return this.leases.release(lease);
  }

  /** Stores the file. @returns false if the person has asked for another one since, or has no account any more */
  store(lease: Lease, content: Buffer): Promise<boolean> {
    return this.leases.complete(lease, { content });
  }

  /** The file of a person, while it may be downloaded. */
  async contentOf(userId: string, id: string, days: number): Promise<Buffer | null> {
    const row = await this.database.maybeOne<{ content: Buffer }>(
      `SELECT content FROM data_copies
       WHERE user_id = $1 AND id = $2 AND finished_at > now() - make_interval(days => $3)`,
      [userId, id, days],
    );
    return row?.content ?? null;
  }

  /**
   * Deletes copies that may no longer be downloaded, and requests whose attempts have all failed. @returns the number
   * of rows
   */
  purge(days: number): Promise<number> {
    return this.database.execute(
      'DELETE FROM data_copies WHERE coalesce(finished_at, requested_at) < now() - make_interval(days => $1)',
      [days],
    );
  }

  /** The rows of a table about a person, in batches. Expects an open transaction. */
  async *rowsOf(
    { table, where, omits = [] }: PersonalRows,
    person: { user_id: string; email: string },
  ): AsyncGenerator<object[]> {
    // A condition may use only the id, and a cursor needs the types of all parameters.
    const statement = `SELECT to_jsonb(personal) - '{${omits.join(',')}}'::text[] AS row FROM ${table} personal
      WHERE (${where}) AND $1::uuid IS NOT NULL AND $2::text IS NOT NULL`;
    const batches = this.database.batches<{ row: object }>(statement, [person.user_id, person.email], BATCH);
    for await (const rows of batches) yield rows.map(({ row }) => row);
    await this.database.execute('CLOSE batches');
  }
}
