import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from '#workspace/enrichment/enrichment.types.js';
import type { UnlockField, UnlockTarget } from './unlock.types.js';

/** What one team knows through an unlock: one row for each item, with the outcome of its last look-up. */
@Entity('unlocks')
export class Unlock {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  teamId!: string;

  @Column('uuid')
  opportunityId!: string;

  @Column('text')
  target!: UnlockTarget;

  /** The member's index; null unless a member's own contact is meant. */
  @Column('integer', { nullable: true })
  targetId!: number | null;

  @Column('text')
  field!: UnlockField;

  @Column('text')
  outcome!: Outcome;

  @Column('text', { nullable: true })
  value!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('boolean', { default: false })
  fromCache!: boolean;

  /** Whose people a committee unlock reveals. */
  @Column('text', { nullable: true })
  companyKey!: string | null;

  /** Everything the person is known by, so that a suppression added later still hides the value. */
  @Column('text', { array: true, default: () => "'{}'" })
  identityKeys!: string[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  finishedAt!: Date;
}
