import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';

describe('a report that is kept until a product changes', () => {
  let app: TestApp;
  let productId: string;

  beforeAll(async () => {
    app = await startTestApp({
      worker: true,
      env: { SWEEP_INTERVAL_SECONDS: '3600', PLAN_GROWTH: '500,50,5', PLAN_STARTER: '500,50,50' },
    });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    productId = await addReport();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  async function addReport(): Promise<string> {
    const id = await createReviewedProduct(app.database);
    await app.get(ReportGenerationService).generateFree(id);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1`, [id]);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
    return id;
  }

  const read = async (key?: string) => {
    const { status, body } = await call(app, 'GET', `/products/${productId}/pain-points`, { key });
    return { status, data: body.data as PainPointsReport | undefined };
  };
  const newKey = () => createKey(app, { tier: 'starter' });

  it('is read once for all callers who read the same', async () => {
    await read();
    const keys = [await newKey(), await newKey()];
    const reads = jest.spyOn(app.get(PainPointsService), 'reportFor');
    for (const { key } of keys) await read(key);
    await read();
    expect(reads.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('is never sent in full to a caller who reads a taste', async () => {
    const { key } = await newKey();
    const answers = [await read(key), await read(), await read(key), await read()];
    const total = answers[0]?.data?.total_themes;
    expect(total).toBeGreaterThan(3);
    expect(answers.map(({ data }) => data?.themes.length)).toEqual([total, 3, total, 3]);
  });

  it('is not sent to a key that was just revoked', async () => {
    const { keyId, teamId, key } = await newKey();
    const before = await read(key);
    await app.get(ApiKeysService).revoke(keyId, teamId);
    expect([before.status, (await read(key)).status]).toEqual([200, 401]);
  });

  it('is not sent to a team that has just lost its plan', async () => {
    const { teamId, key } = await newKey();
    const before = await read(key);
    await app.database.execute(`UPDATE teams SET subscription_status = 'canceled' WHERE id = $1`, [teamId]);
    expect([before.status, (await read(key)).status]).toEqual([200, 403]);
  });

  it('is not sent beyond the limit of the plan', async () => {
    const { key } = await createKey(app, { tier: 'growth' });
    const statuses = [];
    for (let request = 0; request < 6; request++) statuses.push((await read(key)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is read again after its product has changed', async () => {
    await read();
    await app.database.execute(`UPDATE products SET name = 'Renamed' WHERE id = $1`, [productId]);
    expect((await read()).data).toMatchObject({ product: { name: 'Renamed' } });
  });

  it('is not kept while a new one is generating, whose progress is in no product', async () => {
    await app.database.execute(`UPDATE products SET report_status = 'generating' WHERE id = $1`, [productId]);
    const reads = jest.spyOn(app.get(PainPointsService), 'reportFor');
    for (let request = 0; request < 3; request++) await read();
    expect(reads).toHaveBeenCalledTimes(3);
  });
});
