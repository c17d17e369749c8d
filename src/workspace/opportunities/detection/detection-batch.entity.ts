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

  /** Only processes of release 1.0.0 write it. */
  @Column('timestamptz', { default: () => 'now()' }) enqueuedAt!: Date;

  /** Number of new opportunities. */
  @Column('integer', { nullable: true }) found!: number | null;
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
