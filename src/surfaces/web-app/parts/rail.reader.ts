import { Inject, Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import type { SavedSearchView } from '#workspace/saved-searches/saved-searches.operations.js';
import { MAX_UNREAD } from '../home/inbox.address.js';
import type { PageVisitor } from '../kernel/page.route.js';

const LISTED_SEARCHES = 4;

/** What the rail shows of a team. */
export interface RailFacts {
  /** The number of unread items in the inbox, up to `MAX_UNREAD`. */
  unread: number;
  /** Credits that are left, and those of a month. */
  balance: number;
  monthly: number;
  /** Whether teams can pay in the app. */
  hasBilling: boolean;
  /** The newest saved searches. */
  searches: readonly Pick<SavedSearchView, 'id' | 'name' | 'matches_7_days'>[];
}

/** Reads the counts of the rail. */
@Injectable()
export class RailReader {
  constructor(
    private readonly credits: CreditsService,
    private readonly inbox: InboxService,
    private readonly searches: SavedSearchesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Null for a visitor without a team. */
  async read({ team, caller }: PageVisitor): Promise<RailFacts | null> {
    if (!team || caller.lane === 'anonymous') return null;
    const isPaid = isPaidTeam(team);
    const [balance, unread, searches] = await Promise.all([
      this.credits.balanceOf(team.id),
      isPaid ? this.inbox.countUnread(team.id, MAX_UNREAD) : 0,
      isPaid ? this.searches.list(caller, { page: 1, page_size: LISTED_SEARCHES }) : null,
    ]);
    return {
      ...{ unread, balance, searches: searches?.items ?? [] },
      monthly: this.env.plans[team.tier].monthlyCredits,
      hasBilling: this.env.BILLING_PROVIDER !== 'none',
    };
  }
}
