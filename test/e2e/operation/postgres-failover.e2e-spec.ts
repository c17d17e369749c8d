import { SCOPES } from '#access/policy/key.scopes.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';
import { type PostgresPair, startPostgresPair } from '../../support/servers/postgres-servers.js';
import { startTcpProxy, type TcpProxy } from '../../support/stand-ins/tcp-proxy.js';
import { until } from '../../support/until.js';

const REPORTS = 40;
const BEFORE = 15;
const BUYERS = 8;
const CREDITS = 100;

/** `npm run drill:postgres` runs it: what has begun waits for its lease, which takes most of a minute. */
const describeInDrill = process.env.DRILL === 'postgres' ? describe : describe.skip;

describeInDrill('a primary of PostgreSQL that dies while reports are bought', () => {
  let pair: PostgresPair;
  let proxy: TcpProxy;
  let app: TestApp;
  let key: string;
  let teamId: string;
  let products: string[];
  let failures: unknown[];

  beforeAll(async () => {
    pair = await startPostgresPair();
    // A commit that a client was told of is on the replica, too.
    await pair.primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await pair.primary.ask('SELECT pg_reload_conf()');
    proxy = await startTcpProxy(pair.primary.url);
    app = await startTestApp({ worker: true, env: { DATABASE_URL: proxy.url } });
    ({ key, teamId } = await createKey(app, { scopes: SCOPES, credits: CREDITS, spendCap: CREDITS }));
    products = [];
    for (let n = 0; n < REPORTS; n++) {
      products.push(await createReviewedProduct(app.database, { reviews: ONE_REVIEW }));
    }
    failures = [];
    await buyWhileThePrimaryDies();
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
    await pair.stop();
  });

  /** Asks with the same Idempotency-Key until there is an answer that is no failure of the service. */
  const buy = async (productId: string): Promise<void> => {
    await until(async () => {
      const path = `/products/${productId}/generate-report`;
      const { status, body } = await call(app, 'POST', path, { key, headers: { 'Idempotency-Key': productId } });
      if (status !== 200) failures.push([status, body.error?.code]);
      return status === 200 ? true : null;
    });
  };

  async function buyWhileThePrimaryDies(): Promise<void> {
    const left = [...products];
    const failOver = async (): Promise<void> => {
      await pair.primary.crash();
      await pair.replica.ask('SELECT pg_promote()', 'postgres');
      proxy.leadTo(pair.replica.url);
    };
    let failing: Promise<void> | undefined;
    const buyNext = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        if (left.length === REPORTS - BEFORE) failing = failOver();
        await buy(next);
      }
    };
    await Promise.all(Array.from({ length: BUYERS }, buyNext));
    await failing;
    const open = `SELECT 1 FROM purchases WHERE state = 'open' LIMIT 1`;
    await until(async () => ((await app.database.maybeOne(open)) === null ? true : null));
  }

  it('is followed by clear failures, and the same requests succeed afterwards', () => {
    const others = failures.filter((failure) => JSON.stringify(failure) !== '[500,"internal_error"]');
    expect([failures.length > 0, others]).toEqual([true, []]);
  });

  it('has charged each report once', async () => {
    const purchases = await app.database.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count, count(DISTINCT thing)::int AS things FROM purchases GROUP BY 1',
    );
    expect(purchases).toEqual([{ state: 'settled', count: REPORTS, things: REPORTS }]);
    expect((await app.get(CreditsService).balances()).get(teamId)).toBe(CREDITS - REPORTS);
  });

  it('has lost no report', async () => {
    const { reports } = await app.database.one<{ reports: number }>(
      'SELECT count(*)::int AS reports FROM products WHERE report_id IS NOT NULL',
    );
    expect(reports).toBe(REPORTS);
  });
});
