import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Confidence } from './pitch.topic.js';
import type { PitchChannel } from './pitch.types.js';

/** A pitch of a team. */
@Entity('pitches')
export class Pitch {
  /** Equal to the id of its run. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') opportunityId!: string;
  @Column('text', { array: true }) channels!: PitchChannel[];
  @Column('text', { nullable: true }) features!: string | null;
  @Column('text') markdown!: string;

  /** The drafter that wrote it, such as `built-in/1.0.0`. */
  @Column('text') engine!: string;

  /** Null for a pitch of an earlier release. */
  @Column('text', { nullable: true }) confidence!: Confidence | null;

  /** The paid pitch of which it is the free redraft. Null for a pitch that was paid for. */
  @Column('uuid', { nullable: true }) redraftOf!: string | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
