import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { SCOPES } from '#access/policy/key.scopes.js';
import { ENV, type Env } from '#config/env.js';
import { BYTE_ORDER_MARK } from '#platform/files/csv.writer.js';
import { EXPORT_COLUMNS } from '#workspace/exports/export.columns.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { until } from '../../support/until.js';

interface Item {
  id: string;
  [field: string]: unknown;
}

const FORMULA = '=HYPERLINK("http://evil.example")';
const MANY = 1_000;
const METADATA = {
  ...{ engine: 'test/1', reviews_read: 10, reviews_with_problem: 6, date_range: { from: null, to: null } },
  ...{ languages: {}, themes: [], notes: [] },
};

describe('exports', () => {
  let app: TestApp;
  let teamId: string;
  let key: string;
  let review: string;
  let post: string;

  beforeAll(async () => {
    app = await startTestApp({
      env: { PLAN_LIMITS_STARTER: 'export_rows=1,exports_per_hour=2', PLAN_LIMITS_GROWTH: 'exports_per_hour=100' },
    });
    ({ teamId, key } = await createKey(app, { credits: 5, scopes: SCOPES }));
    const facts = { text: `${FORMULA} fails, write to jane@acme.example`, reviewerName: '+1 555 0100', title: '-1' };
    review = await insertReviewOpportunity(app.database, facts);
    post = await insertPostOpportunity(app.database);
    await insertPitches(1, 'Hi');
  });
  afterAll(() => app.close());

  const insertPitches = (count: number, markdown: string): Promise<number> =>
    app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine)
       SELECT gen_random_uuid(), $1, $2, '{call}', $3, 'test/1' FROM generate_series(1, $4)`,
      [teamId, post, markdown, count],
    );

  const download = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${app.baseUrl}/exports/${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const itemsOf = async (response: Response): Promise<Item[]> =>
    (await response.text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Item);
  const listed = async (path: string): Promise<Item[]> => (await call(app, 'GET', path, { key })).body.data as Item[];
  const refusal = async (path: string, as = key) => {
    const { status, body } = await call(app, 'GET', `/exports/${path}`, { key: as });
    return [status, (body.error?.details as { reason?: string } | undefined)?.reason ?? body.error?.code];
  };

  const whileAnotherRuns = <T>(team: string, work: () => Promise<T>): Promise<T> =>
    app.database.transaction(async () => {
      await app.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('export ' || $1::text, 0))`, [team]);
      return work();
    });
  const recordsOf = (team: string): Promise<object[]> =>
    app.database.query(`SELECT FROM audit_entries WHERE team_id = $1 AND action = 'export.started'`, [team]);

  it('of opportunities have the items of the list, with locked fields empty, the earliest change first', async () => {
    await call(app, 'PATCH', `/opportunities/${review}`, { key, body: { status: 'contacted' } });
    const response = await download('opportunities');
    const items = await itemsOf(response);
    expect(items.map(({ id }) => id)).toEqual([post, review]);
    expect(items).toEqual([
      ...(await listed(`/opportunities?ids=${post}`)),
      ...(await listed(`/opportunities?ids=${review}`)),
    ]);
    expect(items[1]).toMatchObject({
      reviewer_email: null,
      review: { text: expect.stringContaining('[email hidden]') },
    });
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'application/jsonl',
      'attachment; filename="opportunities.jsonl"',
    ]);
  });

  it('continue where the last one began', async () => {
    const first = await download('opportunities');
    await first.text();
    const since = first.headers.get('x-next-updated-since');
    await call(app, 'PATCH', `/opportunities/${post}`, { key, body: { is_viewed: true } });
    const next = await itemsOf(await download(`opportunities?updated_since=${since}`));
    expect(next).toMatchObject([{ id: post, is_viewed: true }]);
  });

  it('take the filters of the list', async () => {
    const items = await itemsOf(await download('opportunities?source=review&status=contacted'));
    expect(items.map(({ id }) => id)).toEqual([review]);
  });

  it.each(['opportunities', 'reports', 'pitches', 'ledger', 'audit-log'])(
    'of %s take every form of a time that lists take',
    async (kind) => {
      const times = ['2026', '2026-01', '2026-01-01', '2026-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59-14:00'];
      const statuses = [];
      for (const time of times) {
        const response = await download(`${kind}?updated_since=${time}`);
        statuses.push(response.status);
        await response.text();
      }
      expect(statuses).toEqual(times.map(() => 200));
    },
  );

  it('read a date in UTC, whatever the time zone of the database', async () => {
    const other = await createKey(app, { scopes: SCOPES });
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine, created_at)
       VALUES (gen_random_uuid(), $1, $2, '{call}', 'Hi', 'test/1', '2026-01-30T12:00:00Z')`,
      [other.teamId, post],
    );
    // There, the 31st begins 14 hours earlier.
    const url = `${app.testDatabase.url}?options=-c%20timezone%3DPacific/Kiritimati`;
    const elsewhere = await startTestApp({ beside: app, env: { DATABASE_URL: url } });
    const headers = { authorization: `Bearer ${other.key}` };
    const response = await fetch(`${elsewhere.baseUrl}/exports/pitches?updated_since=2026-01-31`, { headers });
    await elsewhere.close();
    expect(await itemsOf(response)).toEqual([]);
  });

  it('name the parameters that they ignore, such as a misspelled filter', async () => {
    const response = await download('opportunities?statsu=contacted&fields=id');
    await response.text();
    expect(response.headers.get('x-ignored-parameters')).toBe('statsu, fields');
  });

  it.each([
    ['pitches', '/pitches'],
    ['ledger', '/account/ledger'],
    ['audit-log', '/audit-log'],
  ])('of %s have the items of the list, the oldest first', async (kind, path) => {
    const list = await listed(`${path}?page_size=100`);
    expect(list.length).toBeGreaterThan(0);
    expect(await itemsOf(await download(kind))).toEqual(list.reverse());
  });

  it('of reports have the full report, and in CSV a row for each theme', async () => {
    const productId = await createReviewedProduct(app.database);
    const themes = ['Slow', 'Crashes'].map((category_name) => ({
      ...{ category_name, category_id: 'bugs', theme_id: randomUUID(), quotes: [], total_mentions: 6 },
      ...{
        trend: 'stable',
        business_impact: 'low',
        share: 0.6,
        share_low: 0.3,
        share_high: 0.8,
        months: [],
        change: null,
      },
    }));
    await app.database.execute(
      `INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata)
       VALUES (gen_random_uuid(), $1, 'test/1', 'Two', $2, 2, $3)`,
      [productId, JSON.stringify(themes), METADATA],
    );
    const [report] = await itemsOf(await download(`reports?product_id=${productId}`));
    const whole = (await call(app, 'GET', `/products/${productId}/reports/${report?.id}`, { key })).body.data;
    expect(report).toEqual({ id: report?.id, ...(whole as object) });
    const csv = await (await download(`reports?product_id=${productId}&format=csv`)).text();
    const rows = parse<Record<string, string>>(csv, { columns: true });
    expect(rows.map((row) => [row.id, row['themes.category_name']])).toEqual([
      [report?.id, 'Slow'],
      [report?.id, 'Crashes'],
    ]);
  });

  it('as CSV have fixed columns and no formulas', async () => {
    const response = await download('opportunities?format=csv&bom=true&source=review');
    const csv = Buffer.from(await response.arrayBuffer()).toString();
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect([csv.startsWith(BYTE_ORDER_MARK), csv.endsWith('\r\n')]).toEqual([true, true]);
    const [header, row = []] = parse(csv, { bom: true });
    const valueOf = (column: string): unknown => row[header?.indexOf(column) ?? -1];
    expect(header).toEqual(EXPORT_COLUMNS.opportunities);
    expect(['review.text', 'review.reviewer_name', 'review.title', 'reviewer_email'].map(valueOf)).toEqual([
      `'${FORMULA} fails, write to [email hidden]`,
      "'+1 555 0100",
      "'-1",
      '',
    ]);
  });

  it('have columns that are fields of the items', async () => {
    for (const kind of ['opportunities', 'pitches', 'ledger', 'audit-log'] as const) {
      const items = await itemsOf(await download(kind));
      const names = EXPORT_COLUMNS[kind].filter((column) => {
        const has = (at: unknown, [name = '', ...rest]: string[]): boolean =>
          typeof at === 'object' && at !== null && name in at && (rest.length === 0 || has((at as Item)[name], rest));
        return !items.some((item) => has(item, column.split('.')));
      });
      expect(names.filter((name) => !/\.product\.|^target\.|^assignee\./.test(name))).toEqual([]);
    }
  });

  it('have a column for each field of the items', async () => {
    for (const kind of ['opportunities', 'pitches', 'ledger', 'audit-log'] as const) {
      const fields = new Set((await itemsOf(await download(kind))).flatMap((item) => Object.keys(item)));
      const columns = new Set(EXPORT_COLUMNS[kind].map((column) => column.split('.')[0]));
      expect([kind, [...fields].filter((field) => !columns.has(field))]).toEqual([kind, []]);
    }
  });

  it('answer HEAD with only the headers of the file, which does not count as an export', async () => {
    const limited = await createKey(app, { tier: 'starter' });
    const url = `${app.baseUrl}/exports/ledger?format=csv`;
    for (let turn = 0; turn < 3; turn++) {
      const response = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${limited.key}` } });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
        '',
      ]);
    }
    expect((await fetch(`${app.baseUrl}/exports/keys`, { method: 'HEAD' })).status).toBe(404);
  });

  it('answer HEAD with the refusals of GET', async () => {
    const starter = await createKey(app, { tier: 'starter' });
    const head = async (path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${starter.key}` };
      return (await fetch(`${app.baseUrl}/exports/${path}`, { method: 'HEAD', headers })).status;
    };
    const path = `opportunities?ids=${review}`;
    const refused = [await head(`${path}&ids=${post}`), await whileAnotherRuns(starter.teamId, () => head(path))];
    for (let turn = 0; turn < 2; turn++)
      await (await download(path, { authorization: `Bearer ${starter.key}` })).text();
    expect([...refused, await head(path)]).toEqual([400, 429, 429]);
  });

  it('answer HEAD without an entry in the audit log', async () => {
    const other = await createKey(app);
    const headers = { authorization: `Bearer ${other.key}` };
    await fetch(`${app.baseUrl}/exports/ledger`, { method: 'HEAD', headers });
    expect(await recordsOf(other.teamId)).toEqual([]);
  });

  it('are compressed if the client accepts that', async () => {
    await insertPitches(1, 'word '.repeat(1_000));
    const response = await download('pitches', { 'accept-encoding': 'gzip' });
    expect([response.headers.get('content-encoding'), (await itemsOf(response)).length]).toEqual(['gzip', 2]);
  });

  it('are recorded in the audit log', async () => {
    await (await download('ledger?format=csv')).text();
    const [entry] = await listed('/audit-log?action=export.started');
    expect(entry).toMatchObject({
      actor: { kind: 'key' },
      changes: { list: [null, 'ledger'], format: [null, 'csv'] },
    });
  });

  it('are not recorded when they are refused', async () => {
    const starter = await createKey(app, { tier: 'starter', scopes: SCOPES });
    const refusals = [
      await refusal('opportunities', starter.key),
      await whileAnotherRuns(starter.teamId, () => refusal('ledger', starter.key)),
    ];
    expect([refusals, await recordsOf(starter.teamId)]).toEqual([
      [
        [400, 'too_many_rows'],
        [429, 'rate_limited'],
      ],
      [],
    ]);
  });

  it('are refused in the envelope before the first byte', async () => {
    const reader = await createKey(app, { scopes: ['read'] });
    expect(await refusal('opportunities?format=xml')).toEqual([400, 'validation_failed']);
    expect(await refusal('ledger?from=2026-02-01&to=2026-01-01')).toEqual([400, 'validation_failed']);
    expect(await refusal('audit-log', reader.key)).toEqual([403, 'insufficient_scope']);
    const unknown = await fetch(`${app.baseUrl}/exports/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect(unknown.status).toBe(404);
  });

  it('are limited by the plan in rows and in an hour, and a refused one does not count', async () => {
    const starter = await createKey(app, { tier: 'starter' });
    const path = `opportunities?ids=${review}`;
    expect(await refusal(`${path}&ids=${post}`, starter.key)).toEqual([400, 'too_many_rows']);
    for (let turn = 0; turn < 2; turn++) {
      const response = await download(path, { authorization: `Bearer ${starter.key}` });
      expect([response.status, (await itemsOf(response)).length]).toEqual([200, 1]);
    }
    const { status, headers, body } = await call(app, 'GET', `/exports/${path}`, { key: starter.key });
    expect([status, body.error?.details]).toMatchObject([429, { limit: 2, remaining: 0 }]);
    const stated = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy'].map((name) => headers.get(name));
    expect(stated).toEqual(['2', '0', '"default";q=2;w=3600']);
    const free = await createKey(app, { tier: 'free', test: true });
    expect(await refusal(path, free.key)).toEqual([403, 'limit_reached']);
  });

  it('run one at a time for a team', async () => {
    const { status, headers, body } = await whileAnotherRuns(teamId, () =>
      call(app, 'GET', '/exports/ledger', { key }),
    );
    expect([status, headers.get('retry-after'), body.error?.code]).toEqual([429, '10', 'rate_limited']);
  });

  it('with a test key have the sandbox alone', async () => {
    const test = await createKey(app, { teamId, test: true });
    const items = await itemsOf(await download('opportunities', { authorization: `Bearer ${test.key}` }));
    expect([items.length, items.every(({ id }) => id.startsWith('7e570000-'))]).toEqual([200, true]);
    expect((await itemsOf(await download('opportunities'))).length).toBe(2);
  });

  describe('that are read slowly', () => {
    let pitches: number;

    beforeAll(async () => {
      await insertPitches(MANY, 'long '.repeat(5_000));
      ({ count: pitches } = await app.database.one<{ count: number }>(
        'SELECT count(*) FROM pitches WHERE team_id = $1',
        [teamId],
      ));
    });

    /** An answer whose body is not read yet. A reused connection may have room for all of it. */
    async function open(): Promise<http.IncomingMessage> {
      const headers = { authorization: `Bearer ${key}` };
      const request = http.get(`${app.baseUrl}/exports/pitches`, { headers, agent: false });
      return ((await once(request, 'response')) as [http.IncomingMessage])[0];
    }

    it('show one moment', async () => {
      const answer = await open();
      await insertPitches(1, 'late');
      expect((await text(answer)).split('\n').length - 1).toBe(pitches);
    });

    it('are recorded before their first byte', async () => {
      const before = await recordsOf(teamId);
      const answer = await open();
      const during = await recordsOf(teamId);
      await text(answer);
      expect(during).toHaveLength(before.length + 1);
    });

    it('are cut off if the reader reads nothing for too long, and make room for the next one', async () => {
      const stalled = jest.replaceProperty(app.get<Env>(ENV), 'EXPORT_STALLED_SECONDS', 0.3);
      const answer = await open();
      // Only for the started export.
      stalled.restore();
      const next = await until(async () => {
        const { status } = await download('ledger');
        return status !== 429 && status;
      });
      expect(next).toBe(200);
      await expect(text(answer)).rejects.toThrow('aborted');
    });

    it('are aborted on a failure, and make room for the next one', async () => {
      const answer = await open();
      // The export waits for its reader between two statements.
      const ended = await until(async () => {
        const { count } = await app.database.one<{ count: number }>(
          `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
           WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE 'FETCH FORWARD%'`,
        );
        return count > 0 && count;
      });
      await expect(text(answer)).rejects.toThrow('aborted');
      expect([ended, (await download('ledger')).status]).toEqual([1, 200]);
    });
  });
});
