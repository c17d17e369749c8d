import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { featureNotConfigured } from './encryption.failures.js';
import { KeyRing } from './key-ring.js';

/**
 * Encrypts columns at rest. Store the ciphertext in a `bytea` column whose name ends in `_encrypted`, in a table whose
 * primary key is one column: `secrets reencrypt` finds such columns by itself.
 */
@Injectable()
export class EncryptionService {
  private readonly ring: KeyRing;

  constructor(@Inject(ENV) env: Pick<Env, 'ENCRYPTION_KEYS'>) {
    this.ring = new KeyRing(env.ENCRYPTION_KEYS);
  }

  /** Whether the service has a key. Without one, `encrypt` and `decrypt` refuse. */
  get isConfigured(): boolean {
    return this.ring.ids.length > 0;
  }

  /** The id of the key that encrypts, which is a part of each ciphertext. @throws 403 `feature_not_configured` */
  get keyId(): string {
    const [id] = this.ring.ids;
    if (!id) throw featureNotConfigured({ variable: 'ENCRYPTION_KEYS' });
    return id;
  }

  /** @throws 403 `feature_not_configured` if the service has no key */
  demandKey(): void {
    void this.keyId;
  }

  /** The ciphertext for one row. `rowId` is the primary key as PostgreSQL writes it. @throws 403 `feature_not_configured` */
  encrypt(table: string, rowId: string, plaintext: string): Buffer {
    this.demandKey();
    return this.ring.encrypt(placeOf(table, rowId), plaintext);
  }

  /**
   * The plaintext of a row's ciphertext.
   * @throws 403 `feature_not_configured`, or UnreadableCiphertext if it was encrypted with another key or for another row
   */
  decrypt(table: string, rowId: string, ciphertext: Buffer): string {
    this.demandKey();
    return this.ring.decrypt(placeOf(table, rowId), ciphertext);
  }
}

const placeOf = (table: string, rowId: string): string => `${table} ${rowId}`;
