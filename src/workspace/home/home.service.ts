import { Inject, Injectable } from '@nestjs/common';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { presentCounts } from '#market/products/product.presenter.js';
import { coverOf, NO_COVER } from '#market/report-insights/report.cover.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import type { ThemeDifference } from '#market/report-insights/report-history.operations.js';
import type { CoverChange, ReportCover } from '#market/report-insights/report-cover.operations.js';
import { FinishedReports } from '#market/report-reading/finished-reports.service.js';
import type { ReportTheme, ReportViews } from '#market/report-reading/report.content.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityFilter } from '#workspace/opportunities/opportunity-filter.dto.js';
import type { HomeChange, HomeMonth, HomeOverview, HomeProduct, HomeStep } from './home.operations.js';
import { type BoughtReport, type FollowedRow, HomeQueries } from './home.queries.js';

export type { BoughtReport };

const WITHOUT_VISIT_MS = 7 * 86_400_000;
const COVERED_MONTHS = 12;
const MAX_PRODUCTS = 8;
const MAX_SEARCHES = 20;
const MAX_CHANGES = 6;
const MAX_CHANGES_OF_PRODUCT = 3;
const MAX_STEPS = 3;
const MAX_BOUGHT = 5;

/** A followed product with the cover of its last report. */
interface Covered {
  row: FollowedRow;
  cover: ReportCover;
  /** Empty without a report, and without a paid plan. */
  themes: readonly ReportTheme[];
  /** Since the report before. */
  differences: readonly ThemeDifference[];
}

/** The new opportunities that one can act on, the best first. */
export const newPeopleSince = (since: string): OpportunityFilter => ({
  ...{ page: 1, page_size: 1, sort: '-score', status: ['new'], is_viewed: [false] },
  ...{ reach: ['named', 'profile'], created_after: [since] },
});

/** Reads what changed since a person was here. */
@Injectable()
export class HomeService {
  constructor(
    private readonly queries: HomeQueries,
    private readonly reports: FinishedReports,
    private readonly history: ReportHistoryService,
    private readonly opportunities: OpportunitiesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * What changed since the last visit, which ends an hour before the page is opened again. A person without a visit before,
   * and a key, get the last seven days. Without a paid plan there are only the products.
   */
  async homeFor(caller: TeamCaller): Promise<HomeOverview> {
    const { team } = caller;
    const visit = caller.lane === 'session' ? await this.queries.noteVisit(team.id, caller.credentialId) : null;
    const since = visit ?? new Date(Date.now() - WITHOUT_VISIT_MS);
    const isPaid = isPaidTeam(team);
    const [rows, people, searches] = await Promise.all([
      this.queries.findFollowed(team.id, since, MAX_PRODUCTS),
      isPaid ? this.opportunities.count(caller, newPeopleSince(since.toISOString())) : { count: 0, isMore: false },
      isPaid ? this.queries.findSearches(team.id, since, MAX_SEARCHES) : [],
    ]);
    const covered = await this.coversOf(isPaid ? rows : [], since);
    return {
      since: since.toISOString(),
      is_visit: visit !== null,
      next: this.nextOf(rows, people.count, isPaid),
      changes: [...covered.values()]
        .filter(({ row }) => isNew(row, since))
        .flatMap(changesIn)
        .slice(0, MAX_CHANGES),
      followed_products: rows[0]?.followed ?? 0,
      products: rows.map((row) => productOf(row, covered.get(row.id), since)),
      opportunities: { count: people.count, is_more: people.isMore },
      saved_searches: searches,
    };
  }

  /** The last reports that a team has bought on products that it does not follow, and how many reports are new to it since a time. */
  async reportsOf(teamId: string, since: string): Promise<{ bought: BoughtReport[]; newCount: number }> {
    const [bought, newCount] = await Promise.all([
      this.queries.findBought(teamId, MAX_BOUGHT),
      this.queries.countNewReports(teamId, new Date(since)),
    ]);
    return { bought, newCount };
  }

  /** The covers of the last reports by id of the product. */
  private async coversOf(rows: readonly FollowedRow[], since: Date): Promise<Map<string, Covered>> {
    const changed = rows.filter((row) => isNew(row, since)).map(({ id }) => id);
    const [views, differences] = await Promise.all([
      this.reports.viewsOfEach(rows.flatMap(({ report_id }) => report_id ?? [])),
      this.history.lastChangesIn(changed),
    ]);
    return new Map(
      rows.map((row) => [row.id, coverIn(row, views.get(row.report_id ?? ''), differences.get(row.id) ?? [])]),
    );
  }

  private nextOf(rows: readonly FollowedRow[], people: number, isPaid: boolean): HomeStep[] {
    const step = (kind: HomeStep['kind'], count: number, path: string, row?: FollowedRow): HomeStep => ({
      ...{ kind, count, product: row ? { id: row.id, name: row.name } : null },
      app_url: `${this.env.PUBLIC_URL}${path}`,
    });
    const ofProduct = (kind: HomeStep['kind'], those: readonly FollowedRow[]): HomeStep[] => {
      const [most] = [...those].sort((one, other) => reviewsSince(other) - reviewsSince(one));
      return most && reviewsSince(most) > 0 ? [step(kind, reviewsSince(most), `/products/${most.id}`, most)] : [];
    };
    const [reported, unreported] = [rows.filter(hasReport), rows.filter((row) => !hasReport(row))];
    return [
      ...(people > 0 ? [step('new_opportunities', people, '/app/opportunities')] : []),
      ...ofProduct('new_reviews', isPaid ? reported : []),
      ...ofProduct('first_report', isPaid ? unreported : []),
      ...(rows.length === 0 ? [step('follow_product', 0, '/products')] : []),
    ].slice(0, MAX_STEPS);
  }
}

const hasReport = ({ report_id }: FollowedRow): boolean => report_id !== null;

const reviewsSince = (row: FollowedRow): number => presentCounts(row).reviews_since_report;

const isNew = ({ report_generated_at: at }: FollowedRow, since: Date): boolean => at !== null && at > since;

function coverIn(row: FollowedRow, views: ReportViews | undefined, differences: readonly ThemeDifference[]): Covered {
  const { themes = [], metadata } = views?.full ?? {};
  const cover = metadata ? coverOf({ themes, metadata }, COVERED_MONTHS, differences) : NO_COVER;
  return { row, cover, themes, differences };
}

/** What the cover names as changed, then the themes that the report before did not have. */
function changesIn({ row, cover, themes, differences }: Covered): HomeChange[] {
  const changed = cover.what_changed ?? [];
  const appeared = differences.flatMap(({ change, category_name, to }): CoverChange[] => {
    const theme = themes.find((each) => each.category_name === category_name);
    if (change !== 'new' || !to || !theme || theme.isVague) return [];
    if (changed.some(({ theme_id }) => theme_id === theme.theme_id)) return [];
    const quote = theme.quotes[0]?.quote_text ?? null;
    const shares = { from_share: 0, to_share: to.share };
    return [{ theme_id: theme.theme_id, category_name, direction: 'worse', month: null, ...shares, quote }];
  });
  return [...changed, ...appeared].slice(0, MAX_CHANGES_OF_PRODUCT).map((change) => ({
    product: { id: row.id, name: row.name },
    ...change,
    months: monthsOf(themes.find(({ theme_id }) => theme_id === change.theme_id)),
    generated_at: row.report_generated_at?.toISOString() ?? '',
  }));
}

const monthsOf = (theme: ReportTheme | undefined): HomeMonth[] =>
  (theme?.months ?? []).slice(-COVERED_MONTHS).map(({ month, reviews, mentions, too_small }) => ({
    ...{ month, texts_read: reviews, mentions, too_small },
  }));

function productOf(row: FollowedRow, covered: Covered | undefined, since: Date): HomeProduct {
  const { cover = NO_COVER, themes = [] } = covered ?? {};
  const top = themes.find(({ isVague }) => !isVague);
  return {
    ...{ id: row.id, name: row.name, logo_url: row.logo_url },
    report_generated_at: row.report_generated_at?.toISOString() ?? null,
    is_report_new: isNew(row, since),
    reviews_since_report: reviewsSince(row),
    // Without a paid plan there are no opportunities to see.
    new_opportunities: covered ? row.new_opportunities : 0,
    direction: cover.direction,
    top_theme: top ? { theme_id: top.theme_id, name: top.category_name, share: top.share } : null,
    months: (cover.months ?? []).map(({ month, texts_read, too_small, categories }) => ({
      ...{ month, texts_read, mentions: categories.reduce((sum, { mentions }) => sum + mentions, 0), too_small },
    })),
  };
}
