import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** The tables whose rows know the import that inserted them. */
export type ImportedTable = 'products' | 'reviews' | 'posts';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** SQL of the rows that imports inserted. */
@Injectable()
export class ImportedRowsQueries {
  constructor(private readonly database: Database) {}

  /** The next ids of the rows that an import inserted, in order. */
  async idsAfter(table: ImportedTable, importId: number, afterId: string | null, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE inserted_by = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [importId, afterId ?? FIRST, limit],
    );
    return rows.map(({ id }) => id);
  }

  async lock(table: ImportedTable, ids: readonly string[]): Promise<void> {
    await this.database.query(`SELECT FROM ${table} WHERE id = ANY($1) ORDER BY id FOR UPDATE`, [ids]);
  }

  /** @returns the number of rows */
  delete(table: ImportedTable, ids: readonly string[]): Promise<number> {
    return this.database.execute(`DELETE FROM ${table} WHERE id = ANY($1)`, [ids]);
  }
}
