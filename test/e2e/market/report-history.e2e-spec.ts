import { randomUUID } from 'node:crypto';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import type { EventView } from '#accounts/events/team-events.operations.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { ProductComparison } from '#market/report-insights/product-comparison.operations.js';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { Standing } from '#market/report-insights/standing.operations.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import type { ReportDifference, ReportSummary } from '#market/report-insights/report-history.operations.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { createReviewedProduct, MANY_REVIEWS } from '../../support/reviewed-product.js';

describe('the reports of a product', () => {
  let app: TestApp;
  let key: string;
  let teamId: string;
  let productId: string;
  let reports: ReportSummary[];

  const get = (path: string, as: string | undefined = key): Promise<ApiResponse> =>
    call(app, 'GET', `/products/${path}`, { key: as });

  /** Executes the report that is queued. */
  async function finish(id: string): Promise<void> {
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [
      id,
    ]);
    expect(await app.inWorker(RunExecutor).execute('generate_report', run.id)).toBe('completed');
  }

  async function makeReport(id: string): Promise<void> {
    await app.get(ReportGenerationService).generateFree(id);
    await finish(id);
  }

  /** Adds complaints about crashes, and removes those about prices. */
  async function changeReviews(id: string): Promise<void> {
    const other = await createReviewedProduct(app.database, {
      reviews: [...MANY_REVIEWS.slice(0, 8), ...MANY_REVIEWS.slice(0, 8), ...MANY_REVIEWS.slice(0, 8)].map(
        (review, index) => ({ ...review, text: `${review.text} Device ${index}.` }),
      ),
    });
    await app.database.execute('UPDATE reviews SET product_id = $1 WHERE product_id = $2', [id, other]);
    await app.database.execute(`DELETE FROM reviews WHERE product_id = $1 AND text ~ 'pric|xpensive'`, [id]);
    await app.database.execute('UPDATE products SET review_changes = review_changes + 1 WHERE id = $1', [id]);
  }

  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    ({ key, teamId } = await createKey(app, { credits: 5, spendCap: 5 }));
    productId = await createReviewedProduct(app.database, { name: 'Filebox' });
    await app.database.execute('INSERT INTO follows (team_id, product_id) VALUES ($1, $2)', [teamId, productId]);
    await call(app, 'POST', `/products/${productId}/generate-report`, { key, body: {} });
    await finish(productId);
    await changeReviews(productId);
    await makeReport(productId);
    reports = (await get(`${productId}/reports`)).body.data as ReportSummary[];
  });
  afterAll(() => app.close());

  it('are listed, newest first, including the one that the team requested', async () => {
    const about = {
      id: expect.any(String),
      generated_at: expect.any(String),
      engine: expect.stringContaining('built-in'),
    };
    expect(reports).toEqual([
      { ...about, reviews_read: expect.any(Number), total_themes: expect.any(Number), requested_by_team: false },
      { ...about, reviews_read: 50, total_themes: expect.any(Number), requested_by_team: true },
    ]);
    const { body } = await get(`${productId}/reports?page=2&page_size=1`);
    expect([body.data, body.meta]).toEqual([[reports[1]], { pagination: { page: 2, page_size: 1, has_more: false } }]);
    const other = await createKey(app);
    expect(((await get(`${productId}/reports`, other.key)).body.data as ReportSummary[])[1]?.requested_by_team).toBe(
      false,
    );
  });

  it('stay readable in full after a new one is finished', async () => {
    const { status, body } = await get(`${productId}/reports/${reports[1]?.id}`);
    expect(status).toBe(200);
    const report = body.data as PainPointsReport;
    expect(report).toMatchObject({ status: 'completed', generated_at: reports[1]?.generated_at });
    expect([report.themes.length, report.metadata?.reviews_read]).toEqual([reports[1]?.total_themes, 50]);
    const last = (await get(`${productId}/reports/${reports[0]?.id}`)).body.data;
    expect(last).toEqual((await get(`${productId}/pain-points`)).body.data);
  });

  it('are compared, by default the last two', async () => {
    const { data } = (await get(`${productId}/reports/diff`)).body as { data: ReportDifference };
    expect(data).toMatchObject({ product: { id: productId }, from: reports[1], to: reports[0], is_comparable: true });
    expect(data.notes).toEqual([]);
    const kinds = new Set(data.themes.map(({ change }) => change));
    expect([kinds.has('grown'), kinds.has('gone')]).toEqual([true, true]);
    const [grown] = data.themes;
    expect(grown?.ratio).toBeCloseTo((grown?.to?.share ?? 0) / (grown?.from?.share ?? 1), 10);
    const named = await get(`${productId}/reports/diff?from=${reports[1]?.id.toUpperCase()}&to=${reports[0]?.id}`);
    expect(named.body.data).toEqual(data);
  });

  it('cannot be compared backward, with themselves, with another product or before the first', async () => {
    const [last, first] = reports.map(({ id }) => id);
    const statuses = async (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await get(`${productId}/reports/diff?${query}`)).status));
    expect(await statuses(`from=${last}&to=${first}`, `from=${last}`, 'from=x', 'to=')).toEqual([400, 400, 400, 400]);
    const other = await createReviewedProduct(app.database);
    await makeReport(other);
    const [foreign] = (await get(`${other}/reports`)).body.data as ReportSummary[];
    expect(await statuses(`to=${foreign?.id}`, `from=${foreign?.id}`, `to=${randomUUID()}`)).toEqual([404, 404, 404]);
    const alone = { from: null, to: { id: foreign?.id }, themes: [], is_comparable: false };
    expect((await get(`${other}/reports/diff`)).body.data).toMatchObject(alone);
    expect((await get(`${productId}/reports/diff?to=${first}`)).body.data).toMatchObject({ from: null, themes: [] });
  });

  it('are not found under another product, and need a key', async () => {
    const other = await createReviewedProduct(app.database);
    const paths = [`${other}/reports/${reports[0]?.id}`, `${productId}/reports/x`, `${randomUUID()}/reports`];
    for (const path of [...paths, 'x/reports', `${randomUUID()}/reports/diff`])
      expect((await get(path)).status).toBe(404);
    expect((await get(`${other}/reports`)).body.data).toEqual([]);
    expect((await get(`${other}/reports/diff`)).body.data).toMatchObject({ from: null, to: null, themes: [] });
    for (const path of ['', `/${reports[0]?.id}`, '/diff']) {
      expect((await call(app, 'GET', `/products/${productId}/reports${path}`)).status).toBe(401);
    }
  });

  it('of another engine are marked, and an old report has a note about its age', async () => {
    const id = await createReviewedProduct(app.database);
    await makeReport(id);
    await app.database.execute(
      `UPDATE reports SET engine = 'other/1', generated_at = now() - interval '100 days' WHERE product_id = $1`,
      [id],
    );
    await app.database.execute(
      `UPDATE products SET report_generated_at = now() - interval '100 days', review_changes = 1 WHERE id = $1`,
      [id],
    );
    const old = (await get(`${id}/pain-points`)).body.data as PainPointsReport;
    expect(old.metadata?.notes).toContain('This report is older than 90 days');
    await makeReport(id);
    const { data } = (await get(`${id}/reports/diff`)).body as { data: ReportDifference };
    expect(data).toMatchObject({ is_comparable: false, notes: [expect.stringContaining('different engines')] });
    expect(data.themes.length).toBeGreaterThan(0);
  });

  it('of a release without families of themes are marked', async () => {
    const id = await createReviewedProduct(app.database);
    await makeReport(id);
    await app.database.execute(
      `UPDATE reports SET themes = (SELECT jsonb_agg(theme - 'family' - 'variants') FROM jsonb_array_elements(themes::jsonb) theme) WHERE product_id = $1`,
      [id],
    );
    await app.database.execute(`UPDATE products SET review_changes = 1 WHERE id = $1`, [id]);
    await makeReport(id);
    const { data } = (await get(`${id}/reports/diff`)).body as { data: ReportDifference };
    expect(data).toMatchObject({ is_comparable: false, notes: [expect.stringContaining('earlier release')] });
  });

  it('notify teams that follow the product of new and grown themes', async () => {
    await relayEvents(app);
    await app.inWorker(TeamEventNumbering).number();
    const { body } = await call(app, 'GET', '/events?type=theme.spiked&cursor=start', { key });
    const events = body.data as EventView[];
    const { data } = (await get(`${productId}/reports/diff`)).body as { data: ReportDifference };
    const spikes = data.themes.filter(({ change }) => change === 'new' || change === 'grown');
    expect(events.map((event) => event.data)).toEqual([
      {
        product: { id: productId, name: 'Filebox' },
        report_id: reports[0]?.id,
        themes: spikes.map(({ category_name, change, from, to }) => ({
          category_name,
          change,
          trend: to?.trend,
          total_mentions: to?.total_mentions,
          previous_mentions: from?.total_mentions ?? 0,
        })),
      },
    ]);
  });

  it('have a cover whose figures are those of the report', async () => {
    const { body } = await get(`${productId}/pain-points/cover?months=6`);
    const report = (await get(`${productId}/pain-points`)).body.data as PainPointsReport;
    const { figures, verdict } = body.data as ReportCover;
    expect(figures).toMatchObject({
      texts_read: report.metadata?.texts?.read,
      texts_with_problem: report.metadata?.reviews_with_problem,
      average_rating: report.metadata?.ratings?.average,
    });
    expect(verdict).toContain(report.themes[0]?.category_name);
  });

  it('have a cover without changes, months and ratings for a caller without a key', async () => {
    const { body } = await call(app, 'GET', `/products/${productId}/pain-points/cover`);
    const { direction, figures, ...others } = body.data as ReportCover;
    expect(Object.keys(others)).toEqual(['verdict']);
    expect([direction, Object.keys(figures ?? {})]).toEqual([
      'level',
      ['texts_read', 'texts_with_problem', 'share_with_problem'],
    ]);
    expect(body.meta).toHaveProperty('upsell');
  });

  it('have a cover of 6, 12 or 24 months of a product that exists', async () => {
    expect((await get(`${productId}/pain-points/cover?months=7`)).status).toBe(400);
    expect((await get(`${randomUUID()}/pain-points/cover`)).status).toBe(404);
  });

  it('of several products are compared', async () => {
    const second = await createReviewedProduct(app.database, { name: 'Otherbox' });
    await makeReport(second);
    const third = await createReviewedProduct(app.database, { name: 'Newbox' });
    const { status, body } = await get(`compare?ids=${productId},${second}&ids=${third}`);
    expect(status).toBe(200);
    const { products, categories, shared_themes, unique_themes } = body.data as ProductComparison;
    expect(products.map(({ id, reviews_read, status }) => [id, reviews_read, status])).toEqual([
      [productId, reports[0]?.reviews_read, 'completed'],
      [second, 50, 'completed'],
      [third, null, 'none'],
    ]);
    for (const { per_hundred, worst, best } of categories) {
      expect(per_hundred).toEqual([expect.any(Number), expect.any(Number), null]);
      expect([productId, second]).toEqual(expect.arrayContaining([worst, best]));
    }
    expect([categories.length > 2, shared_themes.length > 2, unique_themes.length > 0]).toEqual([true, true, true]);
  });

  it('have the numbers of ratings of which the stars of a comparison are made', async () => {
    const unrated = Array.from({ length: 4 }, (_, n) => ({ text: `The app crashes every time I open file ${n}.` }));
    const reviews = [...MANY_REVIEWS, ...unrated];
    const id = await createReviewedProduct(app.database, { name: 'Unratedbox', reviews });
    await makeReport(id);
    const { points } = (await get(`compare?ids=${id},${productId}`)).body.data as ProductComparison;
    const own = points.filter(({ product_id }) => product_id === id);
    expect([...new Set(own.map(({ rated_reviews }) => rated_reviews))]).toEqual([MANY_REVIEWS.length]);
    const withoutRating = own.map(({ total_mentions, rated_mentions }) => total_mentions - (rated_mentions ?? 0));
    expect(withoutRating.filter((count) => count > 0)).toEqual([4]);
  });

  describe('in which some texts cannot be read', () => {
    let id: string;
    let shares: Map<string, number>;
    const themesOf = async () => ((await get(`${id}/pain-points`)).body.data as PainPointsReport).themes;

    beforeAll(async () => {
      const unreadable = Array.from({ length: 25 }, (_, index) => ({
        text: `التطبيق يتعطل كل يوم ولا أستطيع تسجيل الدخول إلى حسابي أبدا ${index}`,
      }));
      id = await createReviewedProduct(app.database, { name: 'Polybox', reviews: [...MANY_REVIEWS, ...unreadable] });
      await makeReport(id);
      shares = new Map();
      for (const { category, share } of await themesOf()) shares.set(category, (shares.get(category) ?? 0) + share);
    });

    it('have the shares of their themes in comparisons', async () => {
      const { products, categories } = (await get(`compare?ids=${id},${productId}`)).body.data as ProductComparison;
      const mentions = new Map<string, number>();
      for (const { category, total_mentions } of await themesOf())
        mentions.set(category, (mentions.get(category) ?? 0) + total_mentions);
      const own = categories.filter(({ name }) => mentions.has(name));
      expect(own.length).toBeGreaterThan(2);
      for (const { name, per_hundred } of own)
        expect(per_hundred[0]).toBeCloseTo((100 * (mentions.get(name) ?? 0)) / Number(products[0]?.texts_read), 9);
      expect(products[0]?.texts_read).toBeLessThan(Number(products[0]?.reviews_read));
    });

    it('have the shares of their themes in the standing', async () => {
      const { categories } = (await get(`${id}/standing`)).body.data as Standing;
      expect(categories.length).toBeGreaterThan(2);
      for (const { category, product } of categories)
        expect(product.per_hundred).toBeCloseTo(100 * (shares.get(category) ?? 0), 1);
    });

    it('have the shares of their themes in differences', async () => {
      await changeReviews(id);
      await makeReport(id);
      const { themes } = (await get(`${id}/reports/diff`)).body.data as ReportDifference;
      const later = themes.flatMap(({ category_name, to }) => (to ? [[category_name, to.share]] : []));
      expect(later.length).toBeGreaterThan(2);
      const sharesNow = new Map((await themesOf()).map(({ category_name, share }) => [category_name, share]));
      for (const [name, share] of later) expect(share).toBeCloseTo(Number(sharesNow.get(String(name))), 3);
    });
  });

  it('are compared for two to six different products that exist', async () => {
    const unknown = randomUUID();
    const many = Array.from({ length: 7 }, () => randomUUID()).join(',');
    const queries = ['', `ids=${productId}`, `ids=${productId},${productId.toUpperCase()}`, `ids=${many}`, `ids=x,y`];
    for (const query of queries) expect((await get(`compare?${query}`)).status).toBe(400);
    const { status, body } = await get(`compare?ids=${productId},${unknown}`);
    expect([status, body.error?.message]).toEqual([404, `Products not found: ${unknown}`]);
  });
});
