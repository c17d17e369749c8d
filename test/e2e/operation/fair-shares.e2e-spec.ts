import { RunsService } from '#accounts/runs/runs.service.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';
import { createSpender } from '../../support/spender.js';
import { until } from '../../support/until.js';

const WAITING = 300;
const BUYERS_AT_ONCE = 8;

describe('a team with many reports that wait', () => {
  let app: TestApp;
  let worker: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    await worker.close();
    await app.close();
  });

  const buyReports = async (count: number): Promise<string> => {
    const caller = await createSpender(app, { credits: count, limit: count });
    let left = count;
    const buy = async (): Promise<void> => {
      while (left-- > 0) {
        const productId = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
        await app.get(RunsService).start(GenerateReport, { productId }, { caller, requestId: 'r' });
      }
    };
    await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, buy));
    return caller.team.id;
  };

  it('does not delay the one report of another team', async () => {
    const first = await buyReports(WAITING);
    const other = await buyReports(1);
    worker = await startTestApp({ beside: app, worker: true });
    const isDone = () => app.database.maybeOne(`SELECT FROM runs WHERE team_id = $1 AND state = 'completed'`, [other]);
    await until(isDone);
    const { before } = await app.database.one<{ before: number }>(
      `SELECT count(*) AS before FROM runs WHERE team_id = $1
         AND finished_at < (SELECT finished_at FROM runs WHERE team_id = $2)`,
      [first, other],
    );
    // As many as buyers that asked at the same moment have the same turn.
    expect(before).toBeLessThanOrEqual(2 * BUYERS_AT_ONCE);
  });
});
