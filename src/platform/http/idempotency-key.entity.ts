import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One write that came with an `Idempotency-Key`: under way with a lease, or done with its answer. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** SHA-256 of credential, method, path and key. */
  @PrimaryColumn('bytea')
  id!: Buffer;

  @Column('bytea')
  bodyHash!: Buffer;

  /** The run that may store the answer. */
  @Column('uuid')
  owner!: string;

  @Column('text')
  state!: 'running' | 'done';

  @Column('timestamptz')
  leaseUntil!: Date;

  @Column('smallint', { nullable: true })
  status!: number | null;

  /** The `data` and `meta` that were answered, as JSON. */
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
