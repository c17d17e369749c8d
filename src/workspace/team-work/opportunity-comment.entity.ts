import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TeamCaller } from '#platform/caller/caller.js';

/** A comment on an opportunity. Only the team sees it. */
@Entity('opportunity_comments')
export class OpportunityComment {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') opportunityId!: string;
  @Column('text') authorKind!: TeamCaller['lane'];

  /** The id of the person, or the one that all rotations of a key share. */
  @Column('text') authorId!: string;

  /** The name of the key or the assistant. Null for a person, whose name is that of the account. */
  @Column('text', { nullable: true }) authorName!: string | null;

  /** The person of a session or an assistant. Null for a key, and when the account was deleted. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') text!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
