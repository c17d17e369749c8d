import { shareInterval } from '../dist/market/reports/share.interval.js';

/** Inserts products with SQL until there are `size`. Every twentieth product has a report. */
const WORDS = [
  ['Nimbus', 'Vertex', 'Quill', 'Harbor', 'Lumen', 'Cobalt', 'Ember', 'Tally', 'Orchid', 'Falcon', 'Granite', 'Meadow'],
  ['Desk', 'Flow', 'Board', 'Sync', 'Ledger', 'Mail', 'Forms', 'Chat', 'Vault', 'Track', 'Studio', 'Reach'],
];
/** Categories have realistic, uneven sizes: the largest contains a tenth of all products. */
const CATEGORIES = 400;
const TEXTS_READ = 1_000;

const text = (list) => `(ARRAY[${list.map((word) => `'${word}'`).join(',')}])`;
const hash = (salt) => `abs(hashtextextended('${salt}' || n, 0))`;

/** An artificial id that depends only on the number. */
export const idOf = (kind, n) => `md5('${kind}' || ${n})::uuid`;

export async function fill(client, size) {
  const [{ count }] = (await client.query('SELECT count(*)::int FROM products')).rows;
  // Triggers and index updates for each row would take minutes. Their results are written below.
  await client.query('ALTER TABLE products DISABLE TRIGGER USER');
  const indexes = await dropIndexes(client);
  await client.query(`
    INSERT INTO products (id, name, maker, description, categories, logo_url, review_count)
    SELECT ${idOf('product', 'n')},
           initcap(substr(translate(md5('name' || n), '0123456789', 'aeiouklmno'), 1, 7)) || ' ' ||
             ${text(WORDS[0])}[1 + ${hash('a')} % 12] || ' ' || ${text(WORDS[1])}[1 + ${hash('b')} % 12],
           'Maker ' || ${hash('maker')} % 5000,
           'Helps teams of every size to plan, write and deliver what they promised, number ' || n,
           (SELECT array_agg(DISTINCT 'Category ' || floor(${CATEGORIES} * power((${hash('c')} / (1 + i) % 100000) / 100000.0, 2.6))::int)
            FROM generate_series(0, (${hash('d')} % 3)::int) i),
           CASE WHEN n % 3 = 0 THEN 'https://example.com/logo/' || n || '.png' END,
           (20000 / (1 + ${hash('volume')} % 5000))::int
    FROM generate_series(${count + 1}, ${size}) n`);
  await client.query(`
    INSERT INTO product_categories (product_id, category, review_count)
    SELECT product.id, category, product.review_count
    FROM generate_series(${count + 1}, ${size}) n JOIN products product ON product.id = ${idOf('product', 'n')},
         unnest(product.categories) category`);
  await client.query(
    `
    INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, generated_at)
    SELECT ${idOf('report', 'n')}, ${idOf('product', 'n')}, 'built-in', 'What reviewers of product ' || n || ' dislike',
           $1::jsonb, jsonb_array_length($1::jsonb), $2::jsonb, now()
    FROM generate_series(${count + 20}, ${size}, 20) n`,
    [JSON.stringify(themes()), JSON.stringify(metadata())],
  );
  await client.query(`
    UPDATE products SET report_id = report.id, report_status = 'completed', report_generated_at = report.generated_at,
                        pain_headline = 'Crashes and freezes (131 mentions)'
    FROM reports report WHERE report.product_id = products.id AND products.report_id IS NULL`);
  for (const definition of indexes) await client.query(definition);
  await client.query('ALTER TABLE products ENABLE TRIGGER USER');
  await client.query('VACUUM ANALYZE');
}

async function dropIndexes(client) {
  const { rows } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'products' AND indexdef NOT LIKE '%UNIQUE%'`,
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

function themes() {
  return Array.from({ length: 12 }, (_, theme) => ({
    category_name: `Theme ${theme}`,
    quotes: Array.from({ length: 5 }, (_, quote) => ({
      quote_text: `It keeps crashing when I upload a video, and support has no answer (${theme}.${quote}). I lose an hour every day.`,
      platform: 'Google Play',
      source_url: `https://example.com/reviews/${theme}-${quote}`,
      review_date: '2025-03-01T00:00:00.000Z',
    })),
    trend: 'stable',
    total_mentions: 131 - theme,
    business_impact: 'high: named in 31% of critical reviews, average rating 1.8',
    meaning_key: `theme ${theme}`,
    theme_id: `00000000-0000-5000-8000-${String(theme).padStart(12, '0')}`,
    ...shareInterval(131 - theme, TEXTS_READ),
    months: Array.from({ length: 14 }, (_, month) => ({
      month: new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 7),
      mentions: 9,
      reviews: 71,
    })),
    change: null,
    family: 'crashes',
    variants: Array.from({ length: 3 }, (_, variant) => ({
      name: `When I upload files of kind ${variant}`,
      kind: 'circumstance',
      total_mentions: 20 - variant,
      share: 0.02,
      average_rating: 1.8,
      trend: 'stable',
      quote: null,
    })),
  }));
}

function metadata() {
  return {
    engine: 'built-in',
    reviews_read: TEXTS_READ,
    reviews_with_problem: 400,
    date_range: { from: '2024-01-03', to: '2025-03-01' },
    languages: { en: TEXTS_READ },
    notes: [],
    themes: themes().map(({ category_name }) => ({ category_name, average_rating: 1.8, mentions_by_month: [] })),
  };
}
