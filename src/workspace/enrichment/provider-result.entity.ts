import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';
import type { ContactField, Outcome } from './enrichment.types.js';

/**
 * The answers of the providers about one field of one person. All teams share the row, even while the providers are
 * being asked.
 */
@Entity('enrichment_answers')
export class ProviderResult {
  @PrimaryColumn('text') personKey!: string;
  @PrimaryColumn('text') field!: ContactField;
  @Column('text') state!: LeaseState;

  /** Number of claims. Only the latest claim may write. */
  @Column('integer') attempts!: number;
  @Column('text', { nullable: true }) outcome!: Outcome | null;
  @Column('text', { nullable: true }) value!: string | null;
  @Column('text', { nullable: true }) source!: string | null;

  /** All identity keys of the person, so that a suppression added later still hides the value. */
  @Column('text', { array: true, default: () => "'{}'" }) identityKeys!: string[];
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
