import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';

/** One run of a paid action, from its charge to its end. */
@Entity('runs')
export class Run {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  /** What is bought: no two runs of one item are open at the same time. */
  @Column('text')
  item!: string;

  /** The team that bought it; null for an operator's free run. */
  @Column('uuid', { nullable: true })
  teamId!: string | null;

  @Column('uuid', { nullable: true })
  purchaseId!: string | null;

  /** The same whenever the same request is sent again. */
  @Column('text', { nullable: true })
  idempotencyId!: string | null;

  @Column('jsonb')
  input!: object;

  @Column('text', { default: 'queued' })
  state!: LeaseState;

  /** Percent. */
  @Column('integer', { default: 0 })
  progress!: number;

  /** How many items the work reads, where the kind has such a number. */
  @Column('integer', { nullable: true })
  itemsTotal!: number | null;

  /** Counts claims; the number of the latest claim is a worker's right to write. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  /** How often the run was put into its queue again. */
  @Column('integer', { default: 0 })
  requeues!: number;

  @Column('timestamptz', { default: () => 'now()' })
  enqueuedAt!: Date;

  /** When a paid run is given up; a free one waits as long as it takes. */
  @Column('timestamptz', { nullable: true })
  deadlineAt!: Date | null;

  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
