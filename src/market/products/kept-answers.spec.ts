import { v7 as uuidv7 } from 'uuid';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { Database } from '#platform/database/database.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { ProductsController } from './products.controller.js';
import { ProductsQueries } from './products.queries.js';

describe('an answer about products', () => {
  let app: TestApp;
  let queries: ProductsQueries;

  beforeAll(async () => {
    app = await startTestApp();
    queries = app.get(ProductsQueries);
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const addProduct = (name: string = uuidv7()) =>
    app.database.execute('INSERT INTO products (id, name) VALUES ($1, $2)', [uuidv7(), name]);
  const ask = async (query: string): Promise<string> => (await fetch(`${app.baseUrl}/products?query=${query}`)).text();
  /** How often the answer to a question was read from the database. */
  const readsOf = async (...questions: string[]): Promise<number> => {
    const find = jest.spyOn(queries, 'findByName');
    for (const question of questions) await ask(question);
    return find.mock.calls.length;
  };

  it('is kept while no product changes', async () => {
    await addProduct('Kept');
    expect(await readsOf('kept', 'kept', 'kept')).toBe(1);
  });

  it('is kept for its address alone', async () => {
    expect(await readsOf('one', 'another', 'one&page=2', 'one&fields=name')).toBe(4);
  });

  it.each([
    ['added', () => addProduct('Changing two')],
    ['changed', () => app.database.execute(`UPDATE products SET description = 'new' WHERE name = 'Changing'`)],
    ['removed', () => app.database.execute(`DELETE FROM products WHERE name = 'Changing'`)],
  ])('is read again after a product was %s', async (_, change) => {
    await addProduct('Changing');
    const before = await ask('changing');
    await change();
    expect(await ask('changing')).not.toBe(before);
    await app.database.execute(`DELETE FROM products WHERE name LIKE 'Changing%'`);
  });

  it('to a new question is kept after a change too', async () => {
    await ask('known');
    await addProduct();
    expect(await readsOf('new', 'new', 'new', 'new')).toBeLessThanOrEqual(2);
  });

  it('is not used again if a product changed while it was read', async () => {
    const find = queries.findByName.bind(queries);
    jest.spyOn(queries, 'findByName').mockImplementationOnce(async (...asked) => {
      const rows = await find(...asked);
      await addProduct('Slow');
      return rows;
    });
    const duringChange = await ask('slow');
    expect(await ask('slow')).not.toBe(duringChange);
  });

  it('reads only products and their categories, so that no change of another table makes it wrong', async () => {
    const reader = `reader_${uuidv7().replaceAll('-', '')}`;
    await app.database.execute(`CREATE ROLE ${reader}`);
    await app.database.execute(`GRANT SELECT ON products, product_categories TO ${reader}`);
    const id = uuidv7();
    await app.database.execute(
      `INSERT INTO products (id, name, categories) VALUES ($1, 'Read', '{a}'), ($2, 'Rival', '{a}')`,
      [id, uuidv7()],
    );
    const controller = app.get(ProductsController);
    const call = { caller: undefined, requestId: '' };
    const answers: Record<string, () => Promise<unknown>> = {
      search_products: () =>
        Promise.all(
          [{ query: 'read', page: 1 }, { page: 1 }, { page: 10_000 }].map((asked) =>
            controller.search({ ...call, input: { query: { ...asked, page_size: 20 } } }),
          ),
        ),
      get_competitors: () => controller.competitors({ ...call, input: { path: { id } } }),
    };
    const kept = app
      .get(RouteRegistry)
      .operationRoutes()
      // A report is read from another table, where it does not change; see kept-reports.e2e-spec.ts.
      .filter(({ operation }) => operation.madeFrom && operation.id !== 'get_pain_points');
    expect(kept.map(({ operation }) => operation.id).sort()).toEqual(Object.keys(answers).sort());
    await app.get(Database).transaction(async () => {
      await app.database.execute(`SET LOCAL ROLE ${reader}`);
      for (const answer of Object.values(answers)) await answer();
      await app.database.execute('RESET ROLE');
    });
    await app.database.execute(`DROP OWNED BY ${reader}`);
    await app.database.execute(`DROP ROLE ${reader}`);
  });

  describe('has a version that', () => {
    /** A transaction that adds a product, left open. */
    const opened = async () => {
      let end = (): void => undefined;
      const ending = new Promise<void>((resolve) => (end = resolve));
      let isReady = (): void => undefined;
      const ready = new Promise<void>((resolve) => (isReady = resolve));
      const committed = app.get(Database).transaction(async () => {
        await addProduct();
        isReady();
        await ending;
      });
      await ready;
      return async (): Promise<void> => {
        end();
        await committed;
      };
    };

    it('changes with each commit of concurrent transactions, which do not wait for each other', async () => {
      const commits = [await opened(), await opened(), await opened()];
      const versions = [await queries.version()];
      for (const commit of commits.reverse()) {
        await commit();
        versions.push(await queries.version());
      }
      expect(new Set(versions).size).toBe(4);
    });

    it('stays when a transaction is rolled back', async () => {
      const before = await queries.version();
      await app
        .get(Database)
        .transaction(async () => {
          await addProduct();
          throw new Error('roll back');
        })
        .catch(() => undefined);
      expect(await queries.version()).toBe(before);
    });

    it('has no more rows than transactions were open at once', async () => {
      for (let n = 0; n < 20; n++) await addProduct();
      const { rows } = await app.database.one<{ rows: number }>(
        'SELECT count(*)::integer AS rows FROM product_versions',
      );
      expect(rows).toBeLessThanOrEqual(3);
    });
  });
});
