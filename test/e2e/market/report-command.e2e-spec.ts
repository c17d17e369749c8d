import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { type Ended, runCommand } from '../../support/command-line.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const UNKNOWN = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

describe("an operator's report", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** Runs `report generate` with the database and the queues of the application. */
  const generate = (...words: string[]): Promise<Ended> => {
    const { url, redisUrl, redisKeyPrefix } = app.testDatabase;
    const env = { NODE_ENV: 'production', DATABASE_URL: url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: redisKeyPrefix };
    return runCommand(['report', 'generate', ...words], env);
  };

  const runsOf = (id: string) =>
    app.database.query('SELECT state, purchase_id, deadline_at FROM runs WHERE item = $1', [id]);

  it('starts without a purchase or a deadline, and prints one JSON object', async () => {
    const id = await createReviewedProduct(app.database);
    const { code, stdout } = await generate(id, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { product_id: id, already_in_progress: false, up_to_date: false }]);
    expect(await runsOf(id)).toEqual([{ state: 'queued', purchase_id: null, deadline_at: null }]);
  });

  it('starts for every product with reviews', async () => {
    const id = await createReviewedProduct(app.database);
    const unread = await createReviewedProduct(app.database, { reviews: [] });
    const { stdout } = await generate('--all', '--json');
    const reviewed = await app.database.query('SELECT FROM products WHERE review_count > 0');
    const { started, already_in_progress } = JSON.parse(stdout) as Record<string, number>;
    expect((started ?? 0) + (already_in_progress ?? 0)).toBe(reviewed.length);
    expect([await runsOf(id), await runsOf(unread)]).toMatchObject([[{ state: 'queued' }], []]);
  });

  it('exits 1 for an unknown product', async () => {
    const { code, stdout, stderr } = await generate(UNKNOWN);
    expect([code, stdout, stderr]).toEqual([1, '', 'Product not found\n']);
  });

  it.each([[[]], [['some product', '--all']]])('exits 2 for the invalid arguments %j', async (words) => {
    expect((await generate(...words)).code).toBe(2);
  });

  it('finds a product by id or full name, regardless of case', async () => {
    const id = await createReviewedProduct(app.database, { name: 'Operator Box', reviews: [] });
    const products = app.get(ProductReportsService);
    expect([await products.findId(id.toUpperCase()), await products.findId('operator box')]).toEqual([id, id]);
  });

  it('rejects a name that two products have', async () => {
    await createReviewedProduct(app.database, { name: 'Twin', reviews: [] });
    await app.database.query(`INSERT INTO products (id, name, maker) VALUES (gen_random_uuid(), 'Twin', 'Other')`);
    await expect(app.get(ProductReportsService).findId('Twin')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('does not start twice', async () => {
    const id = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    const generation = app.get(ReportGenerationService);
    expect([await generation.generateFree(id), await generation.generateFree(id)]).toEqual([
      'started',
      'already_in_progress',
    ]);
  });

  it('is not started if it would have no new findings', async () => {
    const id = await createReviewedProduct(app.database, { reviews: [] });
    expect((await generate(id)).stdout).toBe('The last report is up to date: no review has changed since.\n');
    expect(await runsOf(id)).toEqual([]);
  });

  it('reads products in batches', async () => {
    await createReviewedProduct(app.database);
    const products = app.get(ProductReportsService);
    const ids: string[] = [];
    for (let batch; (batch = await products.findReviewedAfter(ids.at(-1) ?? null, 1)).length > 0;) ids.push(...batch);
    const all = await app.database.query<{ id: string }>('SELECT id FROM products WHERE review_count > 0 ORDER BY id');
    expect(ids).toEqual(all.map(({ id }) => id));
  });
});
