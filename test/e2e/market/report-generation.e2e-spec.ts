import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { type Queue, QueueEvents } from 'bullmq';
import { BudgetsService } from '#accounts/credits/budgets.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { RunOutcomes } from '#accounts/runs/run-outcomes.service.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import type { RunRow } from '#accounts/runs/runs.queries.js';
import { RunsReaper } from '#accounts/runs/runs.reaper.js';
import { ANALYSIS_ENGINE, type AnalysisEngine } from '#analysis/analysis.types.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReportErasure } from '#market/reports/report-erasure.service.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const KIND = 'generate_report';
const QUEUE = getQueueToken('pain-points') as unknown as symbol;
const UNKNOWN = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const EMPTY_RESULT = {
  textErasures: 0,
  headline: 'No recurring pain points in 0 reviews',
  summary: 'Late',
  themes: [],
  mentions: [],
  metadata: {
    engine: 'late/1',
    reviews_read: 0,
    reviews_with_problem: 0,
    date_range: { from: null, to: null },
    languages: {},
    notes: [],
    themes: [],
  },
};

describe('generating a report', () => {
  let app: TestApp;
  let second: TestApp;
  let withoutQueue: TestApp;
  let credits: CreditsService;

  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
    second = await startTestApp({ beside: app });
    withoutQueue = await startTestApp({ beside: app });
    await withoutQueue.get<Queue>(QUEUE).close();
    credits = app.get(CreditsService);
  });
  afterAll(async () => {
    await withoutQueue.close();
    await second.close();
    await app.close();
  });

  const product = () => createReviewedProduct(app.database);
  const buyer = (amount = 10, spendCap = 10) => createKey(app, { credits: amount, spendCap });
  const post = (id: string, key?: string, options: { to?: TestApp; headers?: Record<string, string> } = {}) =>
    call(options.to ?? app, 'POST', `/products/${id}/generate-report`, { key, headers: options.headers });
  const latestRun = (id: string) =>
    app.database.one<RunRow & { requeues: number; failure: string | null }>(
      `SELECT *, false AS is_dead FROM runs WHERE kind = '${KIND}' AND item = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
  const statusOf = async (id: string) => (await app.get(PainPointsService).progressOf(id)).status;
  const chargesFor = async (id: string) =>
    (await app.database.query(`SELECT 1 FROM credit_entries WHERE thing = $1 AND kind = 'charge'`, [id])).length;
  const execute = async (id: string) => app.inWorker(RunExecutor).execute(KIND, (await latestRun(id)).id);
  /** Claims the run like a worker that then stops or is slow. */
  const claim = async (id: string) => {
    const lease = await app.inWorker(RunOutcomes).leases.claim([(await latestRun(id)).id]);
    if (!lease) throw new Error('not claimed');
    return lease;
  };
  const makeStale = (id: string) =>
    app.database.execute(
      `UPDATE runs SET enqueued_at = now() - interval '1 h',
         lease_until = CASE WHEN state = 'running' THEN now() - interval '1 h' END WHERE item = $1`,
      [id],
    );

  /** From here on, the test takes the place of the worker. */
  const pauseWorker = () => app.inWorker(processorOf(GenerateReport)).worker.pause();

  describe('by a worker', () => {
    it('completes a requested report and settles its purchase', async () => {
      const queue = app.get<Queue>(QUEUE);
      const { connection, prefix } = queue.opts;
      const events = new QueueEvents('pain-points', { connection, prefix });
      await events.waitUntilReady();
      const id = await product();
      const { key } = await buyer();
      await post(id, key);
      const run = await latestRun(id);
      const job = await queue.getJob(`${KIND}-${run.id}`);
      expect(await job?.waitUntilFinished(events)).toBe('completed');
      expect((await queue.getJob(`${KIND}-${run.id}`))?.progress).toBe(100);
      await events.close();
      const done = await app.database.one(
        `SELECT run.state, purchase.state AS purchase, product.report_status
         FROM reports report JOIN runs run ON run.id = report.id JOIN purchases purchase ON purchase.id = run.purchase_id
         JOIN products product ON product.report_id = report.id WHERE report.id = $1`,
        [run.id],
      );
      expect(done).toEqual({
        state: 'completed',
        purchase: 'settled',
        report_status: 'completed',
      });
    });
  });

  describe('requested', () => {
    beforeAll(pauseWorker);

    it('answers immediately, for one credit', async () => {
      const id = await product();
      const { key } = await buyer(5);
      const { status, body } = await post(id, key);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          status: 'generating',
          message: expect.any(String),
          credits_remaining: 4,
          already_in_progress: false,
        },
      });
      expect(await statusOf(id)).toBe('generating');
    });

    it('answers 401 without a key', async () => {
      const { status, body } = await post(await product());
      expect([status, body.error]).toMatchObject([401, { code: 'unauthorized', message: 'API key required' }]);
    });

    it('answers 403 to a key without a spend cap, before the product is looked up', async () => {
      const { key } = await createKey(app, { credits: 5 });
      const { status, body } = await post(UNKNOWN, key);
      expect([status, body.error?.code, body.error?.details]).toEqual([
        403,
        'forbidden',
        { reason: 'spend_cap_required' },
      ]);
    });

    it('answers 400 to a body with fields, before the product is looked up', async () => {
      const { key } = await buyer();
      const { status } = await call(app, 'POST', `/products/${UNKNOWN}/generate-report`, { key, body: { a: 1 } });
      expect(status).toBe(400);
    });

    it.each([UNKNOWN, 'not-an-id'])('answers 404 for %s, before the balance is checked', async (id) => {
      const { key } = await buyer(0, 0);
      const { status, body } = await post(id, key);
      expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'Resource not found' }]);
    });

    it('answers 402 with the balance if the balance is too low', async () => {
      const { key } = await buyer(0);
      const { status, body } = await post(await product(), key);
      expect([status, body.error?.code, body.error?.details]).toEqual([
        402,
        'payment_required',
        { reason: 'insufficient_credits', credits_balance: 0, credits_required: 1 },
      ]);
    });

    it('answers 402 with the spend cap if the cap is reached, regardless of the balance', async () => {
      const { key } = await buyer(0, 0);
      const { status, body } = await post(await product(), key);
      expect([status, body.error?.code, body.error?.details]).toEqual([
        402,
        'payment_required',
        { reason: 'spend_cap_reached', spend_cap: 0, spend_used: 0, spend_remaining: 0, credits_required: 1 },
      ]);
    });

    it('leaves the product unchanged if the charge fails', async () => {
      const id = await product();
      await post(id, (await buyer(0)).key);
      expect(await statusOf(id)).toBe('none');
    });

    it.each([
      ['without credits', 0, 10],
      ['whose cap is reached', 10, 0],
    ])('joins a running report for a team %s', async (_, amount, cap) => {
      const id = await product();
      await post(id, (await buyer()).key);
      const { status, body } = await post(id, (await buyer(amount, cap)).key);
      expect([status, body.data]).toEqual([
        200,
        {
          status: 'generating',
          message: expect.stringContaining('no credit was charged'),
          credits_remaining: amount,
          already_in_progress: true,
        },
      ]);
    });

    it("joins an operator's free report", async () => {
      const id = await product();
      expect(await app.get(ReportGenerationService).generateFree(id)).toBe('started');
      const { body } = await post(id, (await buyer(0)).key);
      expect(body.data).toMatchObject({ already_in_progress: true, credits_remaining: 0 });
    });

    it('also joins a running report for an operator', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      expect(await app.get(ReportGenerationService).generateFree(id)).toBe('already_in_progress');
    });

    it('charges once for 50 concurrent requests of two teams on two processes', async () => {
      const id = await product();
      const teams = [await buyer(), await buyer()];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => post(id, teams[index % 2]?.key, { to: index % 4 < 2 ? app : second })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const started = answers.filter(
        ({ body }) => !(body.data as { already_in_progress: boolean }).already_in_progress,
      );
      expect(started).toHaveLength(1);
      expect(await chargesFor(id)).toBe(1);
    });

    it('charges the last credit for only one of 100 concurrent requests', async () => {
      const ids = await Promise.all(
        Array.from({ length: 100 }, () => createReviewedProduct(app.database, { reviews: ONE_REVIEW })),
      );
      const { key, teamId } = await createKey(app, { credits: 1, spendCap: 1_000 });
      const answers = await Promise.all(ids.map((id, index) => post(id, key, { to: index % 2 ? app : second })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(99).fill(402)]);
      expect(await credits.balanceOf(teamId)).toBe(0);
    });

    it('charges once for a request that is retried after its answer was lost', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      const headers = { 'idempotency-key': 'lost' };
      await post(id, key, { headers });
      await execute(id);
      await app.database.execute('DELETE FROM idempotency_keys');
      const { body } = await post(id, key, { headers });
      expect(body.data).toMatchObject({ already_in_progress: false, credits_remaining: 4 });
      expect(await credits.balanceOf(teamId)).toBe(4);
    });

    it('answers 500 and charges no credit if the queue is unavailable', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      const { status, body } = await post(id, key, { to: withoutQueue });
      expect([status, body.error]).toEqual([
        500,
        { code: 'internal_error', message: expect.stringContaining('no credit was charged') },
      ]);
      expect([await credits.balanceOf(teamId), await statusOf(id)]).toEqual([5, 'failed']);
    });
  });

  describe('without new findings', () => {
    beforeAll(pauseWorker);

    let products = 0;
    const line = (product: string, number: number, more: object = {}) => ({
      external_id: `${product}-${number}`,
      platform: 'Test',
      product_name: product,
      text: `It crashes, for the ${number}th time.`,
      ...more,
    });
    const importReviews = (...lines: object[]) => importLines(app, ReviewsImporter, lines);
    /** A product with three imported reviews and a finished report. */
    const reported = async () => {
      const name = `Reported ${products++}`;
      await importReviews(line(name, 1), line(name, 2), line(name, 3));
      const { id } = await app.database.one<{ id: string }>('SELECT id FROM products WHERE name = $1', [name]);
      await app.get(ReportGenerationService).generateFree(id);
      expect(await execute(id)).toBe('completed');
      return { id, name };
    };
    const balanceAfter = async (id: string) => {
      const { key, teamId } = await buyer(5);
      const { status, body } = await post(id, key);
      expect(status).toBe(200);
      return { body, balance: await credits.balanceOf(teamId) };
    };

    it('costs nothing and starts nothing when no review has changed', async () => {
      const { id } = await reported();
      const { body, balance } = await balanceAfter(id);
      expect(body).toEqual({
        success: true,
        data: {
          status: 'completed',
          message: expect.stringContaining('no credit was charged'),
          credits_remaining: 5,
          already_in_progress: false,
        },
        meta: { up_to_date: true },
      });
      expect([balance, await statusOf(id)]).toEqual([5, 'completed']);
    });

    it('costs nothing for 20 concurrent requests of two processes', async () => {
      const { id } = await reported();
      const { key, teamId } = await buyer(5);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => post(id, key, { to: index % 2 ? app : second })),
      );
      expect(answers.map(({ body }) => body.meta)).toEqual(Array(20).fill({ up_to_date: true }));
      expect([await credits.balanceOf(teamId), await chargesFor(id)]).toEqual([5, 0]);
    });

    it('needs no credits', async () => {
      const { id } = await reported();
      expect((await post(id, (await buyer(0, 0)).key)).body.meta).toEqual({ up_to_date: true });
    });

    it('does not start for an operator', async () => {
      const { id } = await reported();
      expect(await app.get(ReportGenerationService).generateFree(id)).toBe('up_to_date');
    });

    it('costs nothing when an import changed only the writer of a review', async () => {
      const { id, name } = await reported();
      await importReviews(line(name, 1, { reviewer_title: 'Head of IT' }));
      expect((await balanceAfter(id)).balance).toBe(5);
    });

    it.each<[string, (name: string) => Promise<unknown>]>([
      ['added', (name) => importReviews(line(name, 4))],
      ['changed', (name) => importReviews(line(name, 1, { text: 'It no longer crashes.' }))],
    ])('is generated for a credit after a review was %s', async (_, change) => {
      const { id, name } = await reported();
      await change(name);
      expect(await balanceAfter(id)).toMatchObject({ balance: 4, body: { data: { status: 'generating' } } });
    });

    it('is generated for a credit after a review was removed', async () => {
      const id = await product();
      await app.get(ReportGenerationService).generateFree(id);
      expect(await execute(id)).toBe('completed');
      await app.database.execute(
        'DELETE FROM reviews WHERE id = (SELECT id FROM reviews WHERE product_id = $1 LIMIT 1)',
        [id],
      );
      expect((await balanceAfter(id)).balance).toBe(4);
    });

    it('is generated for a credit after the engine has changed', async () => {
      const { id } = await reported();
      await app.database.execute(`UPDATE reports SET engine = 'built-in/0.9.0' WHERE product_id = $1`, [id]);
      expect((await balanceAfter(id)).balance).toBe(4);
    });

    it('is generated for a credit after a review was imported during the last run', async () => {
      const { id, name } = await reported();
      await importReviews(line(name, 4));
      await app.get(ReportGenerationService).generateFree(id);
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const start = engine.startReport.bind(engine);
      const slow = jest.spyOn(engine, 'startReport').mockImplementation(async (context) => {
        await importReviews(line(name, 5));
        return start(context);
      });
      expect(await execute(id)).toBe('completed');
      slow.mockRestore();
      expect((await balanceAfter(id)).balance).toBe(4);
    });

    it('is free, empty and finished at once for a product without reviews', async () => {
      const id = await createReviewedProduct(app.database, { reviews: [] });
      const { key, teamId } = await buyer(5);
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(id, key)));
      expect(answers.map(({ body }) => body.meta)).toEqual(Array(10).fill({ up_to_date: true }));
      const reports = await app.database.query('SELECT total_themes FROM reports WHERE product_id = $1', [id]);
      expect([await credits.balanceOf(teamId), await statusOf(id), reports]).toEqual([
        5,
        'completed',
        [{ total_themes: 0 }],
      ]);
    });

    it('says that a product without reviews has none, and not that its report is up to date', async () => {
      const id = await createReviewedProduct(app.database, { reviews: [] });
      const { body } = await post(id, (await buyer(5)).key);
      expect((body.data as { message: string }).message).toMatch(/^The product has no reviews yet/);
    });

    it('is generated for a credit once a product without reviews has one', async () => {
      const name = `Reported ${products++}`;
      const id = await createReviewedProduct(app.database, { name, reviews: [] });
      await post(id, (await buyer(5)).key);
      await importReviews(line(name, 1, { product_maker: 'Maker' }));
      expect((await balanceAfter(id)).balance).toBe(4);
    });
  });

  describe('in the worker', () => {
    beforeAll(pauseWorker);

    it('is claimed by one of many workers', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => execute(id)));
      expect(outcomes.sort()).toEqual(['completed', 'idle', 'idle', 'idle', 'idle']);
    });

    it('reports its progress', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      const seen: number[] = [];
      await app.inWorker(RunExecutor).execute(KIND, (await latestRun(id)).id, (percent) => seen.push(percent));
      expect(seen).toEqual([0, 90]);
      expect(await app.get(PainPointsService).progressOf(id)).toEqual({
        status: 'completed',
        progress: 100,
        reviews_read: 50,
        reviews_total: 50,
        themes: [],
        requested_at: expect.any(String),
      });
    });

    it('retries after a failure, then fails and refunds the credit and the spend cap', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      await post(id, key);
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const broken = jest.spyOn(engine, 'startReport').mockRejectedValue(new Error('the engine is broken'));
      await expect(execute(id)).rejects.toThrow('the engine is broken');
      expect([await statusOf(id), await credits.balanceOf(teamId)]).toEqual(['generating', 4]);
      await expect(execute(id)).rejects.toThrow();
      expect(await execute(id)).toBe('failed');
      broken.mockRestore();
      expect([await statusOf(id), await credits.balanceOf(teamId)]).toEqual(['failed', 5]);
      expect(await latestRun(id)).toMatchObject({ state: 'failed', attempts: 3, failure: 'the engine is broken' });
    });

    it('is written again if texts were erased while it was written', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      const { id: reviewId } = await app.database.one<{ id: string }>(
        'SELECT id FROM reviews WHERE product_id = $1 ORDER BY id LIMIT 1',
        [id],
      );
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const start = engine.startReport.bind(engine);
      const erased = jest.spyOn(engine, 'startReport').mockImplementationOnce(async (context) => {
        const erasure = app.inWorker<ReportErasure>(ReportErasure);
        await app.database.transaction(() => erasure.removeQuotes([reviewId]));
        return start(context);
      });
      await expect(execute(id)).rejects.toThrow('Texts of the product were erased');
      expect(await execute(id)).toBe('completed');
      erased.mockRestore();
    });

    it('is refunded if no review is in a language that is read', async () => {
      const text = 'التطبيق يتعطل كل يوم ولا أستطيع تسجيل الدخول إلى حسابي أبدا';
      const reviews = ['', '!'].map((end) => ({ text: `${text}${end}`, rating: 1 }));
      const id = await createReviewedProduct(app.database, { name: 'Unread', reviews });
      const { key, teamId } = await buyer(5);
      await post(id, key);
      expect(await credits.balanceOf(teamId)).toBe(4);
      await execute(id);
      expect([await statusOf(id), await credits.balanceOf(teamId)]).toEqual(['completed', 5]);
    });

    it('logs one line when it completes, with team, product, reviews, themes and seconds', async () => {
      const id = await product();
      const { key, teamId } = await buyer();
      await post(id, key);
      const log = jest.spyOn(Logger.prototype, 'log');
      await execute(id);
      const lines = log.mock.calls.filter(([, message]) => message === 'run completed');
      log.mockRestore();
      expect(lines).toEqual([
        [
          expect.objectContaining({
            kind: KIND,
            teamId,
            item: id,
            reviewsRead: 50,
            themes: expect.any(Number),
            seconds: expect.any(Number),
          }),
          'run completed',
        ],
      ]);
    });

    it('logs one line when it fails, with the reason', async () => {
      const id = await product();
      const { key, teamId } = await buyer();
      await post(id, key);
      const log = jest.spyOn(Logger.prototype, 'warn');
      await app.get(RunOutcomes).fail(await latestRun(id), { reason: 'deadline_passed', detail: 'too slow' });
      const lines = log.mock.calls.filter(([, message]) => message === 'run failed');
      log.mockRestore();
      const line = { kind: KIND, teamId, item: id, reason: 'deadline_passed', failure: 'too slow' };
      expect(lines).toEqual([[expect.objectContaining(line), 'run failed']]);
    });

    it('can be requested again after it failed', async () => {
      const id = await product();
      const { key } = await buyer();
      await post(id, key);
      await app.get(RunOutcomes).fail(await latestRun(id), { reason: 'internal_error', detail: 'failed' });
      expect((await post(id, key)).body.data).toMatchObject({ already_in_progress: false });
      expect(await execute(id)).toBe('completed');
    });

    it('leaves out quotes that are not verbatim in any review, and a theme without any other quote', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const honest = engine.startReport.bind(engine);
      let invented: string | undefined;
      const inventive = jest.spyOn(engine, 'startReport').mockImplementation(async (context) => {
        const builder = await honest(context);
        return {
          ...builder,
          finish: async () => {
            const draft = await builder.finish();
            invented = draft.themes[0]?.categoryName;
            draft.themes[0]?.quotes.forEach((quote) => (quote.quoteText = `${quote.quoteText} Really!`));
            return draft;
          },
        };
      });
      await execute(id);
      inventive.mockRestore();
      const { themes, metadata } = await app.database.one<{
        themes: { category_name: string }[];
        metadata: { notes: string[]; themes: { category_name: string }[] };
      }>('SELECT themes, metadata FROM reports WHERE product_id = $1', [id]);
      const names = themes.map(({ category_name }) => category_name);
      expect(invented).toBeDefined();
      expect(names).not.toContain(invented);
      expect(metadata.themes.map(({ category_name }) => category_name)).toEqual(names);
      expect(metadata.notes.at(-1)).toContain('were left out because no review contains them word for word');
    });

    it('cannot complete after the credit was refunded', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      await post(id, key);
      const lease = await claim(id);
      await credits.refund(lease.row.purchase_id ?? '', 'test');
      expect(await app.get(RunOutcomes).complete(lease, EMPTY_RESULT)).toBe(false);
      expect([await latestRun(id), await credits.balanceOf(teamId)]).toMatchObject([{ state: 'running' }, 5]);
    });

    it('fails if it completes too late for its purchase', async () => {
      const id = await product();
      const { key } = await buyer(5);
      await post(id, key);
      await credits.refund((await latestRun(id)).purchase_id ?? '', 'test');
      expect(await execute(id)).toBe('lost');
      expect([await statusOf(id), (await latestRun(id)).state]).toEqual(['failed', 'failed']);
    });

    it('cannot complete after a later claim of the run', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      const first = await claim(id);
      await makeStale(id);
      const later = await claim(id);
      expect(await app.get(RunOutcomes).complete(first, EMPTY_RESULT)).toBe(false);
      expect(await app.get(RunOutcomes).complete(later, EMPTY_RESULT)).toBe(true);
    });
  });

  describe('reaped', () => {
    beforeAll(pauseWorker);

    const reap = () => app.inWorker(RunsReaper).reap();
    const jobOf = async (id: string) => {
      const { id: runId, requeues } = await latestRun(id);
      const queue = app.get<Queue>(QUEUE);
      return queue.getJob(`${KIND}-${runId}-${requeues}`);
    };

    /** Removes its job, as if a worker had taken it and died, or Redis had been emptied. */
    const loseJob = async (id: string) => app.get<Queue>(QUEUE).remove(`${KIND}-${(await latestRun(id)).id}`);

    it('is enqueued again if no worker claimed it and its job is gone', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      await makeStale(id);
      await loseJob(id);
      await reap();
      expect((await jobOf(id))?.data).toMatchObject({ id: (await latestRun(id)).id });
    });

    it('is enqueued again if its worker died, and then completes', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      await claim(id);
      await makeStale(id);
      await loseJob(id);
      await reap();
      expect(await jobOf(id)).toBeDefined();
      expect(await execute(id)).toBe('completed');
    });

    it('is left unchanged while its worker is running', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      await claim(id);
      await app.database.execute(`UPDATE runs SET enqueued_at = now() - interval '1 h' WHERE item = $1`, [id]);
      await reap();
      expect((await latestRun(id)).requeues).toBe(0);
    });

    it('is enqueued by only one of many reapers', async () => {
      const id = await product();
      await post(id, (await buyer()).key);
      await makeStale(id);
      await loseJob(id);
      await Promise.all(Array.from({ length: 4 }, reap));
      expect((await latestRun(id)).requeues).toBe(1);
    });

    it('fails and is refunded once after its deadline', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      await post(id, key);
      await app.database.execute(`UPDATE runs SET deadline_at = now() - interval '1 s' WHERE item = $1`, [id]);
      await Promise.all(Array.from({ length: 4 }, reap));
      expect([await statusOf(id), await credits.balanceOf(teamId)]).toEqual(['failed', 5]);
      expect(await execute(id)).toBe('idle');
    });

    it('fails and is refunded if its worker died at every attempt', async () => {
      const id = await product();
      const { key, teamId } = await buyer(5);
      await post(id, key);
      for (let attempt = 1; attempt <= 3; attempt++) {
        await claim(id);
        await makeStale(id);
      }
      await reap();
      expect([await statusOf(id), await credits.balanceOf(teamId)]).toEqual(['failed', 5]);
    });
  });

  it('leaves a ledger without errors', async () => {
    expect(await credits.verify()).toEqual([]);
  });

  it('never lets a key spend more than its spend cap', async () => {
    const { key, teamId } = await buyer(10, 1);
    const ids = await Promise.all([product(), product(), product()]);
    const answers = await Promise.all(ids.map((id) => post(id, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
    const budget = await app.database.one<{ id: string }>('SELECT id FROM spend_budgets WHERE team_id = $1', [teamId]);
    expect(await app.get(BudgetsService).stateOf(budget.id)).toMatchObject({ limit: 1, used: 1 });
  });
});
