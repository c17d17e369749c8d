import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/database/database.js';

/** The fields of a review. An omitted field is null; the default platform is `Test Store`. */
export interface TestReview {
  text: string;
  rating?: number;
  publishedAt?: string;
  reviewUrl?: string;
  platform?: string;
}

const COMPLAINTS = {
  crash: [
    'The app crashes every time I open a large file and I lose my work.',
    'It keeps crashing on startup since the last update, very annoying.',
    'Constant crashes when I try to upload a video from my phone.',
    'The app freezes and then crashes whenever I switch folders.',
  ],
  sync: [
    'Syncing is broken and my files never show up on the other computer.',
    'The sync stops halfway through and never finishes, I cannot rely on it.',
    'Files fail to sync between my devices and I lost two documents.',
    'Sync is stuck for days and nothing I do makes it work again.',
  ],
  price: [
    'It is far too expensive for what it offers and the price went up again.',
    'The subscription is overpriced and they raised the price without warning.',
    'Way too expensive for a small team, I cannot justify this price.',
    'The pricing is a rip off, I pay twice as much as last year.',
  ],
  support: [
    'Customer support never answered my emails and the problem is still there.',
    'Support is terrible, I waited three weeks for a useless reply.',
    'The support team ignored my ticket for a month, awful service.',
    'Customer service is rude and refused to help with my account.',
  ],
  login: [
    'I cannot log in anymore, the password reset email never arrives.',
    'The login fails every morning and I have to reset my password again.',
    'It logs me out constantly and then refuses my password.',
    'I am locked out of my account and the login page only shows an error.',
  ],
};

/** Forty dated reviews about five subjects, and ten positive reviews. */
export const MANY_REVIEWS: TestReview[] = [
  ...Object.values(COMPLAINTS).flatMap((texts, subject) =>
    Array.from({ length: 8 }, (_, index) => ({
      text: `${texts[index % texts.length] ?? ''} Tried it ${index + 1} times.`,
      rating: 1 + (index % 2),
      publishedAt: new Date(Date.UTC(2025, subject, 1 + index)).toISOString(),
      reviewUrl: `https://reviews.example/${subject}-${index}`,
    })),
  ),
  ...Array.from({ length: 10 }, (_, index) => ({ text: `Great app, I love it, number ${index}.`, rating: 5 })),
];

/** Enough for a report that costs a credit. */
export const ONE_REVIEW: TestReview[] = [{ text: 'It crashes.' }];

/** Inserts a product with reviews. */
export async function createReviewedProduct(
  database: Database,
  options: { name?: string; reviews?: TestReview[] } = {},
): Promise<string> {
  const { reviews = MANY_REVIEWS } = options;
  const id = uuidv7();
  await database.query(
    `INSERT INTO products (id, name, maker, description, categories, review_count) VALUES ($1, $2, 'Maker', 'Stores files', '{Storage}', $3)`,
    [id, options.name ?? `Product ${id}`, reviews.length],
  );
  for (const review of reviews) {
    const reviewId = uuidv7();
    await database.query(
      `INSERT INTO reviews (id, product_id, platform, external_id, text, rating, published_at, review_url)
       VALUES ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6, $7)`,
      [
        reviewId,
        id,
        review.platform ?? 'Test Store',
        review.text,
        review.rating ?? null,
        review.publishedAt ?? null,
        review.reviewUrl ?? null,
      ],
    );
  }
  return id;
}
