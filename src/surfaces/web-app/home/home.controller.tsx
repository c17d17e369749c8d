import { Controller, Get, Inject, Redirect } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { type ProductView, searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { ReportCoverService } from '#market/report-insights/report-cover.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { Report } from '#market/report-reading/report.content.js';
import { ReviewCoverageService } from '#market/report-reading/review-coverage.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { type Answer, page, redirect } from '../kernel/answers.js';
import { Page, Visitor } from '../kernel/page.decorators.js';
import type { PageVisitor, TeamMember } from '../kernel/page.route.js';
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
/** As many as fit beside the product on a screen. */
const MAX_COMPETITORS = 3;

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
  async home(@Visitor() visitor: PageVisitor): Promise<Answer> {
    if (visitor.team) {
      return page('Home', <Dashboard view={await this.reader.read(visitor as TeamMember)} />);
    }
    if (visitor.person) return redirect(TEAMLESS_PAGE);
    const { items } = await this.products.search({ page: 1, page_size: OFFERED });
    const [previews, dates] = await Promise.all([
      this.previewsOf(items, visitor),
      this.coverage.datesOf(items.map(({ id }) => id)),
    ]);
    const [example] = previews;
    const cover = example ? await this.covers.coverFor(visitor.caller, example.product.id, COVERED_MONTHS) : null;
    const welcome = (
      <Welcome products={items} {...{ dates, previews }} cover={cover?.value.data ?? null} env={this.env} />
    );
    return page(TITLE, welcome, { description: ABOUT });
  }

  /** The preview of the first of these products whose competitors have reports too, then the previews of these. */
  private async previewsOf(products: readonly ProductView[], { caller }: PageVisitor): Promise<Report[]> {
    const reported = products.filter((product) => product.pain_points_report_generated_at !== null);
    let ids = reported.slice(0, 1).map(({ id }) => id);
    for (const { id } of reported) {
      const { data } = await this.products.competitorsOf(id);
      const compared = data.competitors.filter((each) => each.has_pain_points_report).slice(0, MAX_COMPETITORS);
      if (compared.length > 0) {
        ids = [id, ...compared.map((each) => each.id)];
        break;
      }
    }
    const previews = await Promise.all(ids.map((id) => this.painPoints.reportFor(caller, id)));
    return previews.map(({ value }) => value.data);
  }
}
