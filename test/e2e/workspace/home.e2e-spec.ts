import { randomUUID } from 'node:crypto';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { InboxQueries } from '#workspace/inbox/inbox.queries.js';
import type { HomeOverview } from '#workspace/home/home.operations.js';
import { call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { signedIn } from '../../support/signed-in.js';

describe('GET /home', () => {
  let app: TestApp;
  let key: string;
  let productId: string;

  const home = async (as = key): Promise<HomeOverview> =>
    (await call(app, 'GET', '/home', { key: as })).body.data as HomeOverview;

  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    ({ key } = await createKey(app));
    productId = await createReviewedProduct(app.database, { name: 'Filebox' });
    await app.get(ReportGenerationService).generateFree(productId);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE state = 'queued'`);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
    await call(app, 'POST', '/watchlist', { key, body: { product_id: productId } });
  });
  afterAll(() => app.close());

  it('looks back seven days with a key', async () => {
    const { since, is_visit } = await home();
    expect([Math.round((Date.now() - Date.parse(since)) / 86_400_000), is_visit]).toEqual([7, false]);
  });

  it('has the new report of a followed product with its top theme and twelve months', async () => {
    const { followed_products, products } = await home();
    const [product] = products;
    expect([followed_products, product?.name, product?.is_report_new]).toEqual([1, 'Filebox', true]);
    expect(product?.top_theme?.share).toBeGreaterThan(0);
    expect(product?.months.length).toBeLessThanOrEqual(12);
  });

  it('counts the people found since then and names them as the next thing to do', async () => {
    const { key: other } = await createKey(app);
    const [first] = await Promise.all([home(other), home()]);
    expect(first.next.map(({ kind }) => kind)).toEqual(['follow_product']);
    const id = await insertReviewOpportunity(app.database, { productName: 'Leftbox' });
    await app.database.execute(`UPDATE opportunities SET reach = 'named' WHERE id = $1`, [id]);
    const { opportunities, next } = await home(other);
    expect([opportunities, next[0]?.kind]).toEqual([{ count: 1, is_more: false }, 'new_opportunities']);
  });

  it('counts the matches of each saved search since then', async () => {
    const body = { name: 'Leaving', filters: { q: 'leave' }, deliver: {} };
    const { body: saved } = await call(app, 'POST', '/saved-searches', { key, body });
    const search = saved.data as { id: string };
    const ids = [await insertReviewOpportunity(app.database), await insertReviewOpportunity(app.database)];
    await app.database.execute(
      `INSERT INTO saved_search_matches (search_id, opportunity_id, matched_at)
       VALUES ($1, $2, now()), ($1, $3, now() - interval '8 days')`,
      [search.id, ...ids],
    );
    expect((await home()).saved_searches).toEqual([{ id: search.id, name: 'Leaving', new_matches: 1 }]);
  });

  it('is for a key alone', async () => {
    expect((await call(app, 'GET', '/home')).status).toBe(401);
  });

  it('remembers the visit of a person on every browser', async () => {
    const { open, teamId, userId } = await signedIn(app);
    await open('/');
    await app.database.execute(`UPDATE home_visits SET seen_at = now() - interval '2 hours' WHERE user_id = $1`, [
      userId,
    ]);
    await open('/');
    const visit = await app.database.one<{ hours: number }>(
      `SELECT round(extract(epoch FROM now() - previous_at) / 3600)::integer AS hours FROM home_visits WHERE team_id = $1`,
      [teamId],
    );
    expect(visit.hours).toBe(2);
  });

  describe('a report that a member opens', () => {
    const itemOf = (teamId: string, reportId: string) => ({
      ...{ id: randomUUID(), team_id: teamId, kind: 'report' as const, subject: reportId },
      ...{ title: 'Filebox: the report is ready', path: `/products/${productId}`, replaces: false },
    });
    const reportOf = async (): Promise<string> =>
      (await app.database.one<{ id: string }>('SELECT id FROM reports WHERE product_id = $1', [productId])).id;
    const itemsOf = (teamId: string) =>
      app.database.query<{ is_read: boolean }>('SELECT is_read FROM inbox_items WHERE team_id = $1', [teamId]);

    it('needs no notice that comes later', async () => {
      const { open, teamId } = await signedIn(app);
      await open(`/products/${productId}`);
      await app.get(InboxQueries).insert([itemOf(teamId, await reportOf())]);
      expect(await itemsOf(teamId)).toEqual([]);
    });

    it('has its earlier notice read', async () => {
      const { open, teamId } = await signedIn(app);
      await app.get(InboxQueries).insert([itemOf(teamId, await reportOf())]);
      await open(`/products/${productId}`);
      expect(await itemsOf(teamId)).toEqual([{ is_read: true }]);
    });

    it('keeps the notice of other teams', async () => {
      const { teamId } = await createTeam(app);
      await app.get(InboxQueries).insert([itemOf(teamId, await reportOf())]);
      expect(await itemsOf(teamId)).toEqual([{ is_read: false }]);
    });
  });
});
