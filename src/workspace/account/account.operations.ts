import { ApiProperty } from '@nestjs/swagger';
import { PLAN_TIERS, type PlanTier } from '#config/env.js';
import type { PoolKind } from '#accounts/credits/credit-pools.service.js';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#platform/caller/caller.js';
import { NULLABLE_TIME } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { SenderProfileChange, SenderProfileView } from './sender-profile.dto.js';

export class AccountTeam {
  @ApiProperty({ format: 'uuid', description: 'The id of the team' }) id!: string;
  @ApiProperty({ description: 'The name of the team', example: 'Acme' }) name!: string;
}

export class AccountSubscription {
  @ApiProperty({ enum: PLAN_TIERS, description: 'The plan', example: 'growth' }) tier!: PlanTier;

  @ApiProperty({
    enum: SUBSCRIPTION_STATUSES,
    description: 'The state of the subscription',
    example: 'active',
  })
  status!: SubscriptionStatus;

  @ApiProperty({ ...NULLABLE_TIME, description: 'End of the current period; null without an active plan' })
  renews_on!: string | null;
}

/** Credits in addition to those of the period: a pack that was bought, or the welcome credits of a new team. */
export class CreditPool {
  @ApiProperty({ format: 'uuid', description: 'The id of the pool' }) id!: string;
  @ApiProperty({ enum: ['pack', 'welcome'], description: 'What the pool is', example: 'pack' }) kind!: PoolKind;
  @ApiProperty({ type: 'integer', description: 'Credits at the beginning', example: 100 }) granted!: number;
  @ApiProperty({ type: 'integer', description: 'Remaining credits', example: 40 }) remaining!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The only paid action that the credits buy; null for all',
    example: null,
  })
  only_action!: string | null;

  @ApiProperty({ format: 'date-time', description: 'Since when the team has it' }) created_at!: string;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When the remaining credits expire; null for welcome credits' })
  expires_at!: string | null;
}

export class AccountCredits {
  @ApiProperty({ type: 'integer', description: 'Credits left', example: 480 }) balance!: number;
  @ApiProperty({ type: 'integer', description: "The plan's monthly allotment", example: 500 }) monthly_max!: number;

  @ApiProperty({ type: 'integer', description: 'Credits used since the period began, less refunds', example: 20 })
  period_used!: number;

  @ApiProperty({ type: 'integer', description: 'Credits of paid actions in progress, already charged', example: 0 })
  held!: number;

  @ApiProperty({
    type: [CreditPool],
    description:
      'Packs and welcome credits that are left, the oldest first. Welcome credits buy a report before other credits; packs are used after ' +
      'the credits of the period, the oldest first',
    example: [],
  })
  pools!: CreditPool[];

  @ApiProperty({
    ...NULLABLE_TIME,
    description: 'When unused credits expire and the plan refills credits; equals renews_on',
  })
  refill_on!: string | null;
}

export class AccountWatchlist {
  @ApiProperty({ type: 'integer', description: 'Products that the team follows', example: 3 }) used!: number;
  @ApiProperty({ type: 'integer', description: 'Products that the plan allows', example: 50 }) limit!: number;

  @ApiProperty({ type: 'integer', description: 'Products that the team may still follow', example: 47 })
  remaining!: number;
}

export class AccountOverview {
  @ApiProperty({ description: 'False with a key of test mode', example: true }) livemode!: boolean;
  @ApiProperty({ type: AccountTeam, description: 'Your team' }) team!: AccountTeam;
  @ApiProperty({ type: AccountSubscription, description: 'The plan and its state' }) subscription!: AccountSubscription;
  @ApiProperty({ type: AccountCredits, description: 'The credits of the team' }) credits!: AccountCredits;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Credits that the caps of this key, or the budget of this connection, leave; null without either',
    example: 40,
  })
  spend_remaining!: number | null;

  @ApiProperty({ type: AccountWatchlist, description: 'The use of the watchlist' }) watchlist!: AccountWatchlist;
}

export class CreditBalance {
  @ApiProperty({ type: 'integer', description: 'Credits left', example: 480 }) credits_balance!: number;
}

export const getAccount = defineOperation({
  id: 'get_account',
  tag: 'Account',
  showsCredits: true,
  summary: 'Shows plan, credits and watchlist use',
  description: 'The plan with its state, the credits with their next refill, and the free places on the watchlist.',
  input: {},
  output: { type: AccountOverview },
  failures: [404],
});

export const getCreditBalance = defineOperation({
  id: 'get_credit_balance',
  tag: 'Account',
  showsCredits: true,
  summary: 'Shows the remaining credits',
  description: 'The balance of the team, which all its keys and connections share.',
  input: {},
  output: { type: CreditBalance },
});

export const getSenderProfile = defineOperation({
  id: 'get_sender_profile',
  tag: 'Account',
  showsCredits: true,
  summary: 'Shows the sender of the team’s pitches',
  description: 'The name, the company, the product and the wording that pitches use.',
  isInEveryPlan: true,
  input: {},
  output: { type: SenderProfileView },
});

export const updateSenderProfile = defineOperation({
  id: 'update_sender_profile',
  tag: 'Account',
  showsCredits: true,
  summary: 'Changes the sender of the team’s pitches',
  description: 'An absent field stays unchanged, null clears a field. The next pitch uses the profile.',
  writes: true,
  isInEveryPlan: true,
  input: { body: SenderProfileChange },
  output: { type: SenderProfileView },
  failures: [400],
});
