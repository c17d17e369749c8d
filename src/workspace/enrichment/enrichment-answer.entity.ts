import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ContactField, Outcome } from './enrichment.types.js';

export type AnswerState = 'asking' | 'answered' | 'failed';

/** What the providers said about one field of one person; while they are being asked it is everybody's one flight. */
@Entity('enrichment_answers')
export class EnrichmentAnswer {
  @PrimaryColumn('text', { name: 'person_key' })
  personKey!: string;

  @PrimaryColumn('text')
  field!: ContactField;

  @Column('uuid')
  flight!: string;

  @Column('text')
  state!: AnswerState;

  @Column('text', { nullable: true })
  outcome!: Outcome | null;

  @Column('text', { nullable: true })
  value!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  /** Everything the person is known by, so that a suppression added later still catches the answer. */
  @Column('text', { name: 'identity_keys', array: true, default: () => "'{}'" })
  identityKeys!: string[];

  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;

  @Column('timestamptz', { name: 'answered_at', nullable: true })
  answeredAt!: Date | null;
}
