import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Any number that no other advisory lock uses. */
const ERASURE_LOCK = 5_318_010;

/** SQL of people who were erased. */
@Injectable()
export class ErasedPeopleQueries {
  constructor(private readonly database: Database) {}

  /** Waits for imports in progress, and makes others wait until the open transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [ERASURE_LOCK]);
  }

  /** Waits for an erasure in progress, and makes others wait until the open transaction ends. */
  async lockShared(): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock_shared($1)', [ERASURE_LOCK]);
  }

  /** Whether any person was erased. */
  async hasAny(): Promise<boolean> {
    return (await this.database.maybeOne('SELECT 1 FROM erased_people LIMIT 1')) !== null;
  }

  async insert(keys: readonly string[]): Promise<void> {
    await this.database.execute('INSERT INTO erased_people (key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      keys,
    ]);
  }

  /** The keys that are stored. */
  async findAmong(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ key: string }>('SELECT key FROM erased_people WHERE key = ANY($1)', [
      keys,
    ]);
    return new Set(rows.map(({ key }) => key));
  }
}
