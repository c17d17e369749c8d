import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { compareProducts, MOST_COMPARED } from '#market/report-insights/product-comparison.operations.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { AppPages } from '../parts/app-pages.js';
import { ComparePage } from './compare.page.js';
import { FormInput } from '../parts/form-input.js';
import type { RawQuery } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';

const OFFERED = 24;
const NAMES = new Intl.ListFormat('en');

@Controller('app/compare')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class ComparePagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly products: ProductsService,
    private readonly comparisons: ProductComparisonService,
  ) {}

  /** More products than fit are left out, and the page says so. */
  @Get()
  async show(@Query() raw: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.admit(compareProducts, request, response);
    const text = typeof raw.query === 'string' ? raw.query : '';
    const { query } = this.input.validate(searchProducts, {
      query: { page_size: OFFERED, ...(text && { query: text }) },
    });
    const found = await this.products.search(query);
    const asked = idsIn(raw.ids);
    const chosen = await this.products.summariesOf(asked.slice(0, MOST_COMPARED));
    const ids = chosen.map(({ id }) => id);
    const comparison = ids.length >= 2 ? await this.comparisons.compare(ids) : null;
    const others = found.items.filter(
      ({ id, pain_points_report_generated_at }) => pain_points_report_generated_at !== null && !ids.includes(id),
    );
    await this.pages.send(request, response, {
      title: ids.length >= 2 ? NAMES.format(chosen.map(({ name }) => name)) : 'Compare products',
      section: 'products',
      content: () => (
        <ComparePage query={text} {...{ chosen, others, comparison }} areTooMany={asked.length > MOST_COMPARED} />
      ),
    });
  }
}

/** The ids of an address. What is no id is left out. */
function idsIn(sent: unknown): string[] {
  const texts = [sent ?? []].flat().flatMap((each) => (typeof each === 'string' ? each.toLowerCase().split(',') : []));
  return [...new Set(texts.filter((each) => UUID_PATTERN.test(each)))];
}
