import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import type { ImportResult } from '#platform/files/file.importer.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';

interface Listed {
  id: string;
  name: string;
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let files = 0;
async function fileOf(lines: (object | string)[], gzip = false): Promise<string> {
  const path = join(tmpdir(), `import-${process.pid}-${files++}.jsonl`);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(path, gzip ? gzipSync(text) : text);
  return path;
}
const importProducts = async (...lines: (object | string)[]): Promise<ImportResult> =>
  app.get(ProductsImporter).importFile(await fileOf(lines));
const importReviews = async (...lines: (object | string)[]): Promise<ImportResult> =>
  app.get(ReviewsImporter).importFile(await fileOf(lines, true));
const review = (product: string, id: string, more: object = {}): object => ({
  external_id: id,
  platform: 'Test',
  product_name: product,
  text: 'It crashes.',
  ...more,
});
const reviewsOf = (product: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => review(product, `${product}-${index}`));

async function search(query: string): Promise<string[]> {
  const { body } = await call(app, 'GET', `/products?query=${encodeURIComponent(query)}`);
  return (body.data as Listed[]).map(({ name }) => name);
}
async function idOf(name: string): Promise<string> {
  const { body } = await call(app, 'GET', `/products?query=${encodeURIComponent(name)}`);
  return (body.data as Listed[])[0]?.id ?? '';
}

describe('importing', () => {
  it('inserts once, regardless of how often a file is imported', async () => {
    const lines = [review('Repeated', 'a'), review('Repeated', 'b')];
    const first = await importReviews(...lines);
    const second = await importReviews(...lines);
    expect([first, second].map(({ inserted, updated }) => [inserted, updated])).toEqual([
      [2, 0],
      [0, 0],
    ]);
  });

  it('updates the fields that a repeated line changes', async () => {
    await importReviews(review('Changing', 'c'));
    expect(await importReviews(review('Changing', 'c', { rating: 2 }))).toMatchObject({ inserted: 0, updated: 1 });
  });

  it('reports every invalid line and imports the others', async () => {
    const result = await importReviews(
      review('Bad lines', 'ok-1'),
      '{"external_id": ',
      '[]',
      review('Bad lines', 'x', { rating: 6 }),
      review('Bad lines', 'y', { text: 'half \ud800 pair' }),
      review('Bad lines', 'z', { published_at: '2026-02-30' }),
      review('Bad lines', 'ok-2'),
    );
    expect(result).toEqual({
      import_id: expect.any(Number),
      dropped: {},
      read: 7,
      inserted: 2,
      updated: 0,
      unchanged: 0,
      rejected: 5,
      rejects: [
        { line: 2, reason: 'the line is not valid JSON' },
        { line: 3, reason: 'the line is not a JSON object' },
        { line: 4, reason: 'rating must be from 1 to 5' },
        { line: 5, reason: 'text holds half of a surrogate pair' },
        { line: 6, reason: expect.stringContaining('published_at is not an ISO 8601 date') },
      ],
    });
  });

  it('treats the same name and maker in different case as the same product', async () => {
    await importProducts({ name: 'Zoë Mail', maker: 'Zoë' });
    expect(await importProducts({ name: 'ZOË MAIL', maker: 'zoë', description: 'Mail' })).toMatchObject({
      inserted: 0,
      updated: 1,
    });
  });

  it('rejects hostile values and stores the others', async () => {
    const result = await importReviews(
      review('\u{fdfa}'.repeat(200), 'h1'),
      review('n'.repeat(201), 'h2'),
      review('Hostile', 'h3', { text: 'nul \0' }),
      review('Hostile', 'h4', { review_url: 'javascript:alert(1)' }),
      review('Hostile', 'h5', { product_name: null }),
      review('Hostile', 'h6', { reviewer_name: { toString: 'x' } }),
      review('\u{390}'.repeat(200), 'h7', { product_maker: '\u{390}'.repeat(200) }),
      review('Hostile', 'h8', { title: '\u{1F4A9}"\'; DROP TABLE reviews;--', __proto__: null }),
    );
    expect([result.inserted, result.rejects.map(({ line }) => line)]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
  });

  it('keeps the last of two lines about one review', async () => {
    await importReviews(review('Twice told', 't', { title: 'first' }), review('Twice told', 't', { title: 'last' }));
    const rows = await app.database.query(`SELECT title FROM reviews WHERE external_id = 't'`);
    expect(rows).toEqual([{ title: 'last' }]);
  });

  it('adds reviews without a maker to the product with that name', async () => {
    await importProducts({ name: 'Made Somewhere', maker: 'Somebody' });
    await importReviews(review('made somewhere', 'm1'), review('Made Somewhere', 'm2', { product_maker: 'SOMEBODY' }));
    const rows = await app.database.query(
      `SELECT maker, review_count FROM products WHERE name_key = fold_text('made somewhere')`,
    );
    expect(rows).toEqual([{ maker: 'Somebody', review_count: 2 }]);
  });

  it('does not deadlock when concurrent imports list the same products in different orders', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Crossed ${index}`);
    const linesOf = (run: string, order: string[]): object[] => order.map((name) => review(name, `${run} ${name}`));
    await Promise.all([
      importReviews(...linesOf('one', names)),
      importReviews(...linesOf('two', names.toReversed())),
      importReviews(...linesOf('three', [...names.slice(20), ...names.slice(0, 20)])),
    ]);
    const counts = await app.database.query(`SELECT DISTINCT review_count FROM products WHERE name LIKE 'Crossed %'`);
    expect(counts).toEqual([{ review_count: 3 }]);
  });

  it('counts each review once in concurrent imports', async () => {
    const lines = reviewsOf('Raced', 30);
    await Promise.all([importReviews(...lines), importReviews(...lines), importReviews(...lines)]);
    const counted = await app.database.one(`SELECT review_count FROM products WHERE name = 'Raced'`);
    expect(counted).toEqual({ review_count: 30 });
  });

  it('writes events only for new and changed reviews', async () => {
    await importReviews(review('News', 'n1'));
    await importReviews(review('News', 'n1'), review('News', 'n2'));
    await importReviews({ ...review('News', 'n1'), text: 'On second thoughts.' }, review('News', 'n2'));
    const events = await app.database.query<{ ids: number }>(
      `SELECT jsonb_array_length(payload->'review_ids') AS ids FROM events
       WHERE name = 'reviews.imported' ORDER BY id DESC LIMIT 3`,
    );
    expect(events).toEqual([{ ids: 1 }, { ids: 1 }, { ids: 1 }]);
  });
});

describe('GET /products', () => {
  beforeAll(async () => {
    await importProducts(
      { name: 'Kettle Pro', categories: ['Kitchen'] },
      { name: 'Electric kettle' },
      { name: 'Kettle' },
      { name: '100% Kettle_Clean\\' },
      { name: 'ÄRGER' },
    );
    await importReviews(...reviewsOf('Electric kettle', 3));
  });

  it('lists exact names, then prefixes, then the most reviewed', async () => {
    expect(await search('KETTLE')).toEqual(['Kettle', 'Kettle Pro', 'Electric kettle', '100% Kettle_Clean\\']);
  });

  it.each(['%', '_', '\\', '0%', 'e_C', 'n\\'])('treats %s as a literal character', async (sign) => {
    expect(await search(sign)).toEqual(['100% Kettle_Clean\\']);
  });

  it('ignores case beyond ASCII', async () => {
    expect(await search('ärg')).toEqual(['ÄRGER']);
  });

  it('finds one or two letters inside a name', async () => {
    expect(await search('är')).toEqual(['ÄRGER']);
  });

  it('lists the most reviewed without a query', async () => {
    const { body } = await call(app, 'GET', '/products?page_size=1&query=%20');
    expect((body.data as Listed[])[0]?.name).toBe('Raced');
  });

  it('returns every field of a product', async () => {
    const { body } = await call(app, 'GET', '/products?query=kettle%20pro');
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        name: 'Kettle Pro',
        by: '',
        logo_url: null,
        description: null,
        categories: ['Kitchen'],
        pain_points_report_status: 'none',
        pain_points_report_generated_at: null,
        reviews_count: 0,
        reviews_since_report: 0,
      },
    ]);
  });

  it('states exactly whether there are more products', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => call(app, 'GET', `/products?query=kettle&page_size=2&page=${page}`)),
    );
    expect(pages.map(({ body }) => [(body.data as Listed[]).length, body.meta])).toEqual([
      [2, { pagination: { page: 1, page_size: 2, has_more: true } }],
      [2, { pagination: { page: 2, page_size: 2, has_more: false } }],
      [0, { pagination: { page: 3, page_size: 2, has_more: false } }],
    ]);
  });

  it('returns an empty page far beyond the end', async () => {
    const { status, body } = await call(app, 'GET', '/products?query=kettle&page=999999999&page_size=100');
    expect([status, body.data]).toEqual([200, []]);
  });

  it.each([
    'page=0',
    'page=',
    'page=1.5',
    'page=1e0',
    'page=%2B1',
    'page=01',
    'page=1&page=2',
    'page_size=101',
    'page_size=abc',
    'query=a&query=b',
  ])('refuses %s', async (parameters) => {
    const { status, body } = await call(app, 'GET', `/products?${parameters}`);
    expect([status, body.error?.details]).toMatchObject([400, { reason: 'validation_failed' }]);
  });
});

describe('a file that names a product twice', () => {
  it('updates the product with the second line, as a second file does', async () => {
    const lines = [
      { name: 'Twice Alpha', maker: 'Ayco', categories: ['Zoo'] },
      { name: 'twice alpha', maker: 'AYCO', description: 'Keeps animals.' },
      { name: 'Twice Alpha', maker: 'Ayco', description: 'Keeps animals.' },
      { name: 'Twice Alpha' },
    ];
    const counts = { read: 4, inserted: 2, updated: 1, unchanged: 1 };
    expect(await importProducts(...lines)).toMatchObject(counts);
    const { body } = await call(app, 'GET', '/products?query=twice+alpha');
    const merged = { name: 'Twice Alpha', by: 'Ayco', description: 'Keeps animals.', categories: ['Zoo'] };
    expect(body.data).toContainEqual(expect.objectContaining(merged));
  });
});

describe('a repeated query of GET /products', () => {
  it('is refused with the rule that it breaks', async () => {
    const { body } = await call(app, 'GET', '/products?query=tide&query=case');
    expect(body.error?.details).toMatchObject({
      errors: [{ field: 'query', location: 'query', message: 'query may be given once' }],
    });
  });
});

describe('GET /products/{id}/competitors', () => {
  beforeAll(async () => {
    await importProducts(
      { name: 'Desk A', categories: ['Help Desk', 'Chat'] },
      { name: 'Desk B', categories: ['Help Desk'] },
      { name: 'Desk C', categories: ['Chat', 'Help Desk', 'Email'] },
      { name: 'Desk D', categories: ['Email'] },
    );
    await importReviews(...reviewsOf('Desk B', 2), ...reviewsOf('Desk C', 5));
  });

  it('ranks products that share a category by their number of reviews', async () => {
    const { body } = await call(app, 'GET', `/products/${await idOf('Desk A')}/competitors`);
    expect(body).toEqual({
      success: true,
      data: {
        product: {
          id: expect.any(String),
          name: 'Desk A',
          categories: ['Help Desk', 'Chat'],
          logo_url: null,
          reviews_count: 0,
          reviews_since_report: 0,
        },
        competitors: [
          {
            id: expect.any(String),
            name: 'Desk C',
            categories: ['Chat', 'Help Desk', 'Email'],
            shared_categories: ['Help Desk', 'Chat'],
            has_pain_points_report: false,
            logo_url: null,
            reviews_count: 5,
            reviews_since_report: 5,
          },
          {
            id: expect.any(String),
            name: 'Desk B',
            categories: ['Help Desk'],
            shared_categories: ['Help Desk'],
            has_pain_points_report: false,
            logo_url: null,
            reviews_count: 2,
            reviews_since_report: 2,
          },
        ],
      },
      meta: { upsell: expect.any(String) },
    });
  });

  it('returns no competitors for a product without categories', async () => {
    const { body } = await call(app, 'GET', `/products/${await idOf('Raced')}/competitors`);
    expect(body.data).toMatchObject({ competitors: [] });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%00'])('does not find %s', async (id) => {
    const { status, body } = await call(app, 'GET', `/products/${id}/competitors`);
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  });

  it('returns the same with and without a key', async () => {
    const { key } = await createKey(app);
    const { status } = await call(app, 'GET', `/products/${await idOf('Desk A')}/competitors`, { key });
    expect(status).toBe(200);
  });
});
