import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import { categoryName } from '../dist/analysis/lexicon/taxonomy.js';

/**
 * A straightforward alternative to the service, as its manuals advise: Fastify with compiled JSON and its rate limit in
 * Redis, and pg with one prepared statement for each read, on tables with the indexes for them (`fastify.tables.mjs`). It
 * returns the same data.
 */
const { DATABASE_URL, DATABASE_POOL_SIZE, REDIS_URL, REDIS_KEY_PREFIX, RATE_LIMIT_ANONYMOUS, BENCH_META, PORT } =
  process.env;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL_SIZE),
  options: '-c search_path=fastify,public',
});
const { upsell } = JSON.parse(BENCH_META);

const rows = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const KEY = `SELECT key.id, team.tier FROM api_keys key JOIN teams team ON team.id = key.team_id
  WHERE key.key_hash = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`;
const COUNTS = `review_count AS reviews_count,
    coalesce(review_changes - report_review_changes, review_count) AS reviews_since_report`;
const SEARCH = `SELECT id, name, coalesce(maker, '') AS by, logo_url, description, categories,
    report_status AS pain_points_report_status, report_generated_at AS pain_points_report_generated_at, ${COUNTS}
  FROM products WHERE name ILIKE $1
  ORDER BY name ILIKE $2 DESC, name ILIKE $3 DESC, review_count DESC, id LIMIT 21`;
const REPORT = `SELECT product.id, product.name, product.logo_url, product.description, product.report_status,
    product.report_generated_at, report.summary, report.themes, report.total_themes, ${COUNTS}
  FROM products product LEFT JOIN reports report ON report.id = product.report_id WHERE product.id = $1`;
const PRODUCT = `SELECT id, name, categories, logo_url, ${COUNTS} FROM products WHERE id = $1`;
const RIVALS = `SELECT id, name, categories, logo_url, report_id, pain_headline, ${COUNTS} FROM products
  WHERE id IN (SELECT product_id FROM product_categories WHERE category = ANY ($2)) AND id <> $1
  ORDER BY review_count DESC, id LIMIT 20`;

const NOT_IN_TASTE = new Set(['category_id', 'impact_level', 'meaning_key', 'months', 'change']);

const string = { type: 'string' };
const nullable = { type: 'string', nullable: true };
const time = { type: 'string', format: 'date-time', nullable: true };
const integer = { type: 'integer' };
const number = { type: 'number' };
const object = (properties) => ({ type: 'object', properties });
const list = (items) => ({ type: 'array', items });
const counts = { reviews_count: integer, reviews_since_report: integer };
const compared = { id: string, name: string, categories: list(string), logo_url: nullable, ...counts };

/** The options of a route with this schema of its data and `meta`. */
const answers = (data, meta) => ({
  schema: { response: { 200: object({ success: { type: 'boolean' }, data, meta: object(meta) }) } },
});

const PRODUCTS = list(
  object({
    ...{ id: string, name: string, by: string, logo_url: nullable, description: nullable, categories: list(string) },
    ...{ pain_points_report_status: string, pain_points_report_generated_at: time, ...counts },
  }),
);
const QUOTES = list(object({ quote_text: string, platform: string, source_url: nullable, review_date: nullable }));
const VARIANTS = list(
  object({
    ...{ name: string, kind: string, total_mentions: integer, share: number, trend: string, quote: nullable },
    average_rating: { type: 'number', nullable: true },
  }),
);
const THEMES = list(
  object({
    ...{
      family: string,
      variants: VARIANTS,
      category_name: string,
      category: string,
      quotes: QUOTES,
      trend: string,
      total_mentions: integer,
    },
    ...{ business_impact: string, theme_id: string, share: number, share_low: number, share_high: number },
  }),
);
const TASTE = object({
  product: object({ id: string, name: string, logo_url: nullable, description: nullable, ...counts }),
  ...{ summary: nullable, themes: THEMES, total_themes: integer, status: string, generated_at: time },
});
const COMPETITORS = object({
  product: object(compared),
  competitors: list(
    object({
      ...compared,
      ...{ shared_categories: list(string), has_pain_points_report: { type: 'boolean' }, pain_headline: string },
    }),
  ),
});

const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length);
  if (token === undefined) return;
  const [key] = await rows('key', KEY, [createHash('sha256').update(token).digest()]);
  if (!key) return reply.code(401).send({ success: false });
  request.keyId = key.id;
});
await app.register(rateLimit, {
  max: Number(RATE_LIMIT_ANONYMOUS),
  timeWindow: 60_000,
  redis: new Redis(REDIS_URL),
  nameSpace: `${REDIS_KEY_PREFIX}:fastify:`,
  keyGenerator: ({ keyId, ip }) => keyId ?? ip,
});

const paged = { pagination: object({ page: integer, page_size: integer, has_more: { type: 'boolean' } }) };
app.get('/api/v1/products', answers(PRODUCTS, paged), async ({ query }) => {
  const text = query.query.replace(/[\\%_]/g, '\\$&');
  const found = await rows('search', SEARCH, [`%${text}%`, text, `${text}%`]);
  const pagination = { page: 1, page_size: 20, has_more: found.length > 20 };
  return { success: true, data: found.slice(0, 20), meta: { pagination } };
});

app.get('/api/v1/products/:id/pain-points', answers(TASTE, { upsell: string }), async ({ params }) => {
  const [row] = await rows('report', REPORT, [params.id]);
  const { id, name, logo_url, description, summary, total_themes, report_status, report_generated_at } = row;
  const { reviews_count, reviews_since_report } = row;
  const themes = row.themes.slice(0, 3).map((theme) => ({
    ...Object.fromEntries(Object.entries(theme).filter(([name]) => !NOT_IN_TASTE.has(name))),
    category: categoryName(theme.category_id),
    quotes: theme.quotes.slice(0, 2),
  }));
  const product = { id, name, logo_url, description, reviews_count, reviews_since_report };
  const data = { product, summary, themes, total_themes, status: report_status, generated_at: report_generated_at };
  return { success: true, data, meta: { upsell } };
});

app.get('/api/v1/products/:id/competitors', answers(COMPETITORS, { upsell: string }), async ({ params }) => {
  const [product] = await rows('product', PRODUCT, [params.id]);
  const rivals = await rows('rivals', RIVALS, [product.id, product.categories]);
  const competitors = rivals.map(({ report_id, pain_headline, ...rival }) => ({
    ...rival,
    shared_categories: product.categories.filter((category) => rival.categories.includes(category)),
    has_pain_points_report: report_id !== null,
    ...(report_id !== null && { pain_headline }),
  }));
  return { success: true, data: { product, competitors }, meta: { upsell } };
});

process.on('message', () => process.send({ cpu: process.cpuUsage() }));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.send('listening');
