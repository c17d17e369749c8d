import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';

/** A subscription of a team at the billing provider, as it was last read. */
@Entity('billing_subscriptions')
export class BillingSubscription {
  /** The id at the provider. */
  @PrimaryColumn('text') id!: string;
  @Column('uuid') teamId!: string;

  /** Null if its price is not for sale any more. */
  @Column('text', { nullable: true }) tier!: PlanTier | null;
  @Column('text') status!: SubscriptionStatus;
  @Column('timestamptz') periodStartsAt!: Date;
  @Column('timestamptz') periodEndsAt!: Date;

  /** Whether the invoice of the period is paid. */
  @Column('boolean') isPaid!: boolean;

  /** Whether it will not be renewed. */
  @Column('boolean') endsWithPeriod!: boolean;
  @Column('timestamptz') createdAt!: Date;

  /** When the reading that is stored here began. */
  @Column('timestamptz') readAt!: Date;
}
