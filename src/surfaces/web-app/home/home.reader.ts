import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { may, type Right } from '#access/policy/rights.js';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { StatementsService } from '#accounts/credits/statements.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { WelcomeReport } from '#market/reports/welcome-report.service.js';
import type { Pagination } from '#platform/operations/pagination.dto.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import type { HomeOverview } from '#workspace/home/home.operations.js';
import { type BoughtReport, HomeService, newPeopleSince } from '#workspace/home/home.service.js';
import type { ProductView } from '#market/products/products.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { OpportunityFilter } from '#workspace/opportunities/opportunity-filter.dto.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import type { TeamMember } from '../kernel/page.route.js';

const LISTED_OPPORTUNITIES = 4;
/** How many followed products one page names. A plan may allow more. */
const MAX_FURTHER = 200;

/** A step of a new team, and whether it is done. */
export interface FirstStep {
  label: string;
  href: string;
  isDone: boolean;
  /** The right that a person needs to do it. Without one, everyone can. */
  right?: Right;
}

/** The content of a member's home page. */
export interface HomePageView {
  home: HomeOverview;
  watchlist: AccountOverview['watchlist'];
  /** One page of the followed products beyond those of the overview. Null without any. */
  further: { products: readonly Pick<ProductView, 'id' | 'name'>[]; pagination: Pagination } | null;
  steps: FirstStep[];
  /** The last reports that the team has bought on products that it does not follow. */
  bought: BoughtReport[];
  /** The number of reports since the last visit, of followed products and bought ones. */
  newReports: number;
  /** The best of the people found since the last visit. Null for a team without a paid plan. */
  people: OpportunityDetail[] | null;
  /** All people who can be reached and wait for a decision, if nobody was found since the last visit. */
  waiting: { count: number; isMore: boolean };
}

/** What the first view of the list of opportunities shows. */
const REACHABLE: OpportunityFilter = { page: 1, page_size: 1, status: ['new'], reach: ['named', 'profile'] };
const NOBODY = { count: 0, isMore: false };

const CONFIRM = 'Confirm your email address';
const FIRST_REPORT = `${CONFIRM}: then your first report is free`;

/** Reads what a team has to know first. */
@Injectable()
export class HomeReader {
  constructor(
    private readonly home: HomeService,
    private readonly account: AccountService,
    private readonly statements: StatementsService,
    private readonly pools: CreditPools,
    private readonly watchlist: WatchlistService,
    private readonly opportunities: OpportunitiesService,
    private readonly pitches: PitchesService,
    private readonly keys: ApiKeysService,
    private readonly connections: ConnectionsService,
    private readonly welcome: WelcomeReport,
  ) {}

  /** `page` is that of the followed products beyond those of the overview. */
  async read(member: TeamMember, page: number): Promise<HomePageView> {
    const { caller, team } = member;
    const isPaid = isPaidTeam(team);
    const home = await this.home.homeFor(caller);
    const listing = { ...newPeopleSince(home.since), page_size: LISTED_OPPORTUNITIES };
    const isAnyNew = home.opportunities.count > 0;
    const [{ watchlist }, people, waiting, steps, reports, followed] = await Promise.all([
      this.account.overview(caller),
      isPaid && isAnyNew ? this.opportunities.list(caller, listing) : null,
      isPaid && !isAnyNew ? this.opportunities.count(caller, REACHABLE) : NOBODY,
      this.stepsFor(member, isPaid),
      this.home.reportsOf(team.id, home.since),
      home.followed_products > home.products.length
        ? this.watchlist.list(caller, { page, page_size: MAX_FURTHER })
        : null,
    ]);
    const shown = new Set(home.products.map(({ id }) => id));
    const further = followed && {
      products: followed.items.filter(({ id }) => !shown.has(id)),
      pagination: followed.pagination,
    };
    const { bought, newCount: newReports } = reports;
    return {
      ...{ home, watchlist, further, steps, bought, newReports, waiting },
      people: isPaid ? (people?.items ?? []) : null,
    };
  }

  /** The first steps that the person may do. */
  private async stepsFor(member: TeamMember, isPaid: boolean): Promise<FirstStep[]> {
    const steps = await this.firstSteps(member, isPaid);
    return steps.filter(({ right }) => !right || may(member.team.role, right));
  }

  /** A step is done when its outcome exists, and not ticked by hand. */
  private async firstSteps({ caller, team, person }: TeamMember, isPaid: boolean): Promise<FirstStep[]> {
    const [follows, sender, hasReport, welcomeCredits, awaitsReport, pitches, keys, connections] = await Promise.all([
      this.watchlist.followedIds(team.id, 1),
      this.account.senderProfile(caller),
      this.statements.hasBought(team.id, 'generate_report'),
      isPaid ? 0 : this.pools.welcomeOf(team.id),
      this.welcome.awaits(team, person),
      this.pitches.list(caller, { page: 1, page_size: 1 }),
      this.keys.list(team.id),
      this.connections.list(team.id),
    ]);
    const common: FirstStep[] = [
      { label: awaitsReport ? FIRST_REPORT : CONFIRM, href: '/app/settings/security', isDone: person.isVerified },
      {
        label: 'Follow a product that you compete with',
        href: '/products',
        isDone: follows.length > 0,
        right: 'write',
      },
    ];
    if (!isPaid) {
      const report: FirstStep = {
        label: 'Read your first report, which is free',
        href: '/products',
        isDone: hasReport,
        right: 'spend',
      };
      return [
        ...common,
        ...(hasReport || welcomeCredits > 0 ? [report] : []),
        { label: 'Choose a plan', href: '/app/settings/plan', isDone: false, right: 'ownership' },
      ];
    }
    return [
      ...common,
      { label: 'Generate a report', href: '/products', isDone: hasReport, right: 'spend' },
      {
        label: 'Say who you are in your pitches',
        href: '/app/settings/sender',
        isDone: Object.values(sender).some((value) => value !== null),
        right: 'write',
      },
      { label: 'Draft a pitch', href: '/app/opportunities', isDone: pitches.items.length > 0, right: 'spend' },
      {
        label: may(team.role, 'keys') ? 'Connect an assistant, or create an API key' : 'Connect an assistant',
        href: '/app/settings/connections',
        isDone: keys.length + connections.length > 0,
      },
    ];
  }
}
