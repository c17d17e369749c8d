import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Actor } from '#platform/caller/caller.js';
import type { Delivery, SentFilters } from './saved-search.types.js';

/** Filters of a team that are matched against new opportunities. */
@Entity('saved_searches')
export class SavedSearch {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') name!: string;

  /** As they were sent. */
  @Column('jsonb') filters!: SentFilters;
  @Column('jsonb') deliver!: Delivery;
  @Column('boolean', { default: true }) isEnabled!: boolean;

  /** Why the service switched the search off; null if it did not. */
  @Column('text', { nullable: true }) disabledReason!: 'plan' | null;

  /** The SHA-256 of the secret part of the feed's address. Null without a feed. */
  @Column('text', { nullable: true }) feedHash!: string | null;
  @Column('text', { nullable: true }) feedHint!: string | null;
  @Column('text') createdByKind!: Actor['kind'];
  @Column('text', { nullable: true }) createdById!: string | null;
  @Column('text', { nullable: true }) createdByName!: string | null;

  /** Counts the changes, so that a matcher knows which searches to reload. */
  @Column('integer', { default: 1 }) version!: number;

  /** When the search was created, enabled, or got other filters. Older opportunities are not matched. */
  @Column('timestamptz', { default: () => 'now()' }) activeSince!: Date;

  /** The day, in UTC, of `webhookCount`. */
  @Column('date', { nullable: true }) webhookDay!: string | null;

  /** The number of matches of that day that events have reported. */
  @Column('integer', { default: 0 }) webhookCount!: number;
  @Column('boolean', { default: true }) livemode!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
