import { randomUUID } from 'node:crypto';
import type { Browser as Chromium, BrowserContextOptions } from 'playwright-core';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { ANALYSIS_ENGINE, type AnalysisEngine } from '#analysis/analysis.types.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import type { TestApp } from '../../support/app.js';
import { describeInBrowser, launchChromium, visitor } from '../../support/chromium.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { sees } from '../../support/looks.js';
import { createReviewedProduct, MANY_REVIEWS, type TestReview } from '../../support/reviewed-product.js';
import { itBehindNginx, startNginx } from '../../support/servers/nginx.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

/** More reviews than are read at once. */
const REVIEWS: TestReview[] = Array.from({ length: 11 }, (_, round) =>
  MANY_REVIEWS.map((review) => ({ ...review, text: `${review.text} Round ${round}.` })),
).flat();
const ROW = '[data-found] li';

describeInBrowser('the page of a report in the making', () => {
  let app: TestApp;
  let browser: Chromium;
  let member: SignedIn;
  let product: string;
  /** Lets the engine read the next reviews. */
  let next: () => void;
  let done: Promise<unknown>;

  beforeAll(async () => {
    app = await startPublicApp({ worker: true });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    browser = await launchChromium();
    member = await signedIn(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  beforeEach(async () => {
    product = await createReviewedProduct(app.database, { name: `Read ${randomUUID()}`, reviews: REVIEWS });
    const steps: (() => void)[] = [];
    const pauses = [1, 2].map(() => new Promise<void>((resolve) => steps.push(resolve)));
    next = () => steps.shift()?.();
    const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
    const startReport = engine.startReport.bind(engine);
    const slow = jest.spyOn(engine, 'startReport').mockImplementation(async (context) => {
      const builder = await startReport(context);
      return { ...builder, add: (batch) => (pauses.shift() ?? Promise.resolve()).then(() => builder.add(batch)) };
    });
    await app.get(ReportGenerationService).generateFree(product);
    const { id } = await app.database.one<{ id: string }>('SELECT id FROM runs WHERE item = $1', [product]);
    done = app.inWorker(RunExecutor).execute('generate_report', id);
    await until(() => slow.mock.results.length > 0);
    slow.mockRestore();
  });
  afterEach(async () => {
    next();
    next();
    await done;
  });

  const found = (): Promise<object | null> =>
    app.database.maybeOne('SELECT FROM runs WHERE item = $1 AND so_far IS NOT NULL', [product]);

  /** The page, opened before anything is found. */
  async function opened(options: BrowserContextOptions = {}) {
    const visit = await visitor(browser, app, { elsewhere: options.baseURL, ...options });
    await visit.context.addCookies(member.browser.cookiesFor(options.baseURL ?? app.origin));
    await visit.page.goto(`/products/${product}`);
    return visit;
  }

  it('shows the themes as they are found, and the report when it is finished, without a reload by hand', async () => {
    const { page, context, violations } = await opened();
    expect(await page.locator(ROW).count()).toBe(0);
    next();
    await page.locator(ROW).first().waitFor();
    const rows = await page.locator(ROW).allInnerTexts();
    expect(rows).toEqual(expect.arrayContaining([expect.stringMatching(/^Crashes and freezes\s+\d+$/)]));
    await sees(page, page.getByRole('heading', { name: 'Found so far' }), page.locator(ROW).first());
    next();
    await page.locator('.theme-row').first().waitFor();
    expect([await page.locator('[data-progress]').count(), violations]).toEqual([0, []]);
    await context.close();
  });

  it('shows them without a script when it refreshes', async () => {
    const { page, context } = await opened({ javaScriptEnabled: false });
    next();
    await page.locator(ROW).first().waitFor();
    next();
    await page.locator('.theme-row').first().waitFor();
    await context.close();
  });

  it('shows a stranger as many as the preview of the report will have', async () => {
    next();
    await until(found);
    const { page, context } = await visitor(browser, app);
    await page.goto(`/products/${product}`);
    const atFirst = await page.locator(ROW).count();
    const answer = (await (await page.request.get(`/products/${product}/progress`)).json()) as { themes: object[] };
    expect([atFirst, answer.themes.length]).toEqual([3, 3]);
    await context.close();
  });

  it('forgets them when the report is finished', async () => {
    next();
    await until(found);
    next();
    await done;
    expect(await found()).toBeNull();
  });

  itBehindNginx('shows them behind a proxy that buffers', async () => {
    const proxy = await startNginx(app.origin);
    const { page, context } = await opened({ baseURL: proxy.url });
    expect(await page.locator(ROW).count()).toBe(0);
    next();
    await page.locator(ROW).first().waitFor();
    await context.close();
    await proxy.stop();
  });
});
