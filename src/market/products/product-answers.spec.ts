import { v7 as uuidv7 } from 'uuid';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { Database } from '#platform/database/database.js';
import { ProductAnswers } from './product-answers.service.js';
import { ProductsQueries } from './products.queries.js';

describe('an answer about products', () => {
  let app: TestApp;
  let answers: ProductAnswers;
  let queries: ProductsQueries;
  let found = 0;

  beforeAll(async () => {
    app = await startTestApp();
    answers = app.get(ProductAnswers);
    queries = app.get(ProductsQueries);
  });
  afterAll(() => app.close());
  beforeEach(() => addProduct());

  const addProduct = () =>
    app.database.execute('INSERT INTO products (id, name) VALUES ($1::uuid, $1::text)', [uuidv7()]);
  const ask = async (question = 'how many?') =>
    (await answers.get(question, async () => ({ found: ++found }))).value.found;

  it('is kept while no product changes', async () => {
    expect(await ask()).toBe(await ask());
  });

  it('is kept for its question alone', async () => {
    expect(await ask()).not.toBe(await ask('which ones?'));
  });

  it.each([
    ['added', addProduct],
    ['changed', () => app.database.execute(`UPDATE products SET description = 'new'`)],
    [
      'removed',
      () => app.database.execute('DELETE FROM products WHERE id = (SELECT max(id::text)::uuid FROM products)'),
    ],
  ])('is read again after a product was %s', async (_, change) => {
    const before = await ask();
    await change();
    expect(await ask()).not.toBe(before);
  });

  it('has another key after a change, so that its bytes are rendered again', async () => {
    const find = async () => ({});
    const { key } = await answers.get('key?', find);
    await addProduct();
    expect((await answers.get('key?', find)).key).not.toBe(key);
  });

  it('is not used again if a product changed while it was read', async () => {
    const duringChange = await answers.get('slow?', async () => {
      await addProduct();
      return { found: ++found };
    });
    expect((await answers.get('slow?', async () => ({ found: ++found }))).value).not.toEqual(duringChange.value);
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
