import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { RenderedJson } from '#platform/http/lean-express.adapter.js';
import { Answer, type Page, pageOf } from '#platform/operations/pagination.dto.js';
import type { Competitors, ProductSearch, ProductView } from './products.operations.js';
import { type ProductRow, ProductsQueries } from './products.queries.js';

/** Finds products and what they compete with. */
@Injectable()
export class ProductsService {
  private readonly upsell: string;

  constructor(
    private readonly queries: ProductsQueries,
    @Inject(ENV) env: Env,
  ) {
    this.upsell = `See what reviewers dislike about each of them: full reports come with an API key: ${env.PUBLIC_URL}/`;
  }

  /** One page of products by name, or of the most reviewed ones where there is no query. */
  async search(search: ProductSearch): Promise<Page<ProductView>> {
    const rows = search.query
      ? await this.queries.named(search.query, search)
      : await this.queries.mostReviewed(search);
    return pageOf(rows.map(productView), search);
  }

  /** Alternatives to a product, the most reviewed first, with `meta.upsell`. @throws 404 */
  async competitorsOf(productId: string): Promise<Answer<Competitors>> {
    return new Answer(JSON.parse(await this.body(productId)) as Competitors, { upsell: this.upsell });
  }

  /** The same, as the finished envelope. @throws 404 */
  async renderedCompetitorsOf(productId: string): Promise<RenderedJson> {
    const meta = JSON.stringify({ upsell: this.upsell });
    return new RenderedJson(`{"success":true,"data":${await this.body(productId)},"meta":${meta}}`);
  }

  /** The products with these ids, in their order; unknown ids are left out. */
  async summariesOf(ids: readonly string[]): Promise<ProductView[]> {
    return ids.length === 0 ? [] : (await this.queries.withIds(ids)).map(productView);
  }

  private async body(productId: string): Promise<string> {
    const body = await this.queries.competitorsOf(productId);
    if (body === null) throw notFound();
    return body;
  }
}

/** A product as every list shows it. */
function productView(row: ProductRow): ProductView {
  return {
    id: row.id,
    name: row.name,
    by: row.maker ?? '',
    logo_url: row.logo_url,
    description: row.description,
    categories: row.categories,
    pain_points_report_status: row.report_status,
    pain_points_report_generated_at: row.report_generated_at?.toISOString() ?? null,
  };
}
