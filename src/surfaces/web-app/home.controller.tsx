import { Controller, Get, Inject, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { PainPointsService } from '#market/pain-points/pain-points.service.js';
import type { Report } from '#market/pain-points/report.content.js';
import type { ProductView } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AppPages } from './app-pages.js';
import { Dashboard } from './dashboard.page.js';
import { pageNumber } from './form-texts.js';
import { Welcome } from './home.page.js';
import { HomeReader } from './home.reader.js';
import { LastVisit } from './last-visit.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { type Member, TEAMLESS_PAGE, type Visitor, Visitors } from './visitor.js';

const ABOUT =
  'Qualm reads software reviews and posts. It finds the pain points, quotes the people who describe them, and shows who ' +
  'is looking for an alternative.';

@Controller()
@OpenRoute('the home page is public')
@UseFilters(PageFailureFilter)
export class HomeController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly reader: HomeReader,
    private readonly lastVisit: LastVisit,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('/')
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.find(request);
    if (visitor.team) {
      const since = this.lastVisit.note(request, response);
      const view = await this.reader.read(visitor as Member, since, pageNumber(request.query.page));
      return this.pages.send(request, response, { title: 'Home', content: () => <Dashboard view={view} /> });
    }
    if (visitor.person) return response.redirect(303, TEAMLESS_PAGE);
    const { items } = await this.products.search({ page: 1, page_size: 6 });
    const sample = await this.sampleOf(items, visitor);
    await this.pages.send(request, response, {
      title: 'Know what your competitors’ users dislike',
      description: ABOUT,
      content: () => <Welcome products={items} sample={sample} env={this.env} />,
    });
  }

  /** The preview of the first of these products that has a report. */
  private async sampleOf(products: readonly ProductView[], { caller }: Visitor): Promise<Report | null> {
    const reported = products.find((product) => product.pain_points_report_generated_at !== null);
    return reported ? (await this.painPoints.reportFor(caller, reported.id)).value.data : null;
  }
}
