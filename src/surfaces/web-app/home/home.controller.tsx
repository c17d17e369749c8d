import { Controller, Get, Inject, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReviewCoverageService } from '#market/report-reading/review-coverage.service.js';
import type { Report } from '#market/report-reading/report.content.js';
import { type ProductView, searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AppPages } from '../parts/app-pages.js';
import { Dashboard } from './dashboard.page.js';
import { pageNumber } from '../parts/form-texts.js';
import { Welcome } from './home.page.js';
import { HomeReader } from './home.reader.js';
import { LastVisit } from './last-visit.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';
import { type Member, TEAMLESS_PAGE, type Visitor, Visitors } from '../parts/visitor.js';

const ABOUT =
  'Qualm reads software reviews and posts. It finds the pain points, quotes the people who describe them, and shows who ' +
  'is looking for an alternative.';
/** As many as fit beside the product on a screen. */
const MOST_COMPETITORS = 3;

@Controller()
@OpenRoute('the home page is public')
@UseFilters(PageFailureFilter)
export class HomeController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly coverage: ReviewCoverageService,
    private readonly reader: HomeReader,
    private readonly lastVisit: LastVisit,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('/')
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.find(request);
    await this.gate.pass(searchProducts, visitor.caller, response);
    if (visitor.team) {
      const since = this.lastVisit.note(request, response);
      const view = await this.reader.read(visitor as Member, since, pageNumber(request.query.page));
      return this.pages.send(request, response, { title: 'Home', content: () => <Dashboard view={view} /> });
    }
    if (visitor.person) return response.redirect(303, TEAMLESS_PAGE);
    const { items } = await this.products.search({ page: 1, page_size: 6 });
    const [previews, dates] = await Promise.all([
      this.previewsOf(items, visitor),
      this.coverage.datesOf(items.map(({ id }) => id)),
    ]);
    await this.pages.send(request, response, {
      title: 'Know what your competitors’ users dislike',
      description: ABOUT,
      content: () => <Welcome products={items} {...{ dates, previews }} env={this.env} />,
    });
  }

  /** The preview of the first of these products whose competitors have reports too, then the previews of these. */
  private async previewsOf(products: readonly ProductView[], { caller }: Visitor): Promise<Report[]> {
    const reported = products.filter((product) => product.pain_points_report_generated_at !== null);
    let ids = reported.slice(0, 1).map(({ id }) => id);
    for (const { id } of reported) {
      const { data } = await this.products.competitorsOf(id);
      const compared = data.competitors.filter((each) => each.has_pain_points_report).slice(0, MOST_COMPETITORS);
      if (compared.length > 0) {
        ids = [id, ...compared.map((each) => each.id)];
        break;
      }
    }
    const previews = await Promise.all(ids.map((id) => this.painPoints.reportFor(caller, id)));
    return previews.map(({ value }) => value.data);
  }
}
