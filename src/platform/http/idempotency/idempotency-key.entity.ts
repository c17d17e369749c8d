import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One write with an `Idempotency-Key`: running under a lease, or done with its response. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** SHA-256 of credential, method, path and key. */
  @PrimaryColumn('bytea') id!: Buffer;
  @Column('bytea') bodyHash!: Buffer;

  /** The request that may store the response. */
  @Column('uuid') owner!: string;
  @Column('text') state!: 'running' | 'done';
  @Column('integer', { default: 1 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('smallint', { nullable: true }) status!: number | null;

  /** `data` and `meta` of the response, as JSON. */
  @Column('text', { nullable: true }) body!: string | null;
  /** The same, encrypted, if it holds a secret. */
  @Column('bytea', { nullable: true }) bodyEncrypted!: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
