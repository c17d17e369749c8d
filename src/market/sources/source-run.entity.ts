import { Column, Entity, PrimaryColumn } from 'typeorm';

export type RunKind = 'sync' | 'backfill' | 'recheck';

/** `parked`: the service asked for a pause, or its budget is used up. `cut`: more is due, or the worker died. */
export type RunOutcome = 'done' | 'parked' | 'failed' | 'cut';

/** What one worker did with a source in one slice of work. Kept for 30 days. */
@Entity('source_runs')
export class SourceRun {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') sourceId!: string;
  @Column('text') kind!: RunKind;
  @Column('integer') claim!: number;
  @Column('timestamptz', { default: () => 'now()' }) startedAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
  @Column('text', { nullable: true }) outcome!: RunOutcome | null;
  @Column('integer', { default: 0 }) requests!: number;
  @Column('integer', { default: 0 }) notModified!: number;
  @Column('integer', { default: 0 }) read!: number;
  @Column('integer', { default: 0 }) inserted!: number;
  @Column('integer', { default: 0 }) updated!: number;
  @Column('integer', { default: 0 }) rejected!: number;
  @Column('integer', { default: 0 }) erased!: number;
  @Column('text', { nullable: true }) failure!: string | null;
}
