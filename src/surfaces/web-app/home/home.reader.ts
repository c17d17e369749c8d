import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { StatementsService } from '#accounts/credits/statements.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { PERIOD_DAYS } from '#accounts/teams/teams.service.js';
import type { ProductView } from '#market/products/products.operations.js';
import type { ThemeDifference } from '#market/report-insights/report-history.operations.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Page } from '#platform/operations/operation.result.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { expectedSpending } from '../credits/spending.forecast.js';
import type { TeamMember } from '../kernel/page.route.js';

const LISTED_PRODUCTS = 8;
const LISTED_OPPORTUNITIES = 5;

/** A step of a new team, and whether it is done. */
export interface FirstStep {
  label: string;
  href: string;
  isDone: boolean;
}

/** A product that the team follows. `changes` is null without two reports that can be compared. */
export interface FollowedProduct {
  product: ProductView;
  changes: ThemeDifference[] | null;
}

/** The content of a member's home page. */
export interface HomeView {
  account: AccountOverview;
  steps: FirstStep[];
  followed: Page<FollowedProduct>;
  /** Null for a team without a paid plan. */
  opportunities: { items: OpportunityDetail[]; count: number; isMore: boolean; since: Date | null } | null;
  /** Credits spent in the period so far, and what the whole period will cost at this rate, if that can be said. */
  spending: { spent: number; expected: number | null };
}

/** Reads what a team has to know first. */
@Injectable()
export class HomeReader {
  constructor(
    private readonly account: AccountService,
    private readonly statements: StatementsService,
    private readonly watchlist: WatchlistService,
    private readonly history: ReportHistoryService,
    private readonly opportunities: OpportunitiesService,
    private readonly pitches: PitchesService,
    private readonly keys: ApiKeysService,
    private readonly connections: ConnectionsService,
  ) {}

  /** `since` is the time of the last visit, or null. `page` is of the followed products. */
  async read(member: TeamMember, since: Date | null, page: number): Promise<HomeView> {
    const { caller, team } = member;
    const isPaid = isPaidTeam(team);
    const [account, byDay, followed, opportunities, steps] = await Promise.all([
      this.account.overview(caller),
      this.statements.spendingByDay(team.id, PERIOD_DAYS),
      this.followed(caller, isPaid, page),
      isPaid ? this.newOpportunities(caller, since) : null,
      this.firstSteps(member, isPaid),
    ]);
    const spending = expectedSpending(byDay, account.credits.refill_on, new Date());
    return { account, steps, followed, opportunities, spending };
  }

  private async followed(caller: TeamCaller, isPaid: boolean, page: number): Promise<Page<FollowedProduct>> {
    const products = await this.watchlist.list(caller, { page, page_size: LISTED_PRODUCTS });
    const items = await Promise.all(
      products.items.map(async (product) => {
        if (!isPaid || product.pain_points_report_generated_at === null) return { product, changes: null };
        const { is_comparable, themes } = await this.history.diff(caller.team.id, product.id, {});
        return { product, changes: is_comparable ? themes : null };
      }),
    );
    return new Page(items, products.pagination);
  }

  /** The best that were found since the last visit and that nobody has viewed; without a visit, the best of all. */
  private async newOpportunities(caller: TeamCaller, since: Date | null): Promise<HomeView['opportunities']> {
    const filter = {
      page: 1,
      page_size: LISTED_OPPORTUNITIES,
      sort: '-score' as const,
      status: ['new' as const],
      is_viewed: [false],
      ...(since && { created_after: [since.toISOString()] }),
    };
    const [{ items }, { count, isMore }] = await Promise.all([
      this.opportunities.list(caller, filter),
      this.opportunities.count(caller, filter),
    ]);
    return { items, count, isMore, since };
  }

  /** A step is done when its outcome exists, and not ticked by hand. */
  private async firstSteps({ caller, team, person }: TeamMember, isPaid: boolean): Promise<FirstStep[]> {
    const [follows, sender, hasReport, pitches, keys, connections] = await Promise.all([
      this.watchlist.followedIds(team.id, 1),
      this.account.senderProfile(caller),
      isPaid && this.statements.hasBought(team.id, 'generate_report'),
      this.pitches.list(caller, { page: 1, page_size: 1 }),
      this.keys.list(team.id),
      this.connections.list(team.id),
    ]);
    const common = [
      { label: 'Confirm your email address', href: '/app/settings/security', isDone: person.isVerified },
      { label: 'Follow a product that you compete with', href: '/products', isDone: follows.length > 0 },
    ];
    if (!isPaid) return [...common, { label: 'Choose a plan', href: '/app/settings/plan', isDone: false }];
    return [
      ...common,
      { label: 'Generate a report', href: '/products', isDone: hasReport },
      {
        label: 'Say who you are in your pitches',
        href: '/app/settings/sender',
        isDone: Object.values(sender).some((value) => value !== null),
      },
      { label: 'Draft a pitch', href: '/app/opportunities', isDone: pitches.items.length > 0 },
      {
        label: 'Connect an assistant, or create an API key',
        href: '/app/settings/connections',
        isDone: keys.length + connections.length > 0,
      },
    ];
  }
}
