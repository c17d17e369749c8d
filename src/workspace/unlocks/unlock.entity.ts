import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from '#workspace/enrichment/enrichment.types.js';
import type { UnlockField, UnlockTarget } from './unlock.types.js';

/** An unlock of one team: one row for each item, with the outcome of its last look-up. */
@Entity('unlocks')
export class Unlock {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') opportunityId!: string;
  @Column('text') target!: UnlockTarget;

  /** The index of the committee member whose contact is unlocked. Null for every other unlock. */
  @Column('integer', { nullable: true }) targetId!: number | null;
  @Column('text') field!: UnlockField;
  @Column('text') outcome!: Outcome;
  @Column('text', { nullable: true }) value!: string | null;
  @Column('text', { nullable: true }) source!: string | null;
  @Column('boolean', { default: false }) fromCache!: boolean;

  /** The company whose people a committee unlock reveals. */
  @Column('text', { nullable: true }) companyKey!: string | null;

  /** All identity keys of the person, so that a suppression added later still hides the value. */
  @Column('text', { array: true, default: () => "'{}'" }) identityKeys!: string[];

  /** Whether the team had the contact of the person by another unlock, so that this one was free. */
  @Column('boolean', { default: false }) isRepeated!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) finishedAt!: Date;

  /** When the row was last written. A trigger sets it. */
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
