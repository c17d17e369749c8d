import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';

/** The credentials that a job can have. */
export const JOB_CREDENTIALS = ['key', 'oauth', 'session'] as const;

/** A list of paid calls of one credential, or of one person. */
@Entity('bulk_jobs')
export class BulkJob {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') action!: string;
  @Column('integer') maxCredits!: number;

  /** Never more than `maxCredits`, even for concurrent purchases. */
  @Column('integer', { default: 0 }) creditsCharged!: number;
  @Column('text', { default: 'key' }) credentialKind!: (typeof JOB_CREDENTIALS)[number];

  /** The id of the key, the connection or the person. */
  @Column('uuid') keyId!: string;

  /** The same for repetitions of the request that created the job. */
  @Column('text') idempotencyId!: string;
  @Column('text') requestId!: string;
  @Column('text', { default: 'queued' }) state!: LeaseState;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  /** No attempt begins before. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;
  @Column('timestamptz', { nullable: true }) canceledAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
