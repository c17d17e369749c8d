import { Injectable } from '@nestjs/common';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import { REVIEWS_IMPORTED } from './reviews.events.js';
import { ReviewsImportQueries } from './reviews.import.queries.js';
import { reviewLayout, type ReviewLine, reviewerOf, withoutReviewer } from './reviews.line.js';

/**
 * Imports reviews. Platform and external id identify a review. An event with the new and changed reviews is written in
 * the same transaction.
 */
@Injectable()
export class ReviewsImporter extends FileImporter<ReviewLine> {
  protected readonly layout = reviewLayout;

  constructor(
    private readonly database: Database,
    private readonly products: ProductsImporter,
    private readonly queries: ReviewsImportQueries,
    private readonly events: EventLog,
    private readonly erased: ErasedPeople,
  ) {
    super();
  }

  protected store(read: ReviewLine[]): Promise<Stored> {
    return this.database.transaction(async () => {
      const isErased = await this.erased.among(read.map(reviewerOf));
      const lines = read.map((line, n) => (isErased[n] ? withoutReviewer(line) : line));
      const productIds = await this.products.findOrCreateIds(
        lines.map(({ product_name, product_maker, product_category }) => ({
          name: product_name,
          maker: product_maker,
          category: product_category,
        })),
      );
      const { writtenIds, inserted } = await this.queries.upsert(lines, productIds);
      if (writtenIds.length > 0) await this.events.append(REVIEWS_IMPORTED, { review_ids: writtenIds });
      return { inserted, updated: writtenIds.length - inserted };
    });
  }
}
