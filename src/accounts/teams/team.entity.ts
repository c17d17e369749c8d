import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';

/** A paying (or free) team and its subscription. */
@Entity('teams')
export class Team {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  tier!: PlanTier;

  @Column('text', { name: 'subscription_status' })
  subscriptionStatus!: SubscriptionStatus;

  @Column('timestamptz', { name: 'period_started_at', nullable: true })
  periodStartedAt!: Date | null;

  @Column('timestamptz', { name: 'period_ends_at', nullable: true })
  periodEndsAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
