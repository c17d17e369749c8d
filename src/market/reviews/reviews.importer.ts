import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { productMaker, productName, ProductsImporter } from '#market/products/products.importer.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import {
  optionalNumber,
  optionalText,
  optionalTime,
  optionalUrl,
  requiredText,
  verbatimText,
} from '#platform/files/line.fields.js';
import { REVIEWS_IMPORTED } from './reviews.events.js';
import { ReviewsImportQueries } from './reviews.import.queries.js';

const reviewLine = z
  .object({
    external_id: requiredText(300),
    platform: requiredText(100),
    product_name: productName,
    product_maker: productMaker,
    product_category: optionalText(100),
    text: verbatimText(100_000),
    title: optionalText(1_000),
    rating: optionalNumber(1, 5),
    published_at: optionalTime(),
    review_url: optionalUrl(),
    reviewer_name: optionalText(300),
    author: optionalText(300),
    reviewer_title: optionalText(300),
    reviewer_company: optionalText(300),
    reviewer_profile_url: optionalUrl(),
    company_industry: optionalText(200),
    company_size: optionalText(100),
    company_country: optionalText(100),
    company_website: optionalUrl(),
  })
  .transform(({ author, ...line }) => ({ ...line, reviewer_name: line.reviewer_name ?? author }));

export type ReviewLine = z.infer<typeof reviewLine>;

/** Imports reviews: the same platform and external id is the same review. News of what is new or changed is written with it. */
@Injectable()
export class ReviewsImporter extends FileImporter<ReviewLine> {
  protected readonly schema = reviewLine;

  constructor(
    private readonly database: Database,
    private readonly products: ProductsImporter,
    private readonly queries: ReviewsImportQueries,
    private readonly events: EventLog,
  ) {
    super();
  }

  protected store(lines: ReviewLine[]): Promise<Stored> {
    return this.database.transaction(async () => {
      const productIds = await this.products.idsOf(
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
