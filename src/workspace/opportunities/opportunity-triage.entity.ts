import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OpportunityStatus } from './opportunity.vocabulary.js';

/** What one team made of one opportunity; without a row it is new and not viewed. */
@Entity('opportunity_triage')
export class OpportunityTriage {
  @PrimaryColumn('uuid', { name: 'team_id' })
  teamId!: string;

  @PrimaryColumn('uuid', { name: 'opportunity_id' })
  opportunityId!: string;

  @Column('text', { default: 'new' })
  status!: OpportunityStatus;

  /** When it was first viewed; null says it is not viewed. */
  @Column('timestamptz', { name: 'viewed_at', nullable: true })
  viewedAt!: Date | null;

  /** The opportunity's own, so that a team's triage can be listed in the order of the feed. */
  @Column('timestamptz', { name: 'opportunity_created_at' })
  opportunityCreatedAt!: Date;

  /** The opportunity's own, for the same reason. */
  @Column('smallint', { name: 'frustration_rank' })
  frustrationRank!: number;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
