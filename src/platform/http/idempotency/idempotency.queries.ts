import { Inject, Injectable } from '@nestjs/common';
import { v4 as uuidv4 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import type { IdempotencyKey } from './idempotency-key.entity.js';

/** A stored key. `status` and `body` are null while the first request runs. */
export type StoredKey = Pick<RowOf<IdempotencyKey>, 'body_hash' | 'status' | 'body'> & { is_expired: boolean };

/** A response to keep. */
export interface KeptResponse {
  status: number;
  body: string;
  /** Whether the body holds a secret. */
  isSecret: boolean;
}

const TABLE = 'idempotency_keys';
/** A key is deleted, and does not fail. */
const WORDS = { running: `state = 'running'`, completed: `state = 'done'` };
const IS_EXPIRED = 'created_at < now() - make_interval(hours => $2)';

/** The primary key as PostgreSQL writes it. */
const rowIdOf = (id: Buffer): string => `\\x${id.toString('hex')}`;

/** SQL of idempotency keys. */
@Injectable()
export class IdempotencyStore {
  private readonly claims: LeasedRows;
  /** A deleted key may be inserted again, so attempts alone do not tell its requests apart. */
  private readonly leases: LeasedRows;

  constructor(
    private readonly database: Database,
    private readonly encryption: EncryptionService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.claims = new LeasedRows(database, { name: TABLE, key: ['id'], words: WORDS });
    this.leases = new LeasedRows(database, { name: TABLE, key: ['id', 'owner'], words: WORDS });
  }

  /** Claims a key that is new, or whose request died with the same body. Null if another request runs under it or has ended. */
  async claim(id: Buffer, bodyHash: Buffer): Promise<Lease | null> {
    const owner = uuidv4();
    const onlyWhen = 'leased.body_hash = excluded.body_hash';
    const lease = await this.claims.claimOrInsert([id], { set: { body_hash: bodyHash, owner }, onlyWhen });
    return lease && { ...lease, key: [id, owner] };
  }

  async find(id: Buffer): Promise<StoredKey | null> {
    const row = await this.database.maybeOne<StoredKey & Pick<RowOf<IdempotencyKey>, 'body_encrypted'>>(
      `SELECT body_hash, status, body, body_encrypted, ${IS_EXPIRED} AS is_expired FROM idempotency_keys WHERE id = $1`,
      [id, this.env.IDEMPOTENCY_HOURS],
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

  renew(lease: Lease): Promise<boolean> {
    return this.leases.renew(lease);
  }

  /** Stores the response, encrypted if it holds a secret. @returns false if another request has claimed the key */
  async keep(lease: Lease, { status, body, isSecret }: KeptResponse): Promise<boolean> {
    const [id] = lease.key as [Buffer, string];
    const body_encrypted = isSecret ? this.encryption.encrypt(TABLE, rowIdOf(id), body) : null;
    return this.leases.complete(lease, { status, body: isSecret ? null : body, body_encrypted });
  }

  /** Deletes the key of a request whose response must not be repeated. */
  async forget({ key }: Lease): Promise<void> {
    const sql = `DELETE FROM idempotency_keys WHERE id = $1 AND owner = $2 AND state = 'running'`;
    await this.database.execute(sql, [...key]);
  }

  async forgetExpired(id: Buffer): Promise<void> {
    await this.database.execute(`DELETE FROM idempotency_keys WHERE id = $1 AND ${IS_EXPIRED}`, [
      id,
      this.env.IDEMPOTENCY_HOURS,
    ]);
  }

  /**
   * Deletes the keys whose response contains one of these JSON fragments, and such answers to the items of bulk jobs: the command line erases
   * without their module. With a team, only the answers to the jobs of the team. A key does not know its team.
   */
  async deleteContaining(pieces: readonly string[], teamId: string | null): Promise<void> {
    const containing = (column: string): string =>
      `EXISTS (SELECT FROM unnest($1::text[]) piece WHERE strpos(${column}, piece) > 0)`;
    await this.database.execute(`DELETE FROM idempotency_keys WHERE state = 'done' AND ${containing('body')}`, [
      pieces,
    ]);
    await this.database.execute(
      `UPDATE bulk_items SET answer = NULL WHERE http_status = 200 AND ${containing('answer::text')}
         AND ($2::uuid IS NULL OR job_id IN (SELECT id FROM bulk_jobs WHERE team_id = $2))`,
      [pieces, teamId],
    );
  }

  /** Deletes expired keys. @returns the number of keys. */
  @OnDue({ name: 'purge-idempotency-keys', everySeconds: 600 })
  purge(): Promise<number> {
    return this.database.deleteInBatches(
      'idempotency_keys',
      `created_at < now() - make_interval(hours => $1) AND (lease_until < now() OR state = 'done')`,
      [this.env.IDEMPOTENCY_HOURS],
    );
  }
}
