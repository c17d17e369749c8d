import { Injectable } from '@nestjs/common';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { productName } from '#market/products/products.line.js';
import { REVIEWS_IMPORTED } from '#market/reviews/reviews.events.js';
import { Database } from '#platform/database/database.js';
import { invalidField, invalidRequest, notFound } from '#platform/errors/application-error.js';
import { EventLog } from '#platform/events/event-log.js';
import { MAX_REMOVED, OPPORTUNITY_REMOVED } from '#workspace/opportunities/opportunities.events.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type ChangedProduct, ProductChangesQueries, type ProductLosses } from './product-changes.queries.js';

export type { ProductLosses };

/** A product, as commands print it. */
export type NamedProduct = Pick<ChangedProduct, 'id' | 'name'>;

/** Ids in one event. */
const EVENT_IDS = 1_000;

/** Merges, renames and deletes products, for operators. A product is given by its id or its full name. */
@Injectable()
export class ProductChanges {
  constructor(
    private readonly database: Database,
    private readonly queries: ProductChangesQueries,
    private readonly products: ProductReportsService,
    private readonly events: EventLog,
    private readonly facts: Facts,
    private readonly teams: TeamsService,
    private readonly teamEvents: TeamEvents,
    private readonly watchlist: WatchlistService,
  ) {}

  /**
   * Moves the reviews, reports, opportunities and followers of one product to another one, and removes the first. Its name stays
   * a former name of the second, which searches and imports find.
   * @throws 404; 400 for one product with itself, and while a report of one of them is being made
   */
  async merge(from: string, into: string): Promise<{ from: NamedProduct; into: NamedProduct }> {
    const ids = [await this.products.findId(from), await this.products.findId(into)] as const;
    if (ids[0] === ids[1]) throw invalidRequest('Both are the same product');
    return this.database.transaction(async () => {
      const found = await this.lock(ids);
      const [merged, kept] = ids.map((id) => found.get(id)) as [ChangedProduct, ChangedProduct];
      await this.queries.merge(merged.id, kept.id);
      await this.queries.addAlias(kept.id, merged);
      await this.queries.removeOwnAlias(kept.id);
      await this.readAgain(kept.id);
      const changes = { name: [merged.name, kept.name] } as const;
      await this.facts.record('product.merged', { teamId: null, id: kept.id, name: kept.name }, { changes });
      return { from: named(merged), into: named(kept) };
    });
  }

  /**
   * Renames a product. The old name stays a former name, which searches and imports find.
   * @throws 404; 400 for an empty or long name, or that of another product
   */
  async rename(idOrName: string, name: string): Promise<{ from: string; product: NamedProduct }> {
    const parsed = productName.safeParse(name);
    if (!parsed.success) throw invalidField('name', `the name ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
    const id = await this.products.findId(idOrName);
    return this.database.transaction(async () => {
      const before = (await this.lock([id])).get(id) as ChangedProduct;
      if (await this.queries.isTaken(parsed.data, before.maker, id)) {
        throw invalidRequest(`Another product is called ${parsed.data}; merge them`);
      }
      await this.queries.rename(id, parsed.data);
      await this.queries.addAlias(id, before);
      await this.queries.removeOwnAlias(id);
      await this.readAgain(id);
      const changes = { name: [before.name, parsed.data] } as const;
      await this.facts.record('product.renamed', { teamId: null, id, name: parsed.data }, { changes });
      return { from: before.name, product: { id, name: parsed.data } };
    });
  }

  /** What a deletion would remove with the product. @throws 404 */
  async lossesOf(idOrName: string): Promise<{ product: NamedProduct; losses: ProductLosses }> {
    const id = await this.products.findId(idOrName);
    return this.database.transaction(async () => {
      const product = (await this.lock([id])).get(id) as ChangedProduct;
      return { product: named(product), losses: await this.queries.lossesOf(id) };
    });
  }

  /** Deletes a product with its reviews, reports, opportunities and what teams have bought of them. @throws as `merge` */
  async delete(id: string): Promise<ProductLosses> {
    return this.database.transaction(async () => {
      const product = (await this.lock([id])).get(id) as ChangedProduct;
      const losses = await this.queries.lossesOf(id);
      await this.tellFollowers(id);
      await this.queries.delete(id);
      await this.facts.record('product.deleted', { teamId: null, id, name: product.name });
      return losses;
    });
  }

  /** @throws 404 for a product that is gone; 400 while a report of one is being made */
  private async lock(ids: readonly string[]): Promise<Map<string, ChangedProduct>> {
    const found = await this.queries.lock(ids);
    if (found.length < ids.length) throw notFound('Product not found');
    const busy = found.find(({ report_status }) => report_status === 'generating');
    if (busy) throw invalidRequest(`A report of ${busy.name} is being made; try again when it is finished`);
    return new Map(found.map((product) => [product.id, product]));
  }

  /** Writes the events of teams here: those who followed a product are known only until it is deleted. */
  private async tellFollowers(product_id: string): Promise<void> {
    const teamIds = await this.teams.paidAmong(await this.watchlist.followersOf(product_id));
    const ids = teamIds.length > 0 ? await this.queries.opportunityIdsOf(product_id) : [];
    for (let start = 0; start < ids.length; start += MAX_REMOVED) {
      const data = { product_id, opportunity_ids: ids.slice(start, start + MAX_REMOVED) };
      for (const teamId of teamIds) await this.teamEvents.append(OPPORTUNITY_REMOVED, data, teamId);
    }
  }

  /** Texts with opportunities are read again, because these hold the name of the product. */
  private async readAgain(productId: string): Promise<void> {
    const review_ids = await this.queries.reviewIdsWithOpportunities(productId);
    for (let start = 0; start < review_ids.length; start += EVENT_IDS) {
      await this.events.append(REVIEWS_IMPORTED, { review_ids: review_ids.slice(start, start + EVENT_IDS) });
    }
  }
}

const named = ({ id, name }: ChangedProduct): NamedProduct => ({ id, name });
