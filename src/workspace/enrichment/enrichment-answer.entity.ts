import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';
import type { ContactField, Outcome } from './enrichment.types.js';

/** What the providers said about one field of one person; while they are being asked, all teams share the one row. */
@Entity('enrichment_answers')
export class EnrichmentAnswer {
  @PrimaryColumn('text')
  personKey!: string;

  @PrimaryColumn('text')
  field!: ContactField;

  @Column('text')
  state!: LeaseState;

  /** Counts claims; only the latest may write. */
  @Column('integer')
  attempts!: number;

  @Column('text', { nullable: true })
  outcome!: Outcome | null;

  @Column('text', { nullable: true })
  value!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  /** Everything the person is known by, so that a suppression added later still catches the answer. */
  @Column('text', { array: true, default: () => "'{}'" })
  identityKeys!: string[];

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
