import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureKind } from './source.failures.js';
import type { SourceCursor, Walk } from './walk.js';

/** `broken`: it asks nothing until a person acts. A removed one keeps only which texts came from it. */
export const SOURCE_STATES = ['active', 'paused', 'broken', 'removed'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** What is read below the first cursor: texts from `since` on. */
export interface Backfill {
  since: string;
  until: string;
  walk: Walk | null;
}

/** A place that texts are fetched from, with how far it is read. The same settings are one source for all teams. */
@Entity('sources')
export class Source {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') connector!: string;
  @Column('jsonb') settings!: Record<string, string>;

  /** The settings that say which place this is, in one form. */
  @Column('text') settingsKey!: string;

  /** A name of the place that one connector may read. Null if any may. */
  @Column('text', { nullable: true }) placeKey!: string | null;
  @Column('text') label!: string;
  @Column('uuid', { nullable: true }) credentialId!: string | null;
  @Column('text', { default: 'active' }) state!: SourceState;
  @Column('integer') intervalSeconds!: number;
  @Column('timestamptz', { default: () => 'now()' }) nextSyncAt!: Date;

  /** How far it is read. Null before the first fetch has ended. */
  @Column('jsonb', { nullable: true }) cursor!: SourceCursor | null;

  /** Where a fetch of several pages is. */
  @Column('jsonb', { nullable: true }) walk!: Walk | null;
  @Column('jsonb', { nullable: true }) backfill!: Backfill | null;
  @Column('integer', { default: 0 }) claims!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** When a worker looks at it next, for whatever is due. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** Failures in a row of the same kind. */
  @Column('integer', { default: 0 }) failures!: number;
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('text', { nullable: true }) failureKind!: FailureKind | null;
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) lastSyncedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastNewAt!: Date | null;

  /** Texts between this time and the fetch after it may be missing, because the source shows only the last ones. */
  @Column('timestamptz', { nullable: true }) hasGapSince!: Date | null;

  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;

  /** Whether the operator wants it. Without the operator it is removed with the last team that has it. */
  @Column('boolean', { default: true }) isOperators!: boolean;

  /** How often the operator wants it fetched. Teams that want it more often shorten `intervalSeconds` alone. */
  @Column('integer', { nullable: true }) operatorIntervalSeconds!: number | null;

  /** Its texts are a recording that came with the sample. It is paused until someone has it fetched. */
  @Column('boolean', { default: false }) isRecording!: boolean;
}
