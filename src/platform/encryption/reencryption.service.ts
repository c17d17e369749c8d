import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { EncryptionService } from './encryption.service.js';
import { type EncryptedColumn, ReencryptionQueries } from './reencryption.queries.js';

const BATCH = 200;

/** Moves all ciphertexts to the first key, so that an older key can be removed from `ENCRYPTION_KEYS`. */
@Injectable()
export class ReencryptionService {
  constructor(
    private readonly database: Database,
    private readonly queries: ReencryptionQueries,
    private readonly encryption: EncryptionService,
  ) {}

  /**
   * Encrypts the ciphertexts of other keys again, in batches, each in its own transaction. May be repeated.
   * @returns the number of changed ciphertexts by table
   * @throws 403 `feature_not_configured`, or UnreadableCiphertext if a key is missing
   */
  async run(): Promise<Record<string, number>> {
    const changed: Record<string, number> = {};
    for (const column of await this.queries.findColumns()) {
      changed[column.table] = (changed[column.table] ?? 0) + (await this.reencrypt(column));
    }
    await this.queries.deleteOtherChecks(this.encryption.keyId);
    return changed;
  }

  private async reencrypt(column: EncryptedColumn): Promise<number> {
    let changed = 0;
    for (let found = BATCH; found === BATCH; changed += found) {
      found = await this.database.transaction(() => this.reencryptBatch(column));
    }
    return changed;
  }

  private async reencryptBatch(column: EncryptedColumn): Promise<number> {
    const rows = await this.queries.lockRowsOfOtherKeys(column, this.encryption.keyId, BATCH);
    for (const { id, ciphertext } of rows) {
      const plaintext = this.encryption.decrypt(column.table, id, ciphertext);
      await this.queries.replace(column, id, this.encryption.encrypt(column.table, id, plaintext));
    }
    return rows.length;
  }
}
