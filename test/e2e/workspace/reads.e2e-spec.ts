import { randomUUID } from 'node:crypto';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_SORTS } from '#workspace/opportunities/opportunity.vocabulary.js';
import type { Meta } from '#platform/operations/operation.result.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { membersIn } from '../../support/members.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';

let app: TestApp;
let key: string;
let teamId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ key, teamId } = await createKey(app));
});
afterAll(() => app.close());

const list = (query: string, as = key): Promise<ApiResponse> =>
  call(app, 'GET', `/opportunities?${query}`, { key: as });
const itemsOf = ({ body }: ApiResponse): OpportunityDetail[] => body.data as OpportunityDetail[];
const metaOf = ({ body }: ApiResponse) =>
  body.meta as Meta & { pagination: { has_more: boolean; next_cursor: string | null } };

/** All pages from a cursor on. `between` runs after each page. */
async function readAll(query: string, between: () => Promise<unknown> = () => Promise.resolve()): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = 'start'; cursor;) {
    const answer = await list(`${query}&page_size=7&cursor=${cursor}`);
    expect(answer.status).toBe(200);
    ids.push(...itemsOf(answer).map(({ id }) => id));
    await between();
    cursor = metaOf(answer).pagination.has_more ? metaOf(answer).pagination.next_cursor : null;
  }
  return ids;
}

describe('reading opportunities by cursor', () => {
  let known: string[];

  beforeAll(async () => {
    known = await Promise.all(Array.from({ length: 30 }, () => insertPostOpportunity(app.database)));
  });

  it.each(OPPORTUNITY_SORTS)('lists by %s each existing item exactly once while others write', async (sort) => {
    const ids = await readAll(`sort=${sort}`, () =>
      Promise.all(Array.from({ length: 4 }, () => insertPostOpportunity(app.database))),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(known));
  });

  it('has the items of the pages with numbers, and a link to the next page', async () => {
    const answer = await list('cursor=start&page_size=3&sort=-score');
    expect(itemsOf(answer)).toEqual(itemsOf(await list('page_size=3&sort=-score')));
    const { next_cursor, ...rest } = metaOf(answer).pagination;
    expect([rest, typeof next_cursor]).toEqual([{ page_size: 3, has_more: true }, 'string']);
    expect(answer.headers.get('link')).toContain('rel="next"');
    const last = await list('cursor=start&page_size=100&source=review');
    expect(metaOf(last)).toEqual({ pagination: { page_size: 100, has_more: false, next_cursor: null } });
  });

  it('refuses the cursor of other filters or another team, and a page number together with it', async () => {
    const cursor = metaOf(await list('cursor=start&page_size=3')).pagination.next_cursor ?? '';
    const other = (await createKey(app)).key;
    const answers = [
      await list(`cursor=${cursor}&source=forum`),
      await list(`cursor=${cursor}`, other),
      await list('cursor=x'),
    ];
    expect(answers.map(({ body }) => (body.error?.details as { reason: string }).reason)).toEqual([
      ...['cursor_mismatch', 'cursor_mismatch', 'cursor_invalid'],
    ]);
    const fields = async (query: string) => {
      const { status, body } = await list(query);
      return [status, (body.error?.details as { errors: { field: string }[] }).errors.map(({ field }) => field)];
    };
    expect(await fields('cursor=start&page=1')).toEqual([400, ['cursor']]);
    for (const other of ['page=1', 'sort=-score', 'page=1&sort=-score']) {
      expect(await fields(`updated_since=2026-01-01&${other}`)).toEqual([400, ['updated_since']]);
    }
    expect(await fields('updated_since=yesterday')).toEqual([400, ['updated_since']]);
  });
});

describe('an ETag', () => {
  /** A read with headers. @returns the answer, with its text instead of the parsed envelope */
  async function read(path: string, as: string | undefined, known?: string) {
    const headers = { ...(as && { authorization: `Bearer ${as}` }), ...(known && { 'if-none-match': known }) };
    const response = await fetch(`${app.baseUrl}${path}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, tag: response.headers.get('etag') ?? '' };
  }
  const leftOf = ({ headers }: { headers: Headers }): number => Number(headers.get('x-ratelimit-remaining'));

  it.each(['/opportunities?page_size=3', '/products', '/account', '/events'])('of %s is recognized', async (path) => {
    const first = await read(path, key);
    expect([first.status, first.tag]).toEqual([200, expect.stringMatching(/^W\/"[A-Za-z0-9_-]{27}"$/)]);
    expect(first.headers.get('vary')).toBe('Authorization, Accept-Encoding');
    const caching = path.startsWith('/opportunities') ? 'private, no-store' : 'private, no-cache';
    expect(first.headers.get('cache-control')).toBe(caching);
    for (const known of [first.tag, first.tag.slice(2), `"x", ${first.tag}`, '*']) {
      const again = await read(path, key, known);
      expect([again.status, again.text, again.tag]).toEqual([304, '', first.tag]);
      expect(again.headers.get('cache-control')).toBe(caching);
      expect(again.headers.get('x-request-id')).not.toBeNull();
    }
    for (const other of ['"x"', 'x', 'W/"', first.tag.slice(0, -2)]) {
      expect((await read(path, key, other)).status).toBe(200);
    }
  });

  it('changes with the data, and differs between teams', async () => {
    const id = await insertPostOpportunity(app.database);
    const { tag } = await read(`/opportunities/${id}`, key);
    const other = await createKey(app);
    expect((await read(`/opportunities/${id}`, other.key, tag)).status).toBe(304);
    await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status: 'contacted' } });
    expect((await read(`/opportunities/${id}`, key, tag)).status).toBe(200);
    expect((await read(`/opportunities/${id}`, 'qualm_live_none', '*')).status).toBe(401);
    expect((await read(`/opportunities/${randomUUID()}`, key, '*')).status).toBe(404);
    expect((await read('/ping', key, '*')).status).toBe(200);
  });

  it('makes a read free for a key, but not for a caller without one', async () => {
    const [mine, path] = [(await createKey(app)).key, '/products?page_size=1'];
    const first = await read(path, mine);
    for (let n = 0; n < 3; n++) expect(leftOf(await read(path, mine, first.tag))).toBe(leftOf(first));
    expect(leftOf(await read(path, mine))).toBe(leftOf(first) - 1);
    expect(leftOf(await read(path, mine, '*'))).toBe(leftOf(first) - 2);
    const anonymous = await read(path, undefined);
    expect(anonymous.headers.get('cache-control')).toBeNull();
    expect(leftOf(await read(path, undefined, anonymous.tag))).toBe(leftOf(anonymous) - 1);
  });

  it('does not make polling free without limit', async () => {
    const strict = await startTestApp({ beside: app, env: { PLAN_STARTER: '10,10,2' } });
    const { key: mine } = await createKey(app, { tier: 'starter' });
    const statuses: number[] = [];
    let tag = '';
    for (let n = 0; n <= 10; n++) {
      const response = await fetch(`${strict.baseUrl}/account`, {
        headers: { authorization: `Bearer ${mine}`, 'if-none-match': tag },
      });
      statuses.push(response.status);
      tag ||= response.headers.get('etag') ?? '';
      if (n === 10) expect(response.headers.get('ratelimit-policy')).toBe('"checks";q=10;w=60');
    }
    await strict.close();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(304), 429]);
  });
});

describe('fields', () => {
  const select = async (path: string, as: string | undefined = key) => {
    const headers = { ...(as && { authorization: `Bearer ${as}` }) };
    const response = await fetch(`${app.baseUrl}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  };

  it('select what comes with the id, in lists and in the objects of the data', async () => {
    await insertReviewOpportunity(app.database, { reviewerName: 'Jane Doe' });
    const { status, body } = await select(
      '/opportunities?source=review&page_size=1&fields=status,review.reviewer_name',
    );
    expect([status, body.meta]).toEqual([
      200,
      { pagination: { page: 1, page_size: 1, has_more: expect.any(Boolean) } },
    ]);
    expect(body.data).toEqual([{ id: expect.any(String), status: 'new', review: { reviewer_name: 'Jane Doe' } }]);
    const [{ id }] = body.data as [{ id: string }];
    const again = await select(`/opportunities/${id}?fields=status&fields=review.product.name`);
    expect(again.body.data).toEqual({ id, status: 'new', review: { product: { name: 'Tabula' } } });
    const products = await select('/products?page_size=1&fields=name', undefined);
    expect(products.body.data).toEqual([{ id: expect.any(String), name: 'Tabula' }]);
    const [{ id: product }] = products.body.data as [{ id: string }];
    const report = await select(`/products/${product}/pain-points?fields=summary,product.name,themes.category_name`);
    expect(report.body.data).toEqual({ product: { name: 'Tabula' }, summary: '', themes: [] });
    expect((await select('/events?fields=type,data.key.name')).body.data).toEqual(expect.any(Array));
    const searches = await select('/saved-searches?fields=name,filters.q');
    expect(searches.body).toMatchObject({ success: true, meta: { pagination: { page: 1 } } });
    expect(searches.body.meta).not.toHaveProperty('ignored_parameters');
  });

  it.each(['nothing', 'status,', 'review.nothing', 'status.more', 'id&fields=x', Array(51).fill('id').join()])(
    'that are unknown or too many are refused: %s',
    async (names) => {
      const { status, body } = await select(`/opportunities?fields=${names}`);
      const [fault] = (body.error?.details as { errors: { field: string }[] }).errors;
      expect([status, fault?.field]).toEqual([400, 'fields']);
    },
  );

  it('that are unknown are answered with the known names', async () => {
    const { body } = await select('/products?fields=nothing');
    const [fault] = (body.error?.details as { errors: { allowed?: string[] }[] }).errors;
    expect(fault?.allowed).toEqual(expect.arrayContaining(['id', 'name', 'categories']));
    const elsewhere = await select('/account?fields=name');
    expect(elsewhere.body.meta).toEqual({ ignored_parameters: [{ name: 'fields', did_you_mean: null }] });
  });
});

describe('reading what changed', () => {
  const since = (time: string | undefined, query = ''): Promise<ApiResponse> => list(`updated_since=${time}${query}`);
  const triage = (id: string, status: string) => call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status } });
  /** A time after all changes so far, before which everything is known. Waits for open transactions of other specs. */
  const now = async (): Promise<string> => {
    for (const begin = Date.now(); ;) {
      const { synced_until = '' } = metaOf(await since('2100-01-01'));
      if (Date.parse(synced_until) > begin) return synced_until;
    }
  };

  it('lists opportunities that were detected, triaged or unlocked since, the oldest change first', async () => {
    const [first, second, third] = [
      await insertReviewOpportunity(app.database),
      await insertReviewOpportunity(app.database),
      await insertReviewOpportunity(app.database),
    ];
    const begin = await now();
    const fresh = await insertPostOpportunity(app.database);
    await triage(second, 'contacted');
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome) VALUES ($1, $2, $3, 'reviewer', 'email', 'not_found')`,
      [randomUUID(), teamId, third],
    );
    await app.database.execute(`UPDATE opportunities SET need_points = 9, score = 99 WHERE id = $1`, [first]);
    await triage(second, 'contacted');
    const answer = await since(begin);
    expect(itemsOf(answer).map(({ id }) => id)).toEqual([fresh, second, third, first]);
    const times = itemsOf(answer).map(({ updated_at }) => updated_at);
    expect(times).toEqual(times.toSorted());
    expect(itemsOf(await since(begin, '&status=contacted')).map(({ id }) => id)).toEqual([second]);
    const mine = await createKey(app);
    const others = await list(`updated_since=${begin}`, mine.key);
    expect(itemsOf(others).map(({ id }) => id)).toEqual([fresh, first]);
    expect(itemsOf(await since(await now()))).toEqual([]);
  });

  it('lists opportunities that were given to a member or put off since', async () => {
    const [given, putOff] = [await insertReviewOpportunity(app.database), await insertReviewOpportunity(app.database)];
    await triage(given, 'contacted');
    await triage(putOff, 'contacted');
    const begin = await now();
    const [member] = await membersIn(app, teamId);
    const change = (id: string, body: object) => call(app, 'PATCH', `/opportunities/${id}`, { key, body });
    await change(given, { assignee_id: member });
    await change(putOff, { snoozed_until: new Date(Date.now() + 86_400_000).toISOString() });
    const changed = itemsOf(await since(begin, '&snoozed=true&snoozed=false'));
    expect(changed.map(({ id }) => id)).toEqual([given, putOff]);
  });

  it('lists what was removed since, page by page together with the changes', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => insertPostOpportunity(app.database)));
    const begin = await now();
    const remove = (id?: string) => app.database.execute('DELETE FROM opportunities WHERE id = $1', [id]);
    await remove(ids[0]);
    const fresh = await insertPostOpportunity(app.database);
    await remove(ids[1]);
    const first = await since(begin, '&page_size=2');
    expect([metaOf(first).removed?.map(({ id }) => id), itemsOf(first).map(({ id }) => id)]).toEqual([
      [ids[0]],
      [fresh],
    ]);
    const second = await since(begin, `&page_size=2&cursor=${metaOf(first).pagination.next_cursor}`);
    expect(metaOf(second)).toMatchObject({
      removed: [{ id: ids[1], removed_at: expect.stringMatching(/Z$/) }],
      pagination: { has_more: false },
    });
    expect(metaOf(await since(await now())).removed).toEqual([]);
  });

  it('lists what was removed for filters that no opportunity fits, too', async () => {
    const ids = await Promise.all(Array.from({ length: 2 }, () => insertPostOpportunity(app.database)));
    const begin = await now();
    await app.database.execute('DELETE FROM opportunities WHERE id = ANY($1)', [ids]);
    const follower = await createKey(app);
    const removedTo = async (query: string) => {
      const first = await list(`updated_since=${begin}&page_size=1&${query}`, follower.key);
      const next = `&cursor=${metaOf(first).pagination.next_cursor}`;
      const second = await list(`updated_since=${begin}&page_size=1&${query}${next}`, follower.key);
      return [first, second].flatMap((answer) => metaOf(answer).removed?.map(({ id }) => id));
    };
    for (const query of ['watchlist=true', 'published_after=2027-01-01&created_before=2026-01-01', 'q=nowhere']) {
      expect((await removedTo(query)).sort()).toEqual(ids.toSorted());
    }
  });

  it('takes a time whose year in UTC has five digits', async () => {
    expect((await since('9999-12-31T23:59:59-14:00')).status).toBe(200);
  });

  it('is polled with its last cursor', async () => {
    const first = await since(await now());
    expect(metaOf(first).pagination).toMatchObject({ has_more: false, next_cursor: expect.any(String) });
    const id = await insertPostOpportunity(app.database);
    const begin = new URL(/<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '').searchParams.toString();
    const again = await list(begin);
    expect(itemsOf(again).map((item) => item.id)).toEqual([id]);
  });

  it.each([
    ['before others', 1],
    ['last of all', 0],
  ])('misses nothing that begins %s and commits late, both by cursor and by time', async (_, later) => {
    const begin = await now();
    await since(begin);
    let commit = (): void => undefined;
    const id = await insertPostOpportunity(app.database);
    let written = (): void => undefined;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const late = app.database.transaction(async () => {
      await app.database.execute('UPDATE opportunities SET need_points = 7, score = 7 WHERE id = $1', [id]);
      written();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await isWritten;
    const others = [];
    for (let n = 0; n < later; n++) others.push(await insertPostOpportunity(app.database));
    const before = await since(begin);
    expect(itemsOf(before).map((item) => item.id)).toEqual([id, ...others]);
    commit();
    await late;
    const { synced_until, pagination } = metaOf(before);
    for (const next of [`updated_since=${begin}&cursor=${pagination.next_cursor}`, `updated_since=${synced_until}`]) {
      const answer = await list(next);
      expect(itemsOf(answer).find((item) => item.id === id)?.score).toBe(7);
    }
  });

  it('misses nothing page by page while several writers change opportunities', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => insertPostOpportunity(app.database)));
    let cursor = '';
    const begin = await now();
    const seen = new Map<string, number>();
    const read = async (): Promise<boolean> => {
      const answer = await since(begin, `&page_size=5${cursor}`);
      for (const { id, score } of itemsOf(answer)) seen.set(id, score);
      cursor = `&cursor=${metaOf(answer).pagination.next_cursor}`;
      return metaOf(answer).pagination.has_more;
    };
    const writing = Promise.all(
      ids.slice(0, 4).map(async (_, writer) => {
        for (let n = 1; n <= 25; n++) {
          await app.database.transaction(async () => {
            await app.database.execute('UPDATE opportunities SET need_points = $2, score = $2 WHERE id = $1', [
              ids[writer * 3 + (n % 3)],
              n,
            ]);
            await app.database.query('SELECT pg_sleep($1)', [((n * writer) % 4) / 200]);
          });
        }
      }),
    );
    let isDone = false;
    const done = writing.then(() => (isDone = true));
    while (!isDone) await read();
    await done;
    // The first pass may have begun before the last writes; the next pass returns those that committed late.
    while (await read());
    while (await read());
    const stored = await app.database.query<{ id: string; score: number }>(
      'SELECT id, score FROM opportunities WHERE id = ANY($1)',
      [ids],
    );
    expect(stored.map(({ id }) => [id, seen.get(id)])).toEqual(stored.map(({ id, score }) => [id, score]));
  });
});
