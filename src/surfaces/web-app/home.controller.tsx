import { Controller, Get, Inject, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { ProductsService } from '#market/products/products.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AccountService } from '#workspace/account/account.service.js';
import { AppPages } from './app-pages.js';
import { Dashboard, Welcome } from './home.page.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { type Member, TEAMLESS_PAGE, Visitors } from './visitor.js';

@Controller()
@OpenRoute('the home page is public')
@UseFilters(PageFailureFilter)
export class HomeController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly products: ProductsService,
    private readonly account: AccountService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('/')
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.find(request);
    if (visitor.team) {
      const overview = await this.account.overview((visitor as Member).caller);
      return this.pages.send(request, response, { title: 'Home', content: () => <Dashboard account={overview} /> });
    }
    if (visitor.person) return response.redirect(303, TEAMLESS_PAGE);
    const { items } = await this.products.search({ page: 1, page_size: 6 });
    await this.pages.send(request, response, {
      title: 'Know what your competitors’ users dislike',
      content: () => <Welcome products={items} publicUrl={this.env.PUBLIC_URL} />,
    });
  }
}
