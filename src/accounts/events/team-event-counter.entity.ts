import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last sequence of an event of a team in one mode. */
@Entity('team_event_counters')
export class TeamEventCounter {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('boolean') livemode!: boolean;
  @Column('bigint', { default: 0 }) lastSequence!: string;
}
