import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { OperationResult, type Page, pageOf, window } from '#platform/operations/operation.result.js';
import { presentCompared, presentCompetitor, presentProduct } from './product.presenter.js';
import type { Competitors, ProductSearch, ProductView } from './products.operations.js';
import { type ListedProduct, ProductsQueries } from './products.queries.js';

/** From this offset on, the service first checks whether there are that many products. */
const DEEP_OFFSET = 10_000;
const MAX_SUGGESTED = 3;
const MAX_CATEGORIES = 50;
/** The best matches of a name, to which filters apply. */
const MAX_FILTERED = 500;

/** Which products to list. */
export interface ProductFilter {
  /** Null lists all categories. */
  category: string | null;
  /** Whether to list only products with a finished report. */
  isReported: boolean;
}

/** Finds products and their competitors. */
@Injectable()
export class ProductsService {
  private readonly upsell: string;

  constructor(
    private readonly queries: ProductsQueries,
    @Inject(ENV) env: Env,
  ) {
    this.upsell = `See what reviewers dislike about each of them: full reports come with an API key: ${env.PUBLIC_URL}/`;
  }

  /** One page of products by name, or of the most reviewed products if there is no query. */
  async search(search: ProductSearch): Promise<Page<ProductView>> {
    const { limit, offset } = window(search);
    if (offset > DEEP_OFFSET && !(await this.queries.hasMoreThan(offset))) return pageOf<ProductView>([], search);
    const products = search.query
      ? await this.queries.findByName(search.query, limit, offset)
      : await this.queries.mostReviewed(limit, offset);
    return pageOf(products.map(presentProduct), search);
  }

  /**
   * One page of the products that pass a filter, in the order of a search. A search by name filters its best matches.
   */
  async filter(search: ProductSearch, filter: ProductFilter): Promise<Page<ProductView>> {
    const { limit, offset } = window(search);
    const { category, isReported } = filter;
    if (!isReported && category === null) return this.search(search);
    if (search.query) {
      const rows = await this.queries.findByName(search.query, MAX_FILTERED, 0);
      return pageOf(
        rows
          .filter(passing(filter))
          .slice(offset, offset + limit)
          .map(presentProduct),
        search,
      );
    }
    const rows =
      category !== null && !isReported
        ? await this.queries.inCategory(category, limit, offset)
        : await this.queries.withReports(limit, offset, category);
    return pageOf(await this.summariesOf(rows.map(({ id }) => id)), search);
  }

  /** The ids of the products that have exactly one of these names, or had it, by this name. Of namesakes, the most reviewed. */
  named(names: readonly string[]): Promise<Map<string, string>> {
    return this.queries.findNamed(names);
  }

  /** The most frequent categories, in alphabetical order. */
  async categories(): Promise<string[]> {
    return (await this.queries.frequentCategories(MAX_CATEGORIES)).sort((one, other) => one.localeCompare(other, 'en'));
  }

  /** Popular products with names similar to a text, the most similar first. */
  async suggest(text: string): Promise<ProductView[]> {
    const rows = await this.queries.findSimilar(text, MAX_SUGGESTED);
    return this.summariesOf(rows.map(({ id }) => id));
  }

  /** The competitors of a product, the most reviewed first, with `meta.upsell`. @throws 404 */
  async competitorsOf(productId: string): Promise<OperationResult<Competitors>> {
    const found = await this.queries.competitorsOf(productId);
    if (!found) throw notFound();
    const { product } = found;
    const competitors = found.competitors.map((competitor) => presentCompetitor(competitor, product));
    return new OperationResult({ product: presentCompared(product), competitors }, { upsell: this.upsell });
  }

  /** The products with the given ids, in the order of `ids`, without unknown ids. */
  async summariesOf(ids: readonly string[]): Promise<ProductView[]> {
    return ids.length === 0 ? [] : (await this.queries.findByIds(ids)).map(presentProduct);
  }

  /** The product with this id, or the one that has taken it in by a merge; null if there is neither. */
  async remaining(id: string): Promise<ProductView | null> {
    const [found] = await this.summariesOf([id]);
    if (found) return found;
    const mergedInto = await this.queries.findMergedInto(id);
    const [taker] = mergedInto === null ? [] : await this.summariesOf([mergedInto]);
    return taker ?? null;
  }

  /** Ids of the most reviewed products with a finished report, and when it was finished. */
  async reported(limit: number): Promise<{ id: string; generatedAt: Date | null }[]> {
    const products = await this.queries.withReports(limit);
    return products.map(({ id, report_generated_at }) => ({ id, generatedAt: report_generated_at }));
  }
}

const passing =
  ({ category, isReported }: ProductFilter) =>
  ({ categories, report_generated_at }: ListedProduct): boolean =>
    (category === null || categories.includes(category)) && (!isReported || report_generated_at !== null);
