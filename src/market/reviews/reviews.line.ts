import { z } from 'zod';
import { productMaker, productName } from '#market/products/products.line.js';
import {
  optionalNumber,
  optionalText,
  optionalTime,
  optionalUrl,
  requiredText,
  verbatimText,
} from '#platform/files/line.fields.js';

/** One line of a file of reviews. */
export const reviewLine = z
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
