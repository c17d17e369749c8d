import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event of one team, as the feed and webhooks send it: `head`, the sequence, then `tail`. */
@Entity('team_events')
export class TeamEvent {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') type!: string;
  @Column('boolean', { default: true }) livemode!: boolean;

  /** Counts a team's events of one mode without gaps. Assigned after the commit of the fact; null until then. */
  @Column('bigint', { nullable: true }) sequence!: string | null;

  /** The JSON text before the sequence. */
  @Column('text') head!: string;

  /** The JSON text after the sequence. */
  @Column('text') tail!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
