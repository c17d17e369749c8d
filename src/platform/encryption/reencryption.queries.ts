import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { CHECK_PREFIX } from './key-checks.queries.js';

/** A column of ciphertexts, and the primary key of its table. */
export interface EncryptedColumn {
  table: string;
  column: string;
  key: string;
}

interface EncryptedRow {
  id: string;
  ciphertext: Buffer;
}

@Injectable()
export class ReencryptionQueries {
  constructor(private readonly database: Database) {}

  /** Every `bytea` column whose name ends in `_encrypted`, in order of table and column. */
  findColumns(): Promise<EncryptedColumn[]> {
    return this.database.query<EncryptedColumn>(
      `SELECT quote_ident(class.relname) AS "table", quote_ident(sealed.attname) AS "column", quote_ident(id.attname) AS key
       FROM pg_class class
       JOIN pg_attribute sealed ON sealed.attrelid = class.oid AND sealed.atttypid = 'bytea'::regtype
       JOIN pg_index pk ON pk.indrelid = class.oid AND pk.indisprimary
       JOIN pg_attribute id ON id.attrelid = class.oid AND id.attnum = pk.indkey[0]
       WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r'
         AND sealed.attname LIKE '%\\_encrypted' AND NOT sealed.attisdropped
       ORDER BY 1, 2`,
    );
  }

  /** Rows that another key has encrypted, locked for the open transaction. */
  lockRowsOfOtherKeys({ table, column, key }: EncryptedColumn, keyId: string, limit: number): Promise<EncryptedRow[]> {
    return this.database.query<EncryptedRow>(
      `SELECT ${key}::text AS id, ${column} AS ciphertext FROM ${table}
       WHERE ${column} IS NOT NULL AND substring(${column} FROM 2 FOR 4) <> decode($1, 'hex')
       ORDER BY ${key} LIMIT $2 FOR UPDATE`,
      [keyId, limit],
    );
  }

  async replace({ table, column, key }: EncryptedColumn, id: string, ciphertext: Buffer): Promise<void> {
    await this.database.execute(`UPDATE ${table} SET ${column} = $1 WHERE ${key}::text = $2`, [ciphertext, id]);
  }

  /** Removes the check values of all keys but one. */
  async deleteOtherChecks(keyId: string): Promise<void> {
    await this.database.execute('DELETE FROM secrets WHERE starts_with(name, $1) AND name <> $2', [
      CHECK_PREFIX,
      `${CHECK_PREFIX}${keyId}`,
    ]);
  }
}
