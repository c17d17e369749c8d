import { ProductsService } from '#market/products/products.service.js';
import { call, startTestApp, type TestApp } from '../../support/app.js';

interface Sold {
  id: string;
  name: string;
  reviews: number;
}

let app: TestApp;
let products: Sold[];

/** The same random numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Names of few letters, so that most queries match many names. Half of the names have the same prefix. */
function makeProducts(count: number): Sold[] {
  const roll = dice(7);
  const alphabet = ['a', 'b', 'c', ' ', '%', '_', 'é', '界'];
  return Array.from({ length: count }, (_, index) => {
    const letters = Array.from({ length: 1 + roll(6) }, () => alphabet[roll(alphabet.length)]).join('');
    const name = `${roll(2) === 0 ? 'Ab' : 'x'}${letters}${index}`;
    const id = `01935d5e-7c1a-7b7e-9f43-${index.toString(16).padStart(12, '0')}`;
    return { id, name, reviews: roll(4) };
  });
}

beforeAll(async () => {
  app = await startTestApp();
  products = makeProducts(900);
  await app.database.execute(
    `INSERT INTO products (id, name, review_count) SELECT id, name, reviews
     FROM jsonb_to_recordset($1) AS product (id uuid, name text, reviews int)`,
    [JSON.stringify(products)],
  );
});
afterAll(() => app.close());

/** The results that the specification requires, computed by a scan of all products. */
function expected(query: string): string[] {
  const key = query.toLowerCase();
  const rank = ({ name }: Sold): number => {
    const folded = name.toLowerCase();
    return folded === key ? 0 : folded.startsWith(key) ? 1 : 2;
  };
  return products
    .filter(({ name }) => name.toLowerCase().includes(key))
    .sort((a, b) => rank(a) - rank(b) || b.reviews - a.reviews || a.id.localeCompare(b.id))
    .map(({ id }) => id);
}

describe('a search', () => {
  it.each([
    'a',
    'AB',
    'b',
    '9',
    'é',
    '界',
    'É界',
    '%',
    '_%',
    'a_',
    'ab1',
    'xa',
    'aba',
    'abab',
    'c a',
    '42',
    '899',
    'nothing like it',
    'x_',
  ])('for %j returns the same pages as a scan of all names', async (query) => {
    const service = app.get(ProductsService);
    const found: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { items, pagination } = await service.search({ query, page, page_size: 37 });
      found.push(...items.map(({ id }) => id));
      more = pagination.has_more;
    }
    expect(found).toEqual(expected(query));
  });

  it('compares every letter of a long query', async () => {
    const name = 'The very long name of a product nobody has heard of, number one';
    await app.database.execute(
      `INSERT INTO products (id, name) VALUES (gen_random_uuid(), $1), (gen_random_uuid(), $2)`,
      [name, name.replace('one', 'two')],
    );
    const { body } = await call(app, 'GET', `/products?query=${encodeURIComponent(name.toUpperCase())}`);
    expect((body.data as Sold[]).map((found) => found.name)).toEqual([name]);
  });

  it.each([
    ['STRASSE', 'Straßenkarte'],
    ['straße', 'STRASSENBAHN'],
    ['ΟΔΟΣ', 'Πάροδος'],
    ['οδοσ', 'ΠΆΡΟΔΟΣ'],
    ['ｗｉｄｅ', 'Wide Screen'],
    ['cafe\u0301', 'CAFÉ Planner'],
    ['жу', 'ЖУРНАЛ'],
  ])('for %s finds %s', async (query, name) => {
    await app.database.execute(`DELETE FROM products WHERE name_key = fold_text($1)`, [name]);
    await app.database.execute(`INSERT INTO products (id, name) VALUES (gen_random_uuid(), $1)`, [name]);
    const { body } = await call(app, 'GET', `/products?query=${encodeURIComponent(query)}`);
    expect((body.data as Sold[]).map((found) => found.name)).toContain(name);
  });

  it('returns the same result to concurrent equal requests, and each page its own rows', async () => {
    const service = app.get(ProductsService);
    const pages = await Promise.all([1, 1, 2].map((page) => service.search({ query: 'ab', page, page_size: 5 })));
    const [first, again, second] = pages.map(({ items }) => items.map(({ id }) => id));
    expect([first, again, second]).toEqual([
      expected('ab').slice(0, 5),
      expected('ab').slice(0, 5),
      expected('ab').slice(5, 10),
    ]);
  });

  it('finds a product that was just written', async () => {
    const service = app.get(ProductsService);
    const asked = { query: 'Zanzibar', page: 1, page_size: 5 };
    await service.search(asked);
    await app.database.execute(`INSERT INTO products (id, name) VALUES (gen_random_uuid(), 'Zanzibar')`);
    expect((await service.search(asked)).items).toHaveLength(1);
  });

  it('has no rows on a distant page of a text that few names contain', async () => {
    const { items, pagination } = await app.get(ProductsService).search({ query: '899', page: 9, page_size: 100 });
    expect([items, pagination.has_more]).toEqual([[], false]);
  });

  it('is an empty page far beyond the last product', async () => {
    const { status, body } = await call(app, 'GET', '/products?query=a&page=1000000000&page_size=100');
    expect([status, body]).toEqual([
      200,
      { success: true, data: [], meta: { pagination: { page: 1_000_000_000, page_size: 100, has_more: false } } },
    ]);
  });
});
