import { Injectable } from '@nestjs/common';
import { OWNER_CONFIRMED } from '#accounts/teams/members.events.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { effectiveTier } from '#accounts/teams/plans.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { CreditPools } from './credit-pools.service.js';

/** Gives new teams on the free plan their welcome credits when an owner has confirmed the address. */
@Injectable()
export class WelcomeSubscriber {
  constructor(
    private readonly teams: TeamsService,
    private readonly memberships: MembershipsService,
    private readonly pools: CreditPools,
  ) {}

  @HandlesEvent(OWNER_CONFIRMED, 'welcome-credits')
  async welcome({ teamId, payload: { user_id: userId } }: ReceivedEvent<{ user_id: string }>): Promise<void> {
    if (teamId === null || !(await this.teams.exists(teamId))) return;
    const team = await this.teams.lock(teamId);
    if (effectiveTier(team) !== 'free' || !(await this.memberships.isConfirmedOwner(teamId, userId))) return;
    await this.pools.addWelcome(teamId, userId);
  }
}
