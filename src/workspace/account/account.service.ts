import { Injectable } from '@nestjs/common';
import { CreditPools, type Pool } from '#accounts/credits/credit-pools.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type Sender, SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { renews, TeamsService } from '#accounts/teams/teams.service.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import type { AccountOverview, CreditBalance, CreditPool } from './account.operations.js';
import type { SenderProfileChange, SenderProfileView } from './sender-profile.dto.js';

/** The plan, credits and watchlist of a team. */
@Injectable()
export class AccountService {
  constructor(
    private readonly teams: TeamsService,
    private readonly credits: CreditsService,
    private readonly pools: CreditPools,
    private readonly watchlist: WatchlistService,
    private readonly senders: SenderProfilesService,
  ) {}

  /** @throws 404 when the team no longer exists */
  async overview(caller: TeamCaller): Promise<AccountOverview> {
    const team = await this.teams.get(caller.team.id);
    const [period, pools, watchlist, spend_remaining] = await Promise.all([
      this.credits.periodOf(team.id),
      this.pools.list(team.id),
      this.watchlist.useOf({ id: team.id, tier: team.tier, status: team.subscriptionStatus }),
      this.credits.spendRemaining(caller),
    ]);
    // After the plan has ended, its last period ends without a renewal.
    const periodEnd = (renews(team) && team.periodEndsAt?.toISOString()) || null;
    return {
      livemode: !isTestTeam(team.id),
      team: { id: team.id, name: team.name },
      subscription: { tier: team.tier, status: team.subscriptionStatus, renews_on: periodEnd },
      credits: {
        ...period,
        pools: pools.map(poolView),
        monthly_max: this.teams.limitsOf(team.tier).monthlyCredits,
        refill_on: periodEnd,
      },
      spend_remaining,
      watchlist,
    };
  }

  async creditBalance(caller: TeamCaller): Promise<CreditBalance> {
    return { credits_balance: await this.credits.balanceOf(caller.team.id) };
  }

  /** The sender in the team's pitches. */
  async senderProfile(caller: TeamCaller): Promise<SenderProfileView> {
    return viewOf(await this.senders.get(caller.team.id));
  }

  /** Changes the given fields of the profile; null clears a field. */
  async updateSenderProfile(caller: TeamCaller, change: SenderProfileChange): Promise<SenderProfileView> {
    const { what_it_does, for_whom, ...same } = change;
    return viewOf(await this.senders.update(caller.team.id, { ...same, whatItDoes: what_it_does, forWhom: for_whom }));
  }
}

const viewOf = ({ whatItDoes, forWhom, ...same }: Sender): SenderProfileView => ({
  ...same,
  what_it_does: whatItDoes,
  for_whom: forWhom,
});

const poolView = ({ id, kind, granted, remaining, only_action, created_at, expires_at }: Pool): CreditPool => ({
  ...{ id, kind, granted, remaining, only_action },
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
