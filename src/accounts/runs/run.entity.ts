import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';
import type { RunFailureReason } from './run-failure.js';

/** One execution of a paid action, from its charge to its end. */
@Entity('runs')
export class Run {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: string;

  /** The key of the item that is bought. At most one run of an item is open. */
  @Column('text') item!: string;

  /** The team that requested the run. Null for a free run that an operator started. */
  @Column('uuid', { nullable: true }) teamId!: string | null;
  @Column('uuid', { nullable: true }) purchaseId!: string | null;

  /** Identifies a request and its repetitions. */
  @Column('text', { nullable: true }) idempotencyId!: string | null;
  @Column('jsonb') input!: object;
  @Column('text', { default: 'queued' }) state!: LeaseState;

  /** Percent. */
  @Column('integer', { default: 0 }) progress!: number;

  /** The number of items that the work reads, for kinds that report one. */
  @Column('integer', { nullable: true }) itemsTotal!: number | null;

  /** What the attempt has found so far, for kinds that report it. Null when the run waits or has ended. */
  @Column('jsonb', { nullable: true }) soFar!: object | null;

  /** Number of claims. Only the worker with the latest claim may write. */
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** The number of times that the run was enqueued again. */
  @Column('integer', { default: 0 }) requeues!: number;
  @Column('timestamptz', { default: () => 'now()' }) enqueuedAt!: Date;

  /** When a paid run fails if it has not ended. Null for a free run. */
  @Column('timestamptz', { nullable: true }) deadlineAt!: Date | null;

  /** Why the run failed, for operators. */
  @Column('text', { nullable: true }) failure!: string | null;

  /** Why the run failed, for customers. */
  @Column('text', { nullable: true }) failureReason!: RunFailureReason | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
