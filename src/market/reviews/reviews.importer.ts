import { Injectable } from '@nestjs/common';
import { ImportLog } from '#market/imports/import.log.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { ErasedTexts } from '#market/writers/erased-texts.service.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter } from '#platform/files/file.importer.js';
import type { Stored } from '#platform/files/import.journal.js';
import { REVIEWS_IMPORTED } from './reviews.events.js';
import { ReviewsImportQueries } from './reviews.import.queries.js';
import { reviewLayout, type ReviewLine, reviewerOf, withoutReviewer } from './reviews.line.js';

/**
 * Imports reviews. Platform and external id identify a review. An event with the new and changed reviews is written in
 * the same transaction.
 */
@Injectable()
export class ReviewsImporter extends FileImporter<ReviewLine> {
  protected readonly kind = 'reviews';
  protected readonly layout = reviewLayout;

  constructor(
    protected readonly imports: ImportLog,
    private readonly products: ProductsImporter,
    private readonly queries: ReviewsImportQueries,
    private readonly events: EventLog,
    private readonly erased: ErasedPeople,
    private readonly erasedTexts: ErasedTexts,
  ) {
    super();
  }

  protected async store(read: ReviewLine[], importId: number | null): Promise<Stored> {
    const isErased = await this.erased.among(read.map(reviewerOf));
    const isGone = await this.erasedTexts.among(
      'reviews',
      read.map(({ platform: place, external_id }) => ({ place, external_id })),
    );
    const lines = read.flatMap((line, n) => (isGone[n] ? [] : [isErased[n] ? withoutReviewer(line) : line]));
    const erased = read.length - lines.length;
    if (lines.length === 0) return { inserted: 0, updated: 0, erased };
    const productIds = await this.products.findOrCreateIds(
      lines.map(({ product_name, product_maker, product_category }) => ({
        name: product_name,
        maker: product_maker,
        category: product_category,
      })),
      importId,
    );
    const { writtenIds, inserted } = await this.queries.upsert(lines, productIds, importId);
    if (writtenIds.length > 0) await this.events.append(REVIEWS_IMPORTED, { review_ids: writtenIds });
    return { inserted, updated: writtenIds.length - inserted, erased };
  }
}
