import { Command, type CommanderError } from 'commander';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { registerReport } from '#surfaces/cli/report.command.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { createReviewedProduct } from '../support/reviewed-product.js';

const UNKNOWN = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

describe('report generate', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** Runs the command on the application under test. */
  async function report(...words: string[]): Promise<unknown> {
    let answer: unknown;
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    registerReport(program, async (work) => {
      answer = await work(app);
    });
    program.commands[0]?.commands[0]?.exitOverride().configureOutput({ writeErr: () => undefined });
    await program.parseAsync(['node', 'qualm', 'report', 'generate', ...words]);
    return answer;
  }

  const runsOf = (id: string) =>
    app.database.query('SELECT state, purchase_id, deadline_at FROM reports WHERE product_id = $1', [id]);

  it('starts a report of the product with this id, without purchase or deadline', async () => {
    const id = await createReviewedProduct(app.database);
    expect(await report(id)).toEqual({ product_id: id, already_in_progress: false });
    expect(await runsOf(id)).toEqual([{ state: 'queued', purchase_id: null, deadline_at: null }]);
  });

  it('knows a product by its name, whatever the case', async () => {
    const id = await createReviewedProduct(app.database, { name: 'Operator Box', reviews: [] });
    expect(await report('operator box')).toEqual({ product_id: id, already_in_progress: false });
  });

  it('says when a report is under way', async () => {
    const id = await createReviewedProduct(app.database, { reviews: [] });
    await report(id);
    expect(await report(id)).toEqual({ product_id: id, already_in_progress: true });
  });

  it.each([UNKNOWN, 'Nobody makes this'])('fails for %s', async (name) => {
    await expect(report(name)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not guess between two products of one name', async () => {
    const [first] = [
      await createReviewedProduct(app.database, { name: 'Twin', reviews: [] }),
      await app.database.query(`INSERT INTO products (id, name, maker) VALUES (gen_random_uuid(), 'Twin', 'Other')`),
    ];
    await expect(report('Twin')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await runsOf(first)).toEqual([]);
  });

  it.each([[[]], [['some product', '--all']]])('is a wrong call with %j', async (words) => {
    const failure = (await report(...words).catch((error: unknown) => error)) as CommanderError;
    expect(failure.code).toBe('commander.error');
  });

  it('starts reports of all products that have reviews', async () => {
    const id = await createReviewedProduct(app.database);
    const unread = await createReviewedProduct(app.database, { reviews: [] });
    const reviewed = await app.database.query('SELECT FROM products WHERE review_count > 0');
    const { started, already_in_progress } = (await report('--all')) as Record<string, number>;
    expect(started).toBeGreaterThan(0);
    expect((started ?? 0) + (already_in_progress ?? 0)).toBe(reviewed.length);
    expect([await runsOf(id), await runsOf(unread)]).toMatchObject([[{ state: 'queued' }], []]);
  });

  it('passes every product by, batch after batch', async () => {
    const products = app.get(ProductReportsService);
    const ids: string[] = [];
    for (let batch; (batch = await products.reviewedAfter(ids.at(-1) ?? null, 1)).length > 0;) ids.push(...batch);
    const all = await app.database.query<{ id: string }>('SELECT id FROM products WHERE review_count > 0 ORDER BY id');
    expect(ids).toEqual(all.map(({ id }) => id));
  });
});
