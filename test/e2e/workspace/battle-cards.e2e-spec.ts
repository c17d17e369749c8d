import { randomUUID } from 'node:crypto';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import type { ProductBattleCard } from '#workspace/battle-cards/battle-cards.operations.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';

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
    productId = await createReviewedProduct(app.database, { name: 'Filebox' });
    await app.get(ReportGenerationService).generateFree(productId);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE state = 'queued'`);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
  });
  afterAll(() => app.close());

  it('has at most five pains of the report, with a quote of each, free of charge', async () => {
    const { status, body, headers } = await card(productId, key);
    const { pains, markdown } = body.data as ProductBattleCard;
    expect([status, headers.get('x-credits-charged')]).toEqual([200, null]);
    expect(pains.length).toBeGreaterThan(2);
    expect(pains.length).toBeLessThanOrEqual(5);
    expect(pains.map(({ quote }) => markdown.includes(`### `) && quote !== null)).toEqual(pains.map(() => true));
  });

  it('is empty for a product without a report', async () => {
    const { body } = await card(await createReviewedProduct(app.database, { name: 'Newbox' }), key);
    expect(body.data).toMatchObject({ pains: [], strengths: [], be_fair: [], texts_read: 0, generated_at: null });
  });

  it('needs a key and a product that exists', async () => {
    expect([(await card()).status, (await card(randomUUID(), key)).status]).toEqual([401, 404]);
  });
});
