import { Controller, Get, Inject, Query, Redirect } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { ReportCoverService } from '#market/report-insights/report-cover.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReviewCoverageService } from '#market/report-reading/review-coverage.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { type Answer, page, redirect } from '../kernel/answers.js';
import { Page, Visitor } from '../kernel/page.decorators.js';
import type { PageVisitor, TeamMember } from '../kernel/page.route.js';
import { pageNumber } from '../kernel/raw-query.js';
import { TEAMLESS_PAGE } from '../kernel/visitor.js';
import { Dashboard } from './dashboard.page.js';
import { Welcome } from './home.page.js';
import { HomeReader } from './home.reader.js';

const TITLE = 'Know what your competitors’ users dislike';
const ABOUT =
  'Qualm reads software reviews and posts. It finds the pain points, quotes the people who describe them, and shows who ' +
  'is looking for an alternative.';
const OFFERED = 6;
const COVERED_MONTHS = 12;

@Controller()
@OpenRoute('the home page is public')
export class HomeController {
  constructor(
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly coverage: ReviewCoverageService,
    private readonly covers: ReportCoverService,
    private readonly reader: HomeReader,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('/app')
  @Redirect('/')
  app(): void {}

  @Get('/opportunities')
  @Redirect('/app/opportunities')
  opportunities(): void {}

  @Page('/', { operation: searchProducts, section: 'home' })
  async home(@Visitor() visitor: PageVisitor, @Query('followed') followed: unknown): Promise<Answer> {
    if (visitor.team) {
      const view = await this.reader.read(visitor as TeamMember, pageNumber(followed));
      return page('Home', <Dashboard view={view} />);
    }
    if (visitor.person) return redirect(TEAMLESS_PAGE);
    const { items } = await this.products.search({ page: 1, page_size: OFFERED });
    const example = items.find((product) => product.pain_points_report_generated_at !== null);
    const [report, cover, dates] = await Promise.all([
      example ? this.painPoints.reportFor(visitor.caller, example.id) : null,
      example ? this.covers.coverFor(visitor.caller, example.id, COVERED_MONTHS) : null,
      this.coverage.datesOf(items.map(({ id }) => id)),
    ]);
    const shown = { products: items, report: report?.value.data ?? null, cover: cover?.value.data ?? null, dates };
    return page(TITLE, <Welcome {...shown} env={this.env} />, { description: ABOUT });
  }
}
