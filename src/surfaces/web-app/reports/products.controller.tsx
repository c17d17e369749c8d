import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportFreshness } from '#market/reports/report-freshness.service.js';
import { ReviewCoverageService } from '#market/report-reading/review-coverage.service.js';
import { StandingService } from '#market/report-insights/standing.service.js';
import { SwitchingService } from '#market/report-insights/switching.service.js';
import { ReportSharesService } from '#market/report-insights/report-shares.service.js';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { textFaultOf } from '#platform/operations/text.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { AllThemes } from './all-themes.page.js';
import { AppPages } from '../parts/app-pages.js';
import { Flashes } from '../parts/flash.js';
import { FormInput } from '../parts/form-input.js';
import { pageNumber, type RawQuery, withFewRows } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';
import { ProductList } from './products.page.js';
import { ProductPage } from './report.page.js';
import { type Member, type Visitor, Visitors } from '../parts/visitor.js';

@Controller('products')
@OpenRoute('product pages are public; visitors without a plan see the taste')
@UseFilters(PageFailureFilter)
export class ProductPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly calls: PaidCalls,
    private readonly freshness: ReportFreshness,
    private readonly credits: CreditsService,
    private readonly watchlist: WatchlistService,
    private readonly flashes: Flashes,
    private readonly shares: ReportSharesService,
    private readonly switching: SwitchingService,
    private readonly standing: StandingService,
    private readonly coverage: ReviewCoverageService,
  ) {}

  @Get()
  async search(@Query() raw: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.pass(searchProducts, (await this.visitors.find(request)).caller, response);
    const { view, category, ...rest } = withFewRows(raw);
    const { query } = this.input.validate(searchProducts, { query: rest });
    const asked = {
      query: query.query ?? '',
      category: categoryIn(category),
      isReported: view === 'reported',
    };
    const [page, categories] = await Promise.all([this.products.filter(query, asked), this.products.categories()]);
    const isUnknown = page.items.length === 0 && asked.category === null && !asked.isReported;
    const [meant, dates] = await Promise.all([
      asked.query !== '' && isUnknown ? this.products.suggest(asked.query) : [],
      this.coverage.datesOf(page.items.map(({ id }) => id)),
    ]);
    await this.pages.send(request, response, {
      title: 'Products',
      description: 'Find a software product, and read what its reviewers dislike.',
      section: 'products',
      content: ({ team }) => <ProductList {...{ asked, categories, page, dates, meant }} isMember={team !== null} />,
    });
  }

  @Get(':id')
  async product(
    @Param('id', IdPipe) id: string,
    @Query('themes') themes: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const visitor = await this.visitors.find(request);
    await this.gate.pass(getPainPoints, visitor.caller, response);
    const [found, competitors, progress, coverage, team] = await Promise.all([
      this.painPoints.reportFor(visitor.caller, id),
      this.products.competitorsOf(id),
      this.painPoints.progressOf(id),
      this.coverage.coverageOf(id),
      this.teamView(visitor, id),
    ]);
    const report = found.value.data;
    // The taste of a report has no metadata, and no list of all themes.
    if (themes !== undefined && report.metadata) {
      const list = { report, path: `/products/${id}`, page: pageNumber(themes) };
      return this.pages.send(request, response, {
        title: `All themes of ${report.product.name}`,
        section: 'products',
        content: () => <AllThemes {...list} />,
      });
    }
    const reported = competitors.data.competitors.filter((competitor) => competitor.has_pain_points_report);
    const comparedIds = reported.slice(0, MAX_COMPARED).map((competitor) => competitor.id);
    const [comparison, switching, standing] = await Promise.all([
      this.painPoints.comparisonOf(visitor.caller, report, comparedIds),
      report.metadata ? this.switching.switchingOf(id) : null,
      report.metadata ? this.standing.standingOf(id) : null,
    ]);
    const view = {
      ...{ report, comparison, standing, progress, coverage, team },
      switching: switching?.data ?? null,
      competitors: competitors.data,
    };
    await this.pages.send(request, response, {
      title: report.product.name,
      description: report.summary || `What reviewers of ${report.product.name} dislike, in their own words.`,
      section: 'products',
      refreshSeconds: progress.status === 'generating' ? 3 : undefined,
      content: (context) => <ProductPage view={view} context={context} />,
    });
  }

  @Get(':id/progress')
  async progress(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.countProgressRead(request, response);
    response.json(await this.painPoints.progressOf(id));
  }

  @Post(':id/report')
  @SignedInPages()
  async generate(
    @Param('id', IdPipe) id: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const member = await this.gate.admit(generateReport, request, response);
    const generate = async (): Promise<null> => {
      await this.calls.buy(GenerateReport, member.caller, { path: { id }, body: {} }, { requestId: request.requestId });
      return null;
    };
    await this.act(generate, `/products/${id}`, request, response);
  }

  @Post(':id/follow')
  @SignedInPages()
  async follow(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    demandRight(caller, 'write');
    const follow = async (): Promise<string> => {
      await this.watchlist.follow(caller, id);
      return 'You follow this product. What changes in its reviews appears on your home page.';
    };
    await this.act(follow, `/products/${id}`, request, response);
  }

  @Post(':id/unfollow')
  @SignedInPages()
  async unfollow(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    demandRight(caller, 'write');
    await this.watchlist.unfollow(caller, id);
    response.redirect(303, `/products/${id}`);
  }

  /** Redirects to the page of the product, which shows what `work` returns, or a failure, once. A 404 is thrown on. */
  private async act(
    work: () => Promise<string | null>,
    path: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    let text: string | null;
    try {
      text = await work();
    } catch (error) {
      if (!(error instanceof ApplicationError) || error.code === 'not_found') throw error;
      return this.flashes.redirect(request, response, path, { kind: 'fault', text: `${error.message}.` });
    }
    if (text === null) return response.redirect(303, path);
    await this.flashes.redirect(request, response, path, { kind: 'notice', text });
  }

  private async teamView(visitor: Visitor, productId: string) {
    const { team } = visitor;
    if (!team) return null;
    const [balance, followed, freshness, shares] = await Promise.all([
      this.credits.balanceOf(team.id),
      this.watchlist.followedIds(team.id),
      this.freshness.freshnessOf(productId),
      this.shares.list((visitor as Member).caller, productId),
    ]);
    const isFollowing = followed.includes(productId);
    const { price } = generateReport;
    return { price, balance, isPaid: isPaidTeam(team), isFollowing, freshness, shares };
  }
}

/** The number of competitors that fit beside the product on a screen. */
const MAX_COMPARED = 3;
const LONGEST_CATEGORY = 200;

/** A category of an address. What can be none is no filter. */
function categoryIn(sent: unknown): string | null {
  if (typeof sent !== 'string' || sent === '' || sent.length > LONGEST_CATEGORY) return null;
  return textFaultOf(sent) === null ? sent : null;
}
