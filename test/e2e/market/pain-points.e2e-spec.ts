import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { Standing } from '#market/report-insights/standing.operations.js';
import type { Switching } from '#market/report-insights/switching.operations.js';
import type { Theme } from '#market/reports/theme.dto.js';
import type { ThemeMention } from '#market/report-reading/theme-mentions.operations.js';
import type { CursorPagination } from '#platform/operations/pagination.dto.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { RunsReaper } from '#accounts/runs/runs.reaper.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const UNKNOWN = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

describe('reading pain points', () => {
  let app: TestApp;
  let second: TestApp;
  let productId: string;
  let key: string;

  beforeAll(async () => {
    app = await startTestApp({
      worker: true,
      env: { SWEEP_INTERVAL_SECONDS: '3600', PUBLIC_URL: 'https://qualm.test' },
    });
    second = await startTestApp({ beside: app });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    productId = await createReviewedProduct(app.database, { name: 'Filebox' });
    await makeReport(productId);
    key = (await createKey(app)).key;
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  async function makeReport(id: string): Promise<void> {
    await app.get(ReportGenerationService).generateFree(id);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [
      id,
    ]);
    expect(await app.inWorker(RunExecutor).execute('generate_report', run.id)).toBe('completed');
  }

  const read = async (id: string, key?: string, process = app) => {
    const { status, body } = await call(process, 'GET', `/products/${id}/pain-points`, { key });
    return { status, body, data: body.data as PainPointsReport };
  };

  it('returns the full report to a key', async () => {
    const { status, body, data } = await read(productId, key);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        product: {
          id: productId,
          name: 'Filebox',
          logo_url: null,
          description: 'Stores files',
          reviews_count: 50,
          reviews_since_report: 0,
        },
        summary: expect.stringContaining('50 texts read'),
        themes: expect.any(Array),
        total_themes: data.themes.length,
        status: 'completed',
        generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        metadata: {
          engine: expect.stringMatching(/^built-in\//),
          reviews_read: 50,
          texts: { read: 50, skipped: { language: 0, no_words: 0, copy: 0 } },
          reviews_with_problem: expect.any(Number),
          themed_share: expect.any(Number),
          languages_named: ['en'],
          date_range: { from: '2025-01-01', to: '2025-05-08' },
          languages: expect.any(Object),
          reviews_by_month: expect.arrayContaining([{ month: '2025-01', reviews: 8 }]),
          ratings: { average: 2.2, reviews: 50, last_90_days: 1.52, before: 1.47 },
          notes: expect.any(Array),
          themes: data.themes.map(({ category_name, total_mentions }) => ({
            category_name,
            average_rating: expect.any(Number),
            // Every review of the product has a rating.
            rated_mentions: total_mentions,
            mentions_by_month: expect.any(Array),
          })),
        },
      },
    });
    expect(data.themes.length).toBeGreaterThan(3);
  });

  it('returns themes with the fields of the specification, in their order', async () => {
    const { data } = await read(productId, key);
    for (const theme of data.themes) {
      expect(Object.keys(theme)).toEqual([
        'category_name',
        'quotes',
        'trend',
        'total_mentions',
        'business_impact',
        'category',
        'theme_id',
        'share',
        'share_low',
        'share_high',
        'months',
        'change',
        'family',
        'variants',
        'rising',
      ]);
      for (const quote of theme.quotes) {
        expect(Object.keys(quote)).toEqual(['quote_text', 'platform', 'source_url', 'review_date']);
      }
    }
  });

  it('quotes reviews verbatim, with the place and the date of each review', async () => {
    const { data } = await read(productId, key);
    const quotes = data.themes.flatMap((theme) => theme.quotes);
    expect(quotes.length).toBeGreaterThan(6);
    for (const quote of quotes) {
      const said = await app.database.query(
        `SELECT 1 FROM reviews WHERE product_id = $1 AND strpos(text, $2) > 0 AND review_url = $3 AND published_at = $4`,
        [productId, quote.quote_text, quote.source_url, quote.review_date],
      );
      expect(said).toHaveLength(1);
    }
  });

  it('returns a taste to any caller: three themes with two quotes each, and the number of themes', async () => {
    const full = (await read(productId, key)).data;
    const { body, data } = await read(productId);
    expect(body).toEqual({
      success: true,
      data: {
        product: full.product,
        summary: full.summary,
        themes: full.themes.slice(0, 3).map(({ months: _, change: __, rising: ___, ...theme }) => ({
          ...theme,
          quotes: theme.quotes.slice(0, 2),
          variants: theme.variants.map((variant) => ({ ...variant, quote: null })),
        })),
        total_themes: full.total_themes,
        status: 'completed',
        generated_at: full.generated_at,
      },
      meta: { upsell: expect.stringContaining('https://qualm.test/') },
    });
    expect(data.themes).toHaveLength(3);
  });

  it('returns no upsell to a key', async () => {
    expect((await read(productId, key)).body.meta).toBeUndefined();
  });

  it('hides contact data in quotes, including those of a report that was stored with it', async () => {
    const reviews = ['one', 'two', 'three'].map((word) => ({
      text: `The app crashes every time I open file ${word}, so write to jane.${word}@acme.example about it.`,
      rating: 1,
    }));
    const id = await createReviewedProduct(app.database, { reviews });
    await makeReport(id);
    const stored = await app.database.one<{ themes: string }>(
      'SELECT themes::text AS themes FROM reports WHERE product_id = $1',
      [id],
    );
    expect(stored.themes).toMatch(/write to \[email hidden\] about/);
    await app.database.execute('UPDATE reports SET themes = $2 WHERE product_id = $1', [
      id,
      stored.themes.replaceAll('[email hidden]', 'jane@acme.example'),
    ]);
    const quotes = (await read(id)).data.themes.flatMap((theme) => theme.quotes);
    expect(quotes[0]?.quote_text).toMatch(/write to \[email hidden\] about/);
  });

  it('answers 200 with an empty report for a product without a report', async () => {
    const id = await createReviewedProduct(app.database, { name: 'Unread', reviews: [] });
    expect((await read(id, key)).body).toEqual({
      success: true,
      data: {
        product: {
          id,
          name: 'Unread',
          logo_url: null,
          description: 'Stores files',
          reviews_count: 0,
          reviews_since_report: 0,
        },
        summary: '',
        themes: [],
        total_themes: 0,
        status: 'none',
        generated_at: null,
      },
    });
  });

  it('returns the upsell even if there is no report yet', async () => {
    const id = await createReviewedProduct(app.database, { reviews: [] });
    expect((await read(id)).body.meta).toEqual({ upsell: expect.any(String) });
  });

  it.each([UNKNOWN, 'not-an-id', '%00', "1' OR '1'='1"])('answers 404 for %s', async (id) => {
    const { status, body } = await read(encodeURIComponent(id));
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'Resource not found' }]);
  });

  it('finds a product by its id in uppercase', async () => {
    expect((await read(productId.toUpperCase())).data.product.id).toBe(productId);
  });

  it('rejects an invalid key and returns no taste', async () => {
    expect((await read(productId, 'qualm_live_nonsense')).status).toBe(401);
  });

  it('rejects the key of a team that no longer pays', async () => {
    const { key: old, teamId } = await createKey(app);
    await app.database.execute(`UPDATE teams SET subscription_status = 'canceled' WHERE id = $1`, [teamId]);
    const { status, body } = await read(productId, old);
    expect([status, body.error?.details]).toEqual([403, { reason: 'plan_required' }]);
  });

  it('returns a taste to a free team that is signed in', async () => {
    const { value: answer } = await app.get(PainPointsService).reportFor(
      {
        lane: 'oauth',
        clientIp: '127.0.0.1',
        credentialId: 'c',
        team: { id: UNKNOWN, name: 'Free', tier: 'free', status: 'none' },
        budget: null,
      },
      productId,
    );
    expect([answer.data.themes.length, answer.data.metadata, typeof answer.meta?.upsell]).toEqual([
      3,
      undefined,
      'string',
    ]);
  });

  it('returns the last report while a new one is generating and after it failed', async () => {
    const id = await createReviewedProduct(app.database);
    await makeReport(id);
    await app.database.execute('UPDATE products SET review_changes = review_changes + 1 WHERE id = $1', [id]);
    const before = (await read(id, key)).data;
    expect(before.product.reviews_since_report).toBe(1);
    await app.get(ReportGenerationService).generateFree(id);
    const progress = { part: 'waiting', reviews_total: null, completed: 0 };
    expect((await read(id, key)).data).toEqual({ ...before, status: 'generating', progress });
    await app.database.execute(
      `UPDATE runs SET deadline_at = now() - interval '1 s' WHERE item = $1 AND state = 'queued'`,
      [id],
    );
    await app.inWorker(RunsReaper).reap();
    expect((await read(id, key)).data).toEqual({
      ...before,
      status: 'failed',
      failure_reason: 'deadline_passed',
      failure_message: 'The work did not finish before its deadline.',
    });
  });

  it('shows the step, the progress and the time to poll while a report is generating', async () => {
    const id = await createReviewedProduct(app.database);
    await app.get(ReportGenerationService).generateFree(id);
    await app.database.execute(
      `UPDATE runs SET state = 'running', attempts = 1, progress = 45, items_total = 50,
         lease_until = now() + interval '1 h' WHERE item = $1`,
      [id],
    );
    const { headers, body } = await call(app, 'GET', `/products/${id}/pain-points`, { key });
    expect([headers.get('retry-after'), body.meta, body.data]).toMatchObject([
      '2',
      { retry_after_seconds: 2 },
      { status: 'generating', progress: { part: 'reading', reviews_total: 50, completed: 0.45 } },
    ]);
  });

  it('sets no Retry-After on a finished report', async () => {
    const { headers } = await call(app, 'GET', `/products/${productId}/pain-points`, { key });
    expect(headers.get('retry-after')).toBeNull();
  });

  it('returns a new report immediately, even from a process that has read the old one', async () => {
    const id = await createReviewedProduct(app.database);
    await makeReport(id);
    const old = await read(id, key, second);
    await app.database.query(
      `INSERT INTO reviews (id, product_id, platform, external_id, text, rating)
       SELECT gen_random_uuid(), product_id, platform, external_id || '-again', text || ' Again.', rating FROM reviews WHERE product_id = $1`,
      [id],
    );
    await app.database.execute(
      'UPDATE products SET review_count = 100, review_changes = review_changes + 50 WHERE id = $1',
      [id],
    );
    await makeReport(id);
    const now = await read(id, key, second);
    expect([old.data.metadata?.reviews_read, now.data.metadata?.reviews_read]).toEqual([50, 100]);
  });

  it('generates an empty report with a headline for a product without reviews', async () => {
    const id = await createReviewedProduct(app.database, { reviews: [] });
    await app.get(ReportGenerationService).generateFree(id);
    const { data } = await read(id, key);
    expect([data.status, data.themes, data.total_themes]).toEqual(['completed', [], 0]);
    const product = await app.database.one('SELECT pain_headline FROM products WHERE id = $1', [id]);
    expect(product).toEqual({ pain_headline: 'No reviews yet' });
  });

  it('writes the headline and the time of the report to the product', async () => {
    const { data } = await read(productId, key);
    const product = await app.database.one<{ report_generated_at: Date; pain_headline: string }>(
      'SELECT report_generated_at, pain_headline FROM products WHERE id = $1',
      [productId],
    );
    expect(product.report_generated_at.toISOString()).toBe(data.generated_at);
    expect(product.pain_headline).toContain(data.themes[0]?.category_name);
  });

  it('leaves missing fields of a review empty', async () => {
    const reviews = ['one', 'two', 'three'].map((word) => ({
      text: `The app crashes every time I open a file on my ${word} phone.`,
      rating: 1,
    }));
    const id = await createReviewedProduct(app.database, { reviews });
    await makeReport(id);
    const [quote] = (await read(id, key)).data.themes[0]?.quotes ?? [];
    expect(quote).toMatchObject({ platform: 'Test Store', source_url: '', review_date: '' });
  });

  it('rejects a report without a summary', async () => {
    const half = app.database.execute('UPDATE reports SET summary = NULL WHERE product_id = $1', [productId]);
    await expect(half).rejects.toThrow('not-null');
  });

  describe('the evidence of a theme', () => {
    let themes: Theme[];
    let first: Theme;

    beforeAll(async () => {
      themes = (await read(productId, key)).data.themes;
      first = themes[0] as Theme;
    });

    const ask = async (path: string, as: string | undefined = key) => {
      const { status, headers, body } = await call(app, 'GET', `/products/${path}`, { key: as });
      return { status, headers, body, data: body.data as ThemeMention[] };
    };
    const listed = (query = '', theme = first) => ask(`${productId}/pain-points/${theme.theme_id}/mentions?${query}`);
    const cursorOf = (body: ApiResponse['body']) =>
      (body.meta as { pagination: CursorPagination }).pagination.next_cursor;

    /** Every mention, page by page. */
    async function all(query = '', theme = first): Promise<ThemeMention[]> {
      const mentions: ThemeMention[] = [];
      for (let cursor: string | null = 'start'; cursor;) {
        const { data, body } = await listed(`page_size=3&cursor=${cursor}&${query}`, theme);
        mentions.push(...data);
        cursor = cursorOf(body);
      }
      return mentions;
    }

    it('has a unique id, a share with its interval, and months without a gap', () => {
      expect(new Set(themes.map(({ theme_id }) => theme_id)).size).toBe(themes.length);
      for (const { share, share_low, share_high, total_mentions, months } of themes) {
        expect(share).toBe(total_mentions / 50);
        expect([share_low < share, share < share_high]).toEqual([true, true]);
        expect(months?.map(({ month }) => month)).toEqual(['2025-01', '2025-02', '2025-03', '2025-04', '2025-05']);
      }
    });

    it('is every mention of each theme once, read page by page', async () => {
      for (const theme of themes) {
        const mentions = await all('', theme);
        expect(new Set(mentions.map(({ review_id }) => review_id)).size).toBe(theme.total_mentions);
        expect(mentions).toHaveLength(theme.total_mentions);
      }
    });

    it('quotes the reviews, with rating, site and date', async () => {
      for (const mention of await all()) {
        const review = await app.database.one(
          `SELECT id AS review_id, rating, platform, review_url AS source_url, strpos(text, $2) > 0 AS is_quoted
           FROM reviews WHERE id = $1`,
          [mention.review_id, mention.quote_text],
        );
        const { review_id, rating, platform, source_url } = mention;
        expect({ review_id, rating, platform, source_url, is_quoted: mention.quote_text !== '' }).toEqual(review);
        expect(Object.keys(mention)).toEqual([
          ...['review_id', 'quote_text', 'rating', 'platform', 'source_url', 'review_date', 'answer', 'strength'],
        ]);
      }
    });

    it('is listed strongest first, or newest first', async () => {
      const strengths = (await all()).map(({ strength }) => strength);
      expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
      const dates = (await all('sort=-review_date')).map(({ review_date }) => review_date);
      expect(dates).toEqual([...dates].sort().reverse());
      expect(dates).toHaveLength(strengths.length);
    });

    it('goes on, newest first, after a mention that was erased meanwhile', async () => {
      const every = (await all('sort=-review_date')).map(({ review_id }) => review_id);
      const begin = await listed('sort=-review_date&page_size=3&cursor=start');
      const erased = await app.database.one<{ row: object }>(
        `WITH erased AS (DELETE FROM theme_mentions WHERE theme_id = $1 AND review_id = $2 RETURNING *)
         SELECT to_jsonb(erased) AS row FROM erased`,
        [first.theme_id, every[2]],
      );
      const next = await listed(`sort=-review_date&page_size=3&cursor=${cursorOf(begin.body)}`);
      await app.database.execute(
        'INSERT INTO theme_mentions SELECT * FROM jsonb_populate_record(NULL::theme_mentions, $1)',
        [JSON.stringify(erased.row)],
      );
      expect(next.data.map(({ review_id }) => review_id)).toEqual(every.slice(3, 6));
    });

    it('is filtered by rating, site and date', async () => {
      const every = await all();
      const dates = every.map(({ review_date }) => review_date).sort();
      const middle = dates[2] ?? '';
      const count = async (query: string) => (await all(query)).length;
      expect(await count('min_rating=2')).toBe(every.filter(({ rating }) => rating === 2).length);
      expect(await count('max_rating=1')).toBe(every.filter(({ rating }) => rating === 1).length);
      expect([await count('platform=test%20STORE'), await count('platform=Elsewhere')]).toEqual([every.length, 0]);
      expect(await count(`published_after=${middle}`)).toBe(dates.filter((date) => date > middle).length);
      expect(await count(`published_before=${middle}`)).toBe(dates.filter((date) => date < middle).length);
    });

    it('is filtered by the name of a variant, which is a part of its theme', async () => {
      const named = themes.flatMap((theme) => theme.variants.map((variant) => ({ theme, variant })));
      expect(named.length).toBeGreaterThan(0);
      for (const { theme, variant } of named) {
        const every = new Set((await all('', theme)).map(({ review_id }) => review_id));
        const mentions = await all(`variant=${encodeURIComponent(variant.name.toUpperCase())}`, theme);
        expect(mentions).toHaveLength(variant.total_mentions);
        expect(mentions.every(({ review_id }) => every.has(review_id))).toBe(true);
        expect(variant.total_mentions).toBeLessThanOrEqual(theme.total_mentions);
      }
    });

    it('is not filtered by the name of a variant that the theme does not have', async () => {
      const { status, body } = await listed('variant=nope&variant=');
      const { errors: [fault] = [] } = Object(body.error?.details) as { errors?: object[] };
      const allowed = first.variants.map(({ name }) => name);
      expect([status, fault]).toEqual([400, expect.objectContaining({ field: 'variant', location: 'query', allowed })]);
    });

    it('points to the next page in a header, and has no next page on the last one', async () => {
      const { headers, body } = await listed('page_size=2&min_rating=1');
      const next = /^<https:\/\/qualm\.test(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
      const link = new URL(next, 'https://qualm.test');
      expect([link.searchParams.get('cursor'), link.searchParams.get('min_rating')]).toEqual([cursorOf(body), '1']);
      const last = await listed('page_size=100');
      expect(last.body.meta).toEqual({ pagination: { page_size: 100, has_more: false, next_cursor: null } });
      expect(last.headers.get('link')).toBeNull();
    });

    it('refuses a cursor that was changed, and one of other filters, another theme or another team', async () => {
      const cursor = cursorOf((await listed('page_size=2')).body) ?? '';
      const other = (await createKey(app)).key;
      const path = `${productId}/pain-points/${first.theme_id}/mentions`;
      const answers = [
        await listed(`page_size=2&cursor=x${cursor}`),
        await listed(`min_rating=2&cursor=${cursor}`),
        await listed(`cursor=${cursor}`, themes[1]),
        await ask(`${path}?cursor=${cursor}`, other),
      ];
      expect(answers.map(({ status, body }) => [status, body.error?.details])).toEqual([
        [400, { reason: 'cursor_invalid' }],
        ...Array.from({ length: 3 }, () => [400, { reason: 'cursor_mismatch' }]),
      ]);
    });

    it.each(['cursor=a&cursor=b', 'page_size=101', 'sort=rating', 'min_rating=3&max_rating=2'])(
      'answers 400 to %s',
      async (query) => {
        expect((await listed(query)).status).toBe(400);
      },
    );

    it('is not for callers without a key', async () => {
      const { status, body } = await call(app, 'GET', `/products/${productId}/pain-points/${first.theme_id}/mentions`);
      expect([status, body.error?.code]).toEqual([401, 'unauthorized']);
    });

    it('is not found under another product, another theme or no id', async () => {
      const other = await createReviewedProduct(app.database, { name: 'Otherbox' });
      const paths = [
        `${other}/pain-points/${first.theme_id}/mentions`,
        `${productId}/pain-points/${UNKNOWN}/mentions`,
        `${productId}/pain-points/x/mentions`,
      ];
      for (const path of paths) expect((await ask(path)).status).toBe(404);
    });

    it('names the answer of the review form, hides contact data, and stays as written when a review changes', async () => {
      const reviews = ['one', 'two', 'three'].map((word) => ({
        text: `Nice colors. The app crashes every time I open file ${word}, ask jane.${word}@acme.example.`,
        rating: 1,
      }));
      const id = await createReviewedProduct(app.database, { reviews });
      await app.database.execute(
        `UPDATE reviews SET likes = 'Nice colors.', dislikes = substr(text, 14) WHERE product_id = $1`,
        [id],
      );
      await makeReport(id);
      await app.database.execute(`UPDATE reviews SET text = 'I take all of this back.' WHERE product_id = $1`, [id]);
      const [theme] = (await read(id, key)).data.themes;
      const { data } = await ask(`${id}/pain-points/${theme?.theme_id}/mentions`);
      expect(data.map(({ answer }) => answer)).toEqual(['dislikes', 'dislikes', 'dislikes']);
      for (const { quote_text } of data) expect(quote_text).toMatch(/^The app crashes .* ask \[email hidden\]\.?$/);
    });

    it('keeps its ids in the next report, and continues a list that a new report interrupts', async () => {
      const id = await createReviewedProduct(app.database);
      const makeAnother = async () => {
        await app.database.execute('UPDATE products SET review_changes = review_changes + 1 WHERE id = $1', [id]);
        await makeReport(id);
      };
      await makeReport(id);
      const before = (await read(id, key)).data.themes;
      const path = `${id}/pain-points/${before[0]?.theme_id}/mentions?page_size=2`;
      const cursor = cursorOf((await ask(path)).body);
      await makeAnother();
      const after = (await read(id, key)).data.themes;
      expect(after.map(({ theme_id }) => theme_id)).toEqual(before.map(({ theme_id }) => theme_id));
      expect((await ask(`${path}&cursor=${cursor}`)).status).toBe(200);
      await makeAnother();
      expect((await ask(`${path}&cursor=${cursor}`)).body.error?.details).toEqual({
        reason: 'cursor_expired',
        oldest_cursor: 'start',
      });
    });

    it('of an earlier report is an empty list with a note, and a new report can be generated', async () => {
      const id = await createReviewedProduct(app.database);
      await makeReport(id);
      const { themes: stored } = await app.database.one<{ themes: Record<string, unknown>[] }>(
        'SELECT themes FROM reports WHERE product_id = $1',
        [id],
      );
      const added = /^(?:theme_id|meaning_key|share|share_low|share_high|months|change|family|variants)$/;
      const earlier = stored.map((theme) =>
        Object.fromEntries(Object.entries(theme).filter(([name]) => !added.test(name))),
      );
      await app.database.execute(
        'DELETE FROM theme_mentions WHERE report_id = (SELECT report_id FROM products WHERE id = $1)',
        [id],
      );
      await app.database.execute('UPDATE reports SET themes = $2, has_mentions = false WHERE product_id = $1', [
        id,
        JSON.stringify(earlier),
      ]);
      const [theme] = (await read(id, key)).data.themes;
      expect(theme).toMatchObject({ share: expect.any(Number), months: expect.any(Array), change: null });
      const { status, body } = await ask(`${id}/pain-points/${theme?.theme_id}/mentions`);
      expect([status, body.data]).toEqual([200, []]);
      expect(body.meta).toMatchObject({ note: expect.stringContaining('Generate a new report') });
      await makeReport(id);
      expect((await read(id, key)).data.themes[0]?.theme_id).toBe(theme?.theme_id);
    });
  });

  describe('the products that people came from and leave for', () => {
    const switchingOf = async (id: string, as: string | undefined = key) => {
      const { status, body } = await call(app, 'GET', `/products/${id}/switching`, { key: as });
      return { status, body, data: body.data as Switching };
    };

    it('is counted from the reviews of both products, with sentences that hide contact data', async () => {
      const other = await createReviewedProduct(app.database, {
        name: 'Quillpad Notes',
        reviews: [{ text: 'Too slow. We are moving to Inkwell Notes.' }],
      });
      const id = await createReviewedProduct(app.database, {
        name: 'Inkwell Notes',
        reviews: [
          { text: 'I switched from Quillpad Notes, ask me@example.com. Nice.', reviewUrl: 'https://reviews.example/1' },
          { text: 'I am going back to Quillpad Notes.' },
          { text: 'I will never switch to Quillpad Notes.' },
        ],
      });
      await makeReport(other);
      await makeReport(id);
      const { status, data } = await switchingOf(id);
      const product = { id: other, name: 'Quillpad Notes', logo_url: null };
      expect([status, data.product.name]).toEqual([200, 'Inkwell Notes']);
      expect(data.came_from).toEqual([{ product, reviews: 2, evidence: expect.any(Array) }]);
      expect(data.came_from[0]?.evidence.map(({ quote_text, product_id }) => [quote_text, product_id])).toEqual([
        ['I switched from Quillpad Notes, ask [email hidden].', id],
        ['We are moving to Inkwell Notes.', other],
      ]);
      expect(data.leaves_for).toMatchObject([
        { product, reviews: 1, evidence: [{ quote_text: 'I am going back to Quillpad Notes.', product_id: id }] },
      ]);
    });

    it('is empty with a note when the last report was not read for it', async () => {
      const id = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
      await makeReport(id);
      expect((await switchingOf(id)).body.meta).toBeUndefined();
      await app.database.execute('UPDATE reports SET switching = NULL WHERE product_id = $1', [id]);
      const { data, body } = await switchingOf(id);
      expect([data.came_from, data.leaves_for]).toEqual([[], []]);
      expect(body.meta).toMatchObject({ note: expect.stringContaining('Generate a new report') });
    });

    it('needs a key, and a known product', async () => {
      expect((await call(app, 'GET', `/products/${productId}/switching`)).status).toBe(401);
      expect((await switchingOf(UNKNOWN)).status).toBe(404);
    });
  });

  it('compares a product with the competitors that have a report', async () => {
    const rival = await createReviewedProduct(app.database, { reviews: [{ text: 'Lovely.', rating: 5 }] });
    await app.database.execute(`UPDATE products SET categories = '{Standing}' WHERE id = ANY ($1)`, [
      [productId, rival],
    ]);
    await makeReport(rival);
    const { status, body } = await call(app, 'GET', `/products/${productId}/standing`, { key });
    expect([status, body.data]).toMatchObject([200, { competitors: 1, competitor_reviews: 1 }]);
    const [first] = (body.data as Standing).categories;
    expect(first).toMatchObject({ competitors: { per_hundred: 0 }, standing: 'similar' });
    expect(first?.theme_ids).not.toEqual([]);
    expect((await call(app, 'GET', `/products/${UNKNOWN}/standing`, { key })).status).toBe(404);
  });
});
