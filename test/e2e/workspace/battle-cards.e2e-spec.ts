import { randomUUID } from 'node:crypto';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import type { ProductBattleCard } from '#workspace/battle-cards/battle-cards.operations.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct, type TestReview } from '../../support/reviewed-product.js';

describe('GET /products/{id}/battle-card', () => {
  let app: TestApp;
  let key: string;
  let productId: string;

  const card = (id = productId, as?: string): Promise<ApiResponse> =>
    call(app, 'GET', `/products/${id}/battle-card`, { key: as });

  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    ({ key } = await createKey(app));
    productId = await reported('Filebox');
  });
  afterAll(() => app.close());

  /** A product with a report. */
  const reported = async (name: string, reviews?: TestReview[]): Promise<string> => {
    const id = await createReviewedProduct(app.database, { name, reviews });
    await app.get(ReportGenerationService).generateFree(id);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE state = 'queued'`);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
    return id;
  };

  it('has at most five pains of the report, with a quote of each, free of charge', async () => {
    const { status, body, headers } = await card(productId, key);
    const { pains, markdown } = body.data as ProductBattleCard;
    expect([status, headers.get('x-credits-charged')]).toEqual([200, null]);
    expect(pains.length).toBeGreaterThan(2);
    expect(pains.length).toBeLessThanOrEqual(5);
    expect(pains.map(({ quote }) => markdown.includes(`### `) && quote !== null)).toEqual(pains.map(() => true));
  });

  it('says where up to three products of the sender profile are better, found by their former names, too', async () => {
    const praise = Array.from({ length: 120 }, (_, n) => ({ text: `Great app, I love it, number ${n}.`, rating: 5 }));
    const names = ['Notebox', 'Pen and Paper', 'Sheetbox', 'Fourthbox'];
    const own = new Map<string, string>();
    for (const name of names) own.set(name, await reported(name, praise));
    await app.database.execute('INSERT INTO product_aliases (id, product_id, name) VALUES ($1, $2, $3)', [
      ...[randomUUID(), own.get('Notebox'), 'Oldnotes'],
    ]);
    const { key: seller } = await createKey(app);
    const product = 'Filebox, oldnotes, Pen and Paper, Sheetbox & Fourthbox';
    await call(app, 'PATCH', '/account/sender-profile', { key: seller, body: { product } });
    const { strengths, markdown } = (await card(productId, seller)).body.data as ProductBattleCard;
    expect(strengths.length).toBeGreaterThan(0);
    for (const { yours, your_products } of strengths) {
      const [best] = your_products;
      expect(best?.per_hundred).toBe(yours);
      expect(your_products.map(({ name }) => name).toSorted()).toEqual(['Notebox', 'Pen and Paper', 'Sheetbox']);
      expect(your_products.map(({ product_id, name }) => own.get(name) === product_id)).toEqual([true, true, true]);
    }
    expect(markdown).toMatch(/of 100 texts name it, of Notebox 0\.0, of Pen and Paper 0\.0, and of Sheetbox 0\.0/);
  });

  it('is empty for a product without a report', async () => {
    const { body } = await card(await createReviewedProduct(app.database, { name: 'Newbox' }), key);
    expect(body.data).toMatchObject({ pains: [], strengths: [], be_fair: [], texts_read: 0, generated_at: null });
  });

  it('needs a key and a product that exists', async () => {
    expect([(await card()).status, (await card(randomUUID(), key)).status]).toEqual([401, 404]);
  });
});
