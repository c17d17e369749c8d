import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { TextKey } from './written-texts.types.js';

/** SQL of texts that were erased. */
@Injectable()
export class ErasedTextsQueries {
  constructor(private readonly database: Database) {}

  /** Whether any text was erased. */
  async hasAny(): Promise<boolean> {
    return (await this.database.maybeOne('SELECT 1 FROM erased_texts LIMIT 1')) !== null;
  }

  /** The texts among these that were erased. */
  findAmong(kind: string, texts: readonly TextKey[]): Promise<TextKey[]> {
    return this.database.query<TextKey>(
      `SELECT place, external_id FROM erased_texts
       WHERE kind = $1 AND (place, external_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [kind, texts.map(({ place }) => place), texts.map(({ external_id }) => external_id)],
    );
  }

  async insert(kind: string, texts: readonly TextKey[], why: string): Promise<void> {
    await this.database.execute(
      `INSERT INTO erased_texts (kind, place, external_id, why)
       SELECT $1, place, external_id, $4 FROM unnest($2::text[], $3::text[]) AS text (place, external_id)
       ON CONFLICT DO NOTHING`,
      [kind, texts.map(({ place }) => place), texts.map(({ external_id }) => external_id), why],
    );
  }
}
