import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';

/** A team and its subscription. */
@Entity('teams')
export class Team {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') tier!: PlanTier;
  @Column('text') subscriptionStatus!: SubscriptionStatus;
  @Column('timestamptz', { nullable: true }) periodStartedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) periodEndsAt!: Date | null;

  /** Whether its plan follows a subscription at the billing provider: then only a paid invoice begins a period. */
  @Column('boolean', { default: false }) isBilled!: boolean;
  /** The team whose shadow this is, in test mode. Null for a team itself. */
  @Column('uuid', { nullable: true }) liveTeamId!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;

  /** Whether its people need a second factor. */
  @Column('boolean', { default: false }) requiresTwoFactor!: boolean;

  /** When an operator closed the team. Nothing of it may be read or bought until an operator opens it again. */
  @Column('timestamptz', { nullable: true }) suspendedAt!: Date | null;
  /** When the team was deleted. No request reaches it from then on, and an operator can restore it. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
  /** When all data of the deleted team, except its ledger, was deleted permanently. */
  @Column('timestamptz', { nullable: true }) purgedAt!: Date | null;
}
