import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { describeWithPgBouncer, keepsStatements, startPgBouncer } from '../../support/servers/pgbouncer.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';
import { until } from '../../support/until.js';

describeWithPgBouncer('behind PgBouncer in transaction mode', () => {
  let direct: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let app: TestApp;

  beforeAll(async () => {
    direct = await createTestDatabase();
    pooler = await startPgBouncer(direct.url);
    app = await startTestApp({
      worker: true,
      env: {
        DATABASE_URL: pooler.url,
        DATABASE_PREPARED_STATEMENTS: String(keepsStatements),
        REDIS_KEY_PREFIX: direct.redisKeyPrefix,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await pooler.stop();
    await direct.drop();
  });

  const buy = async (key: string): Promise<number> => {
    const id = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    return (await call(app, 'POST', `/products/${id}/generate-report`, { key })).status;
  };

  it('twenty reports that are bought at once are made, and paid once each', async () => {
    const { key, teamId } = await createKey(app, { credits: 20, spendCap: 20 });
    expect(await Promise.all(Array.from({ length: 20 }, () => buy(key)))).toEqual(Array(20).fill(200));
    const settled = await until(async () => {
      const { found } = await app.database.one<{ found: number }>(
        `SELECT count(*) AS found FROM purchases WHERE team_id = $1 AND state = 'settled'`,
        [teamId],
      );
      return found === 20 && found;
    });
    expect(settled).toBe(20);
  });

  it('a test key never reads real data, and a real key never the sandbox, on the same connections', async () => {
    const id = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    const real = await createKey(app, { credits: 1, spendCap: 1 });
    const test = await createKey(app, { teamId: real.teamId, test: true, spendCap: 1 });
    const read = async (key: string) => (await call(app, 'GET', `/products/${id}/competitors`, { key })).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, at) => read(at % 2 ? test.key : real.key)));
    expect(statuses).toEqual(statuses.map((_, at) => (at % 2 ? 404 : 200)));
  });
});
