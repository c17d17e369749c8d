import { Controller, Param, Query } from '@nestjs/common';
import { readWelcomeReport, shareReport } from '#access/policy/app.operations.js';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { ReportCoverService } from '#market/report-insights/report-cover.service.js';
import { ReportSharesService } from '#market/report-insights/report-shares.service.js';
import { StandingService } from '#market/report-insights/standing.service.js';
import { SwitchingService } from '#market/report-insights/switching.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReviewCoverageService } from '#market/report-reading/review-coverage.service.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportFreshness } from '#market/reports/report-freshness.service.js';
import { WelcomeReport } from '#market/reports/welcome-report.service.js';
import { pictureOf } from '#platform/pages/picture.js';
import { textFaultOf } from '#platform/operations/text.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { followProduct, unfollowProduct } from '#workspace/watchlist/watchlist.operations.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type Answer, file, page, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Fields, Form, Id, Member, Page, Visitor } from '../kernel/page.decorators.js';
import type { Exchange, PageVisitor, TeamMember, Texts } from '../kernel/page.route.js';
import { pageNumber, type RawQuery, withFewRows } from '../kernel/raw-query.js';
import { AllThemes } from './all-themes.page.js';
import { coverIn, COVERED_MONTHS } from './cover.view.js';
import { ProductList } from './products.page.js';
import { orderIn } from './theme-orders.page.js';
import { ProductPage } from './report.page.js';
import { shareCardOf } from './share-card.js';
import { SharedReportPage } from './share.page.js';

const PRODUCT = '/products/:id';
const SHARED = '/shared/:secret';

@Controller()
export class ProductPagesController {
  constructor(
    private readonly input: FormInput,
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly calls: PaidCalls,
    private readonly freshness: ReportFreshness,
    private readonly credits: CreditsService,
    private readonly pools: CreditPools,
    private readonly welcome: WelcomeReport,
    private readonly watchlist: WatchlistService,
    private readonly shares: ReportSharesService,
    private readonly switching: SwitchingService,
    private readonly standing: StandingService,
    private readonly coverage: ReviewCoverageService,
    private readonly covers: ReportCoverService,
    private readonly inbox: InboxService,
  ) {}

  @Page('/products', { operation: searchProducts, section: 'products' })
  async search(@Visitor() { team }: PageVisitor, @Query() raw: RawQuery): Promise<Answer> {
    const { view, category, ...rest } = withFewRows(raw);
    const { query } = this.input.validate(searchProducts, { query: rest });
    const asked = { query: query.query ?? '', category: categoryIn(category), isReported: view === 'reported' };
    const [found, categories] = await Promise.all([this.products.filter(query, asked), this.products.categories()]);
    const isUnknown = found.items.length === 0 && asked.category === null && !asked.isReported;
    const [meant, dates] = await Promise.all([
      asked.query !== '' && isUnknown ? this.products.suggest(asked.query) : [],
      this.coverage.datesOf(found.items.map(({ id }) => id)),
    ]);
    const shown = { asked, categories, page: found, dates, meant, isMember: team !== null };
    const description = 'Find a software product, and read what its reviewers dislike.';
    return page('Products', <ProductList {...shown} />, { description });
  }

  @Page(PRODUCT, { operation: getPainPoints, section: 'products' })
  async product(
    @Visitor() visitor: PageVisitor,
    @Id() id: string,
    @Query() { themes, order }: RawQuery,
  ): Promise<Answer> {
    const [found, competitors, progress, coverage, team] = await Promise.all([
      this.painPoints.reportFor(visitor.caller, id),
      this.products.competitorsOf(id),
      this.painPoints.progressFor(visitor.caller, id),
      this.coverage.coverageOf(id),
      this.teamView(visitor, id),
    ]);
    const report = found.value.data;
    const { name } = report.product;
    // The taste of a report has no metadata, and no list of all themes.
    if (themes !== undefined && report.metadata) {
      const list = { report, path: `/products/${id}`, page: pageNumber(themes) };
      return page(`All themes of ${name}`, <AllThemes {...list} />);
    }
    const reported = competitors.data.competitors.filter((competitor) => competitor.has_pain_points_report);
    const comparedIds = reported.slice(0, MAX_COMPARED).map((competitor) => competitor.id);
    const { team: ownTeam } = visitor;
    const [comparison, switching, standing, cover] = await Promise.all([
      this.painPoints.comparisonOf(visitor.caller, report, comparedIds),
      report.metadata ? this.switching.switchingOf(id) : null,
      report.metadata ? this.standing.standingOf(id) : null,
      this.covers.coverFor(visitor.caller, id, COVERED_MONTHS),
      report.metadata && ownTeam ? this.inbox.noteSeen(ownTeam.id, id) : null,
    ]);
    const view = {
      ...{ report, comparison, standing, progress, coverage, team, cover: cover.value.data, order: orderIn(order) },
      switching: switching?.data ?? null,
      competitors: competitors.data,
    };
    return page(name, <ProductPage view={view} />, {
      description: report.summary || `What reviewers of ${name} dislike, in their own words.`,
      refreshSeconds: progress.status === 'generating' ? 3 : undefined,
    });
  }

  /** What the script of the page reads. */
  @Page(`${PRODUCT}/progress`, { open: 'the page of a product is public', limit: 'progress' })
  progress(@Visitor() { caller }: PageVisitor, @Id() id: string): Promise<object> {
    return this.painPoints.progressFor(caller, id);
  }

  @Form(`${PRODUCT}/report`, { operation: generateReport, page: PRODUCT, failure: 'flash' })
  async generate(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    await this.calls.buy(GenerateReport, caller, { path: { id }, body: {} }, { requestId });
    return redirect(`/products/${id}`);
  }

  @Form(`${PRODUCT}/welcome-report`, { operation: readWelcomeReport, page: PRODUCT, failure: 'flash' })
  async readFirst(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    await this.welcome.buy(caller, id, requestId);
    return redirect(`/products/${id}`);
  }

  @Form(`${PRODUCT}/follow`, { operation: followProduct, page: PRODUCT, failure: 'flash' })
  async follow(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.watchlist.follow(caller, id);
    const text = 'You follow this product. What changes in its reviews appears on your home page.';
    return redirect(`/products/${id}`, text);
  }

  @Form(`${PRODUCT}/unfollow`, { operation: unfollowProduct, page: PRODUCT })
  async unfollow(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.watchlist.unfollow(caller, id);
    return redirect(`/products/${id}`);
  }

  private async teamView({ team, person, caller }: PageVisitor, productId: string) {
    if (!team || !person || caller.lane === 'anonymous') return null;
    const isPaid = isPaidTeam(team);
    const [balance, welcomeCredits, awaitsWelcome, followed, freshness, shares] = await Promise.all([
      this.credits.balanceOf(team.id),
      isPaid ? 0 : this.pools.welcomeOf(team.id),
      this.welcome.awaits(team, person),
      this.watchlist.followedIds(team.id),
      this.freshness.freshnessOf(productId),
      this.shares.list(caller, productId),
    ]);
    const isFollowing = followed.includes(productId);
    const { price } = generateReport;
    return { price, balance, welcomeCredits, awaitsWelcome, isPaid, isFollowing, freshness, shares };
  }

  /** Any reader with the link of a shared report may read the report. */
  @Page(SHARED, { operation: getPainPoints })
  async showShared(
    @Param('secret') secret: string,
    @Query('themes') themes: unknown,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    response.set('X-Robots-Tag', 'noindex');
    const shared = await this.shares.open(secret);
    const list = { report: shared.report, path: `/shared/${secret}`, page: pageNumber(themes), isShared: true };
    const cover = coverIn(shared.report);
    const content = themes === undefined ? <SharedReportPage shared={shared} cover={cover} /> : <AllThemes {...list} />;
    const title = `What reviewers dislike about ${shared.report.product.name}`;
    return page(title, content, {
      description: cover.verdict || shared.report.summary,
      picture: `/shared/${secret}/card.png`,
    });
  }

  /** The picture that messengers show beside the link. */
  @Page(`${SHARED}/card.png`, { operation: getPainPoints })
  async showCard(@Param('secret') secret: string): Promise<Answer> {
    const { report } = await this.shares.open(secret);
    const key = `${report.product.id} ${report.product.name} ${report.generated_at}`;
    const picture = await pictureOf(key, () => shareCardOf(report, coverIn(report)));
    return file(picture, {
      'Content-Type': 'image/png',
      // The picture ends with its link.
      'Cache-Control': 'no-cache',
      'X-Robots-Tag': 'noindex',
    });
  }

  @Form('/products/:id/share', { operation: shareReport, page: '/products/:id', failure: 'flash' })
  async share(
    @Member() { caller, person }: TeamMember,
    @Id() id: string,
    @Fields('days') { days }: Texts<'days'>,
  ): Promise<Answer> {
    const link = await this.shares.create(caller, id, Number(days), person.id);
    return redirect(`/products/${id}`, { kind: 'share', text: link });
  }

  @Form('/app/shares/:id/end', { operation: shareReport, page: '/' })
  async endShare(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    return redirect(`/products/${await this.shares.end(caller, id)}`, 'The link no longer works.');
  }
}

/** The number of competitors that fit beside the product on a screen. */
const MAX_COMPARED = 3;
const MAX_CATEGORY_LENGTH = 200;

/** A category of an address. A text that can be no category is no filter. */
function categoryIn(sent: unknown): string | null {
  if (typeof sent !== 'string' || sent === '' || sent.length > MAX_CATEGORY_LENGTH) return null;
  return textFaultOf(sent) === null ? sent : null;
}
