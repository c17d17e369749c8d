import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OpportunityStatus } from './opportunity.vocabulary.js';

/** The triage of one opportunity by one team. An opportunity without a row is new and not viewed. */
@Entity('opportunity_triage')
export class OpportunityTriage {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') opportunityId!: string;
  @Column('text', { default: 'new' }) status!: OpportunityStatus;

  /** When the status last changed. Null if it never has, or before this was stored. */
  @Column('timestamptz', { nullable: true }) statusChangedAt!: Date | null;

  /** When the opportunity was first viewed. Null when it is not viewed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) viewedAt!: Date | null;

  /** The person or assistant's person who first viewed it. Null for a key, for an old view, and when the account was deleted. */
  @Column('uuid', { nullable: true }) viewedById!: string | null;

  /** The name of the key or assistant that first viewed it. Null for a person, whose name is that of the account. */
  @Column('text', { nullable: true }) viewedByName!: string | null;

  /** The member who has it. Null for nobody. */
  @Column('uuid', { nullable: true }) assigneeId!: string | null;

  /** Until when it is left out of the usual list. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) snoozedUntil!: Date | null;

  /** Copied from the opportunity, so that a triage can be listed in the order of the feed. */
  @Column({ type: 'timestamptz', precision: 3 }) opportunityCreatedAt!: Date;

  /** The own date of the text. Triggers on both tables copy it from the opportunity, for the same reason. */
  @Column({ type: 'timestamptz', precision: 3 }) opportunityDatedAt!: Date;

  /** Copied from the opportunity, for the same reason. */
  @Column('smallint') frustrationRank!: number;

  /** The score of the opportunity. The triggers copy it, too. */
  @Column('smallint') opportunityScore!: number;

  /** When the status, the view, the assignee or the time until which it is put off last changed. A trigger sets it. */
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
