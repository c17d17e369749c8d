import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';
import type { LeaseState } from '#platform/database/lease.js';
import type { SubjectKind } from './billing.provider.js';

/** An event of the billing provider. It says only which subscription or payment a worker has to look at. */
@Entity('billing_events')
export class BillingEvent extends OptionalTexts('subjectId', 'outcome', 'failure') {
  /** The id at the provider. */
  @PrimaryColumn('text') id!: string;
  @Column('text') type!: string;
  @Column('text', { nullable: true }) subjectKind!: SubjectKind | null;
  @Column('text', { default: 'queued' }) state!: LeaseState;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) receivedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
