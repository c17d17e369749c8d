import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import { categoryName } from '../dist/analysis/lexicon/taxonomy.js';

/**
 * A straightforward alternative to the service: Fastify and pg, the same key check and rate limit, and a simple
 * statement for each read. It returns the same data.
 */
const { DATABASE_URL, DATABASE_POOL_SIZE, REDIS_URL, REDIS_KEY_PREFIX, RATE_LIMIT_ANONYMOUS, BENCH_META, PORT } =
  process.env;
const WINDOW_MS = 60_000;
const LIMIT = Number(RATE_LIMIT_ANONYMOUS);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });
const { upsell } = JSON.parse(BENCH_META);
const redis = new Redis(REDIS_URL);
redis.defineCommand('hit', {
  numberOfKeys: 1,
  lua: `local hits = redis.call('INCR', KEYS[1])
        if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
        return {hits, redis.call('PTTL', KEYS[1])}`,
});

const rows = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const KEY = `SELECT key.id, team.tier FROM api_keys key JOIN teams team ON team.id = key.team_id
  WHERE key.key_hash = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`;
const COUNTS = `review_count AS reviews_count,
    coalesce(review_changes - report_review_changes, review_count) AS reviews_since_report`;
const SEARCH = `SELECT id, name, coalesce(maker, '') AS by, logo_url, description, categories,
    report_status AS pain_points_report_status, report_generated_at AS pain_points_report_generated_at, ${COUNTS}
  FROM products WHERE name_key LIKE '%' || fold_text($1) || '%'
  ORDER BY name_key = fold_text($1) DESC, starts_with(name_key, fold_text($1)) DESC, review_count DESC, id LIMIT 21`;
const REPORT = `SELECT product.id, product.name, product.logo_url, product.description, product.report_status,
    product.report_generated_at, report.summary, report.themes, report.total_themes, ${COUNTS}
  FROM products product LEFT JOIN reports report ON report.id = product.report_id WHERE product.id = $1`;
const PRODUCT = `SELECT id, name, categories, logo_url, ${COUNTS} FROM products WHERE id = $1`;
const RIVALS = `SELECT id, name, categories, logo_url, report_id, pain_headline, ${COUNTS} FROM products
  WHERE id IN (SELECT product_id FROM product_categories WHERE category = ANY ($2)) AND id <> $1
  ORDER BY review_count DESC, id LIMIT 20`;

const NOT_IN_TASTE = new Set(['category_id', 'impact_level', 'meaning_key', 'months', 'change']);

const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  let subject = request.ip;
  const token = request.headers.authorization?.slice('Bearer '.length);
  if (token !== undefined) {
    const [key] = await rows('key', KEY, [createHash('sha256').update(token).digest()]);
    if (!key) return reply.code(401).send({ success: false });
    subject = key.id;
  }
  const [hits, left] = await redis.hit(`${REDIS_KEY_PREFIX}:fastify:${subject}`, WINDOW_MS);
  reply.header('X-RateLimit-Limit', LIMIT);
  reply.header('X-RateLimit-Remaining', Math.max(0, LIMIT - hits));
  reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + left) / 1_000));
  if (hits > LIMIT) return reply.code(429).send({ success: false });
});

app.get('/api/v1/products', async ({ query }) => {
  const found = await rows('search', SEARCH, [query.query]);
  const pagination = { page: 1, page_size: 20, has_more: found.length > 20 };
  return { success: true, data: found.slice(0, 20), meta: { pagination } };
});

app.get('/api/v1/products/:id/pain-points', async ({ params }) => {
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

app.get('/api/v1/products/:id/competitors', async ({ params }) => {
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
