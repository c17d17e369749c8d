import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/database/database.js';

/** The fields of a review that a test sets. The other fields have default values. */
export interface ReviewFacts {
  text?: string;
  title?: string | null;
  rating?: number | null;
  productName?: string;
  reviewerName?: string | null;
  reviewerTitle?: string | null;
  company?: string | null;
  companyWebsite?: string | null;
  profileUrl?: string | null;
  painPoints?: object;
}

const PAIN_POINTS = {
  summary: 'Exports fail',
  items: [{ theme: 'Exports', severity: 'high', quote: 'exports fail every single week', confidence: 0.9 }],
  buying_signals: [],
  competitors_mentioned: [],
  reason: 'a named product fails at something that matters',
};

/** Inserts a product, a review of it, and the opportunity for the review. @returns the opportunity's id */
export async function insertReviewOpportunity(database: Database, facts: ReviewFacts = {}): Promise<string> {
  const [opportunityId, reviewId] = [uuidv7(), uuidv7()];
  const productId = await productNamed(database, facts.productName ?? 'Tabula');
  await database.execute(
    `INSERT INTO reviews (id, product_id, platform, external_id, title, text, rating, published_at, reviewer_name, reviewer_title,
                          reviewer_company, reviewer_profile_url, company_website)
     VALUES ($1, $2, 'g2', $3, $4, $5, $6, now(), $7, $8, $9, $10, $11)`,
    [
      reviewId,
      productId,
      reviewId,
      facts.title ?? null,
      facts.text ?? 'We like it, but exports fail every single week and nobody answers.',
      facts.rating === undefined ? 2 : facts.rating,
      facts.reviewerName === undefined ? 'Jane Doe' : facts.reviewerName,
      facts.reviewerTitle === undefined ? 'Head of Operations' : facts.reviewerTitle,
      facts.company === undefined ? 'Acme, Inc.' : facts.company,
      facts.profileUrl ?? null,
      facts.companyWebsite ?? null,
    ],
  );
  await database.execute(
    `INSERT INTO opportunities (id, source, review_id, product_id, frustration_tier, sentiment, has_buying_signal, pain_points,
                                rating, search_text, engine, reach)
     VALUES ($1, 'review', $2, $3, 'high', 'negative', false, $4, 2, '', 'test/1', $5)`,
    [opportunityId, reviewId, productId, facts.painPoints ?? PAIN_POINTS, reachOf(facts.reviewerName)],
  );
  return opportunityId;
}

/** A writer has a name unless the test says otherwise. */
const reachOf = (name: string | null | undefined): string => (name === null ? 'anonymous' : 'named');

/** Inserts a post and the opportunity for the post. @returns the opportunity's id */
export async function insertPostOpportunity(
  database: Database,
  facts: { text?: string; authorName?: string; company?: string; productName?: string; painPoints?: object } = {},
): Promise<string> {
  const [opportunityId, postId] = [uuidv7(), uuidv7()];
  await database.execute(
    `INSERT INTO posts (id, source, external_id, text, product_name, author_name, author_company_name)
     VALUES ($1, 'forum', $2, $3, $4, $5, $6)`,
    [
      postId,
      postId,
      facts.text ?? 'Can anybody recommend an alternative? Exports fail every single week.',
      facts.productName ?? null,
      facts.authorName ?? null,
      facts.company ?? null,
    ],
  );
  await database.execute(
    `INSERT INTO opportunities (id, source, post_id, frustration_tier, sentiment, has_buying_signal, pain_points, search_text, engine,
                                reach)
     VALUES ($1, 'forum', $2, 'high', 'negative', true, $3, '', 'test/1', $4)`,
    [opportunityId, postId, facts.painPoints ?? PAIN_POINTS, facts.authorName ? 'named' : 'anonymous'],
  );
  return opportunityId;
}

async function productNamed(database: Database, name: string): Promise<string> {
  await database.execute('INSERT INTO products (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [uuidv7(), name]);
  const product = await database.one<{ id: string }>('SELECT id FROM products WHERE name = $1', [name]);
  return product.id;
}
