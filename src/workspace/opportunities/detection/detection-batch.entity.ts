import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';

/** Texts that one detection job reads together. */
@Entity('detection_batches')
export class DetectionBatch {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: 'reviews' | 'posts';
  @Column('uuid', { array: true }) textIds!: string[];
  @Column('text', { default: 'queued' }) state!: LeaseState;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  /** No attempt begins before. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** Only earlier releases write `enqueued_at` and `requeues`. */
  @Column('timestamptz', { default: () => 'now()' }) enqueuedAt!: Date;
  @Column('integer', { default: 0 }) requeues!: number;

  /** Number of new opportunities. */
  @Column('integer', { nullable: true }) found!: number | null;
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
