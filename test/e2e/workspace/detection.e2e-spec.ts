import { ANALYSIS_ENGINE, type AnalysisEngine } from '#analysis/analysis.types.js';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { DeclaredWork } from '#platform/queues/declared-work.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';
import { DetectionService } from '#workspace/opportunities/detection/detection.service.js';
import { DETECT_OPPORTUNITIES, MAX_ATTEMPTS } from '#workspace/opportunities/detection/detection.jobs.js';
import { DetectionQueries } from '#workspace/opportunities/detection/detection.queries.js';
import { OpportunitiesQueries } from '#workspace/opportunities/opportunities.queries.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { importLines } from '../../support/imported.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { signal } from '../../support/signal.js';
import { until } from '../../support/until.js';

const LEAVING = {
  external_id: 'r-1',
  platform: 'G2',
  product_name: 'Boardly',
  title: 'Done with it',
  text: 'Sync is broken and I lost my work again. We are switching to Kanbanica or Monday.com with Office 365, cancelled our subscription.',
  rating: 1,
  reviewer_name: 'Jane Doe',
  reviewer_profile_url: 'https://people.example/jane-secret',
  company_country: 'Germany',
  company_industry: 'Retail',
};
const HAPPY = { ...LEAVING, external_id: 'r-2', title: null, text: 'Great tool, I love it.', rating: 5 };
const COMPETITORS = ['Kanbanica', 'Monday.com', 'Office 365'].map((product_name) => ({
  ...{ ...HAPPY, external_id: `of ${product_name}`, product_name },
}));
const ASKING = {
  external_id: 'p-1',
  source: 'forum',
  text: 'Can anyone recommend an alternative to Boardly? I am looking for a tool for our team.',
  author_country: 'France',
};
const CHATTING = { external_id: 'p-2', source: 'network', text: 'Lovely weather in Lisbon this morning.' };
const JOBLESS = {
  external_id: 'p-3',
  source: 'forum',
  text: 'I have a degree in journalism and am thinking of switching to marketing. There is no work in my field.',
};

describe('detection', () => {
  let app: TestApp;

  beforeAll(async () => {
    // The tests start detection themselves, so no sweep may enqueue or relay anything meanwhile.
    app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  });
  afterAll(() => app.close());

  /** Relays the events of imports, and reads every queued batch. */
  async function readAll(): Promise<void> {
    await relayEvents(app);
    while (await app.inWorker(DetectionService).detectDue());
    await waitForIdleWorker();
  }

  /** Waits until the worker has finished the batches that it claimed before this test could. */
  async function waitForIdleWorker(): Promise<void> {
    const running = `SELECT count(*)::int AS running FROM detection_batches WHERE state = 'running'`;
    await until(async () => (await app.database.one<{ running: number }>(running)).running === 0);
  }

  const opportunities = () =>
    app.database.query<Record<string, unknown>>(
      `SELECT opportunity.*, coalesce(review.external_id, post.external_id) AS external_id, product.name AS product
       FROM opportunities opportunity
       LEFT JOIN reviews review ON review.id = review_id LEFT JOIN posts post ON post.id = post_id
       LEFT JOIN products product ON product.id = opportunity.product_id ORDER BY external_id`,
    );
  const opportunityOf = async (externalId: string) =>
    (await opportunities()).find((opportunity) => opportunity.external_id === externalId);

  it('finds only writers who leave a product or ask for one', async () => {
    await importLines(app, ReviewsImporter, [LEAVING, HAPPY, ...COMPETITORS]);
    await importLines(app, PostsImporter, [ASKING, CHATTING, JOBLESS]);
    await readAll();
    expect((await opportunities()).map(({ external_id }) => external_id)).toEqual(['p-1', 'r-1']);
  });

  it('stores folded values for the filters', async () => {
    expect(await opportunityOf('r-1')).toMatchObject({
      source: 'review',
      product: 'Boardly',
      country: 'germany',
      industry: 'retail',
      rating: 1,
      has_buying_signal: true,
    });
  });

  it('quotes evidence verbatim', async () => {
    const { pain_points: pains } = (await opportunityOf('r-1')) as { pain_points: { buying_signals: object[] } };
    const text = `${LEAVING.title}\n${LEAVING.text}`;
    for (const { evidence } of pains.buying_signals as { evidence: string }[]) expect(text).toContain(evidence);
    expect(pains.buying_signals).not.toHaveLength(0);
  });

  it('names the competitors that are known products, with marks and numbers', async () => {
    expect((await opportunityOf('r-1'))?.pain_points).toMatchObject({
      competitors_mentioned: ['Kanbanica', 'Monday.com', 'Office 365'],
    });
  });

  it('assigns a post to the only product that it names, which is no competitor of itself', async () => {
    expect(await opportunityOf('p-1')).toMatchObject({
      product: 'Boardly',
      pain_points: { competitors_mentioned: [] },
    });
  });

  it('finds no need in a post that only rejoices, or in a complaint that names no product', async () => {
    await importLines(app, PostsImporter, [
      {
        external_id: 'p-4',
        source: 'network',
        text: 'My iPhone X came and I’m so excited! I can’t wait to activate it!',
      },
      { external_id: 'p-5', source: 'network', text: 'Terrible day. Everything is broken, I hate it!!!' },
    ]);
    await readAll();
    expect([await opportunityOf('p-4'), await opportunityOf('p-5')]).toEqual([undefined, undefined]);
  });

  it('folds reposts: the same words with another mark, link or ending, in one batch or in a later one', async () => {
    const text = `${ASKING.text} We are ten people in three countries, work on many boards and files every day, need it on phones as well, and would pay for it.`;
    await importLines(app, PostsImporter, [
      { ...ASKING, external_id: 'q-1', text },
      { ...ASKING, external_id: 'q-2', source: 'network', text: `RT @someone: ${text} https://short.example/1` },
    ]);
    await readAll();
    await importLines(app, PostsImporter, [
      { ...ASKING, external_id: 'q-3', text: `${text}\n\nEDIT: Thanks for all answers!` },
    ]);
    await readAll();
    const found = (await opportunities()).filter(({ external_id }) => String(external_id).startsWith('q-'));
    expect(found).toHaveLength(1);
    await app.database.execute('DELETE FROM opportunities WHERE id = $1', [found[0]?.id]);
    await app.database.execute(`DELETE FROM posts WHERE external_id LIKE 'q-%'`);
  });

  it('keeps the same words of two reviewers apart, and folds those of one', async () => {
    await importLines(app, ReviewsImporter, [
      { ...LEAVING, external_id: 's-1', reviewer_name: 'Kim' },
      { ...LEAVING, external_id: 's-2', reviewer_name: 'Kim', platform: 'Capterra' },
      { ...LEAVING, external_id: 's-3', reviewer_name: 'Lou' },
    ]);
    await readAll();
    const found = (await opportunities()).filter(({ external_id }) => String(external_id).startsWith('s-'));
    expect(found).toHaveLength(2);
    await app.database.execute('DELETE FROM opportunities WHERE id = ANY($1)', [found.map(({ id }) => id)]);
    await app.database.execute(`DELETE FROM reviews WHERE external_id LIKE 's-%'`);
  });

  it('does not make gated values searchable', async () => {
    expect((await opportunityOf('r-1'))?.search_text).not.toContain('jane-secret');
  });

  it('creates no second opportunity from a repeated import', async () => {
    await importLines(app, ReviewsImporter, [LEAVING, HAPPY]);
    await readAll();
    expect(await opportunities()).toHaveLength(2);
  });

  it('creates no second opportunity when the same event is received twice', async () => {
    const reviews = await app.database.query<{ id: string }>('SELECT id FROM reviews');
    await app.inWorker<DetectionService>(DetectionService).request(
      'reviews',
      reviews.map(({ id }) => id),
    );
    await readAll();
    expect(await opportunities()).toHaveLength(2);
  });

  describe('of a text that is imported again with changes', () => {
    const CALMER = { ...LEAVING, text: 'Sync is slow at times. Does anybody know an alternative to it?', rating: 3 };

    it('updates its opportunity under the same id and date', async () => {
      const before = await opportunityOf('r-1');
      await importLines(app, ReviewsImporter, [CALMER]);
      await readAll();
      const after = await opportunityOf('r-1');
      expect([after?.id, after?.created_at, after?.rating]).toEqual([before?.id, before?.created_at, 3]);
      expect(JSON.stringify(after?.pain_points)).toContain('Sync is slow at times.');
      expect(JSON.stringify(after?.pain_points)).not.toContain('Kanbanica');
    });

    it('keeps the triage of a team, ordered by the new frustration', async () => {
      const { key, teamId } = await createKey(app);
      await importLines(app, ReviewsImporter, [LEAVING]);
      await readAll();
      const found = await opportunityOf('r-1');
      await call(app, 'PATCH', `/opportunities/${String(found?.id)}`, { key, body: { status: 'contacted' } });
      await importLines(app, ReviewsImporter, [CALMER]);
      await readAll();
      const triage = await app.database.one(
        `SELECT triage.status, (triage.frustration_rank, triage.opportunity_score) = (opportunity.frustration_rank, opportunity.score) AS agrees,
                opportunity.frustration_rank < $2 AS is_calmer
         FROM opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = opportunity_id WHERE team_id = $1`,
        [teamId, found?.frustration_rank],
      );
      expect(triage).toEqual({ status: 'contacted', agrees: true, is_calmer: true });
    });

    it('keeps the triage of a team, ordered by the new date of the text', async () => {
      const { key, teamId } = await createKey(app);
      await importLines(app, ReviewsImporter, [{ ...LEAVING, published_at: '2025-02-01' }]);
      await readAll();
      const id = String((await opportunityOf('r-1'))?.id);
      await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status: 'contacted' } });
      const dateOf = () =>
        app.database.one('SELECT opportunity_dated_at AS at FROM opportunity_triage WHERE team_id = $1', [teamId]);
      const before = await dateOf();
      await importLines(app, ReviewsImporter, [{ ...CALMER, published_at: '2025-01-01' }]);
      await readAll();
      expect([before, await dateOf()]).toEqual([{ at: new Date('2025-02-01') }, { at: new Date('2025-01-01') }]);
    });

    it('updates the rank of a triage that was being written while the text was stored', async () => {
      const { teamId } = await createKey(app);
      await importLines(app, ReviewsImporter, [LEAVING]);
      await readAll();
      const id = String((await opportunityOf('r-1'))?.id);
      const [isTriaged, isAwaited] = [signal(), signal()];
      const triage = app.database.transaction(async () => {
        await app.get(OpportunitiesQueries).triage(teamId, [{ id, isViewed: true, status: null }]);
        isTriaged.give();
        await isAwaited.given;
      });
      await isTriaged.given;
      await importLines(app, ReviewsImporter, [CALMER]);
      const reading = readAll();
      await whenLockIsAwaited(app.database);
      isAwaited.give();
      await Promise.all([triage, reading]);
      const { agrees } = await app.database.one<{ agrees: boolean }>(
        `SELECT triage.frustration_rank = opportunity.frustration_rank AS agrees
         FROM opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = opportunity_id WHERE team_id = $1`,
        [teamId],
      );
      expect(agrees).toBe(true);
    });

    it('keeps the opportunity when the text no longer signals a need', async () => {
      await importLines(app, PostsImporter, [{ ...ASKING, text: 'Never mind, all is well.' }]);
      await readAll();
      expect(await opportunityOf('p-1')).toMatchObject({
        has_buying_signal: false,
        search_text: 'never mind, all is well.',
      });
    });

    it('leaves a text that changes while it is read to the next batch', async () => {
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const read = engine.readPosts.bind(engine);
      const reading = jest.spyOn(engine, 'readPosts').mockImplementationOnce(async (...texts) => {
        const finding = await read(...texts);
        await app.database.execute(
          `UPDATE posts SET text = 'Something else', version = version + 1 WHERE external_id = 'p-1'`,
        );
        return finding;
      });
      await importLines(app, PostsImporter, [ASKING]);
      await readAll();
      expect((await opportunityOf('p-1'))?.search_text).toBe('never mind, all is well.');
      reading.mockRestore();
      await importLines(app, PostsImporter, [ASKING]);
      await readAll();
      expect((await opportunityOf('p-1'))?.search_text).toContain('can anyone recommend an alternative');
    });

    afterAll(async () => {
      await importLines(app, ReviewsImporter, [LEAVING]);
      await readAll();
    });
  });

  it('shows the opportunities to an API key', async () => {
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', '/opportunities?country=GERMANY', { key });
    expect(body.data).toEqual([
      expect.objectContaining({
        source: 'review',
        review: expect.objectContaining({ reviewer_name: 'Jane Doe', network_lead_url: null }),
        mention: null,
      }),
    ]);
  });

  it('counts waiting texts, including those of events that are not yet relayed', async () => {
    const detection = app.get(DetectionProgressService);
    const before = await detection.get();
    let waiting = 0;
    // In a transaction that never commits, no worker can receive the event.
    const during = app.database.transaction(async () => {
      await app.database.execute(
        `INSERT INTO events (id, name, payload) VALUES (gen_random_uuid(), 'posts.imported', '{"post_ids": ["a", "b"]}')`,
      );
      waiting = (await detection.get()).waiting;
      throw new Error('roll back');
    });
    await expect(during).rejects.toThrow('roll back');
    expect(waiting).toBe(before.waiting + 2);
    expect(await detection.waiting()).toBe((await detection.get()).waiting);
  });

  describe('of a batch', () => {
    const batchOf = (id: string) =>
      app.database.one<{ state: string; attempts: number; found: number | null; failure: string | null }>(
        'SELECT state, attempts, found, failure FROM detection_batches WHERE id = $1',
        [id],
      );

    /** Reads one batch, unless it cannot be claimed. */
    const detect = async (id: string) => {
      const where = { sql: 'leased.id = $1', values: [id] };
      const { batches } = app.inWorker(DetectionQueries);
      const [lease] = await batches.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS, where });
      return lease ? app.inWorker(DetectionService).detect(lease) : null;
    };

    /** A batch that no worker was notified of. */
    async function batchWithoutNotice(columns: { state?: string; attempts?: number; leaseEnds?: string } = {}) {
      const { id } = await app.database.one<{ id: string }>(
        `INSERT INTO detection_batches (id, kind, text_ids, state, attempts, lease_until)
         SELECT gen_random_uuid(), 'reviews', array_agg(id), $1, $2, now() + $3::interval
         FROM reviews RETURNING id`,
        [columns.state ?? 'queued', columns.attempts ?? 0, columns.leaseEnds ?? null],
      );
      return id;
    }

    it('is read by one of two workers', async () => {
      const id = await batchWithoutNotice();
      const results = await Promise.all([detect(id), detect(id)]);
      expect(results.filter((found) => found !== null)).toEqual([{ read: 5, found: 0 }]);
    });

    it('is taken over from a dead worker, but not from a live one', async () => {
      const dead = await batchWithoutNotice({ state: 'running', attempts: 1, leaseEnds: '-1 second' });
      const alive = await batchWithoutNotice({ state: 'running', attempts: 1, leaseEnds: '1 minute' });
      expect([await detect(dead), await detect(alive)]).toEqual([{ read: 5, found: 0 }, null]);
      await app.database.execute('DELETE FROM detection_batches WHERE id = $1', [alive]);
    });

    it('is queued again when the engine fails, and fails at the third attempt', async () => {
      const engine = app.inWorker<AnalysisEngine>(ANALYSIS_ENGINE);
      const reading = jest.spyOn(engine, 'readReviews').mockRejectedValue(new Error('the engine failed'));
      await app.database.execute('DELETE FROM opportunities WHERE review_id IS NOT NULL');
      const [first, last] = [await batchWithoutNotice(), await batchWithoutNotice({ attempts: 2 })];
      await expect(detect(first)).rejects.toThrow('the engine failed');
      await expect(detect(last)).rejects.toThrow('the engine failed');
      expect([(await batchOf(first)).state, (await batchOf(last)).state]).toEqual(['queued', 'failed']);
      reading.mockRestore();
      await app.database.execute('UPDATE detection_batches SET next_attempt_at = now()');
      expect(await detect(first)).toEqual({ read: 5, found: 1 });
    });

    it('is read by the next periodic round if no worker was notified', async () => {
      const id = await batchWithoutNotice();
      await app.inWorker(DeclaredWork).find(DETECT_OPPORTUNITIES)?.run();
      expect(await batchOf(id)).toMatchObject({ state: 'completed', attempts: 1 });
    });
  });
});
