import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import type { IdempotencyKey } from './idempotency-key.entity.js';

/** A stored key. `status` and `body` are null while the first request runs. */
export type StoredKey = Pick<RowOf<IdempotencyKey>, 'body_hash' | 'status' | 'body'>;

/** A response to keep. */
export interface KeptResponse {
  status: number;
  body: string;
  /** Whether the body holds a secret. */
  isSecret: boolean;
}

const TABLE = 'idempotency_keys';

/** The primary key as PostgreSQL writes it. */
const rowIdOf = (id: Buffer): string => `\\x${id.toString('hex')}`;

/** SQL of idempotency keys. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly encryption: EncryptionService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Claims a key that is new or expired (`new`), or whose request died: the lease has expired and the body is the same
   * (`abandoned`). A key is `taken` if another request is running under it or has stored its response.
   */
  async claim(id: Buffer, bodyHash: Buffer, owner: string): Promise<'new' | 'abandoned' | 'taken'> {
    const claimed = await this.database.maybeOne<{ is_repeat: boolean }>(
      `INSERT INTO idempotency_keys AS known (id, body_hash, owner, state, lease_until)
       VALUES ($1, $2, $3, 'running', now() + make_interval(secs => $4))
       ON CONFLICT (id) DO UPDATE SET body_hash = $2, owner = $3, state = 'running', lease_until = excluded.lease_until,
         status = NULL, body = NULL, body_encrypted = NULL,
         created_at = CASE WHEN known.created_at < now() - make_interval(hours => $5) THEN now() ELSE known.created_at END
       WHERE known.created_at < now() - make_interval(hours => $5)
          OR (known.state = 'running' AND known.lease_until < now() AND known.body_hash = $2)
       RETURNING created_at < now() AS is_repeat`,
      [id, bodyHash, owner, LEASE_SECONDS, this.env.IDEMPOTENCY_HOURS],
    );
    if (!claimed) return 'taken';
    return claimed.is_repeat ? 'abandoned' : 'new';
  }

  async find(id: Buffer): Promise<StoredKey | null> {
    const row = await this.database.maybeOne<StoredKey & Pick<RowOf<IdempotencyKey>, 'body_encrypted'>>(
      'SELECT body_hash, status, body, body_encrypted FROM idempotency_keys WHERE id = $1',
      [id],
    );
    if (!row?.body_encrypted) return row;
    return { ...row, body: this.encryption.decrypt(TABLE, rowIdOf(id), row.body_encrypted) };
  }

  /** True while a request with the key holds its lease. */
  async isRunning(id: Buffer): Promise<boolean> {
    const row = await this.database.maybeOne(
      `SELECT 1 FROM idempotency_keys WHERE id = $1 AND state = 'running' AND lease_until >= now()`,
      [id],
    );
    return row !== null;
  }

  async renew(id: Buffer, owner: string): Promise<void> {
    await this.database.execute(
      `UPDATE idempotency_keys SET lease_until = now() + make_interval(secs => $3) WHERE id = $1 AND owner = $2 AND state = 'running'`,
      [id, owner, LEASE_SECONDS],
    );
  }

  /** Stores the response, encrypted if it holds a secret, unless another request has claimed the key. */
  async keep(id: Buffer, owner: string, { status, body, isSecret }: KeptResponse): Promise<void> {
    const encrypted = isSecret ? this.encryption.encrypt(TABLE, rowIdOf(id), body) : null;
    await this.database.execute(
      `UPDATE idempotency_keys SET state = 'done', status = $3, body = $4, body_encrypted = $5
       WHERE id = $1 AND owner = $2 AND state = 'running'`,
      [id, owner, status, isSecret ? null : body, encrypted],
    );
  }

  /** Deletes the key of a request whose response must not be repeated. */
  async release(id: Buffer, owner: string): Promise<void> {
    await this.database.execute(`DELETE FROM idempotency_keys WHERE id = $1 AND owner = $2 AND state = 'running'`, [
      id,
      owner,
    ]);
  }

  /** Deletes the keys whose response contains one of these JSON fragments. */
  async deleteContaining(pieces: readonly string[]): Promise<void> {
    await this.database.execute(
      `DELETE FROM idempotency_keys
       WHERE state = 'done' AND EXISTS (SELECT FROM unnest($1::text[]) piece WHERE strpos(body, piece) > 0)`,
      [pieces],
    );
  }

  /** Deletes expired keys. @returns the number of keys. */
  @Periodic({ name: 'purge-idempotency-keys', everySeconds: 600 })
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1) AND lease_until < now()`,
      [this.env.IDEMPOTENCY_HOURS],
    );
  }
}
