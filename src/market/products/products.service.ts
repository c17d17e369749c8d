import { setImmediate as immediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { RenderedJson } from '#platform/http/rendered-json.js';
import { Answer, type Page, pageOf } from '#platform/operations/pagination.dto.js';
import type { Competitors, ProductSearch, ProductView } from './products.operations.js';
import { ProductsQueries } from './products.queries.js';

/** Rows before a page from which on it is first asked whether there are so many products at all. */
const DEEP = 10_000;

/** Finds products and what they compete with. */
@Injectable()
export class ProductsService {
  private readonly upsell: string;
  private readonly searches = shared(
    (search: ProductSearch) => this.pageOf(search),
    ({ query, page, page_size: size }) => `${page} ${size} ${query ?? ''}`,
  );
  private readonly competitors = shared(
    (productId: string) => this.queries.competitorsOf(productId),
    (productId) => productId,
  );

  constructor(
    private readonly queries: ProductsQueries,
    @Inject(ENV) env: Env,
  ) {
    this.upsell = `See what reviewers dislike about each of them: full reports come with an API key: ${env.PUBLIC_URL}/`;
  }

  /** One page of products by name, or of the most reviewed ones where there is no query. */
  async search(search: ProductSearch): Promise<Page<ProductView>> {
    const { items, pagination } = await this.searches(search);
    return { items: items.map((item) => JSON.parse(item) as ProductView), pagination };
  }

  /** The same, as the finished envelope. */
  async renderedSearch(search: ProductSearch): Promise<RenderedJson> {
    const { items, pagination } = await this.searches(search);
    const meta = JSON.stringify({ pagination });
    return new RenderedJson(`{"success":true,"data":[${items.join(',')}],"meta":${meta}}`);
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
    return ids.length === 0 ? [] : (await this.queries.withIds(ids)).map((item) => JSON.parse(item) as ProductView);
  }

  private async pageOf(search: ProductSearch): Promise<Page<string>> {
    const { query, page, page_size: size } = search;
    const isBeyondEverything = page * size > DEEP && !(await this.queries.isMoreThan((page - 1) * size));
    if (isBeyondEverything) return pageOf<string>([], search);
    return pageOf(query ? await this.queries.named(query, search) : await this.queries.mostReviewed(search), search);
  }

  private async body(productId: string): Promise<string> {
    const body = await this.competitors(productId);
    if (body === null) throw notFound();
    return body;
  }
}

/**
 * Calls that arrive in one turn of the event loop and ask for the same share one look-up, made after they arrived; what
 * asks for something else waits for nobody.
 */
function shared<Key, Value>(look: (key: Key) => Promise<Value>, nameOf: (key: Key) => string) {
  const arrived = new Map<string, Promise<Value>>();
  return (key: Key): Promise<Value> => {
    const name = nameOf(key);
    let answer = arrived.get(name);
    if (!answer) {
      answer = immediate().then(() => {
        arrived.delete(name);
        return look(key);
      });
      arrived.set(name, answer);
    }
    return answer;
  };
}
