import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OpportunityStatus } from './opportunity.vocabulary.js';

/** What one team made of one opportunity; without a row it is new and not viewed. */
@Entity('opportunity_triage')
export class OpportunityTriage {
  @PrimaryColumn('uuid')
  teamId!: string;

  @PrimaryColumn('uuid')
  opportunityId!: string;

  @Column('text', { default: 'new' })
  status!: OpportunityStatus;

  /** When it was first viewed; null says it is not viewed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  viewedAt!: Date | null;

  /** The opportunity's own, so that a team's triage can be listed in the order of the feed. */
  @Column({ type: 'timestamptz', precision: 3 })
  opportunityCreatedAt!: Date;

  /** The opportunity's own, for the same reason. */
  @Column('smallint')
  frustrationRank!: number;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
