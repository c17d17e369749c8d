import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { DetectionService } from '#workspace/opportunities/detection/detection.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { FiltersQueries } from '#workspace/opportunities/filters.queries.js';
import type { FilterValues } from '#workspace/opportunities/filters.operations.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { importLines } from '../../support/imported.js';

const ANGRY =
  'Terrible app. It crashes every time I open a file and support never answers. I am switching to Rivalbox, cancelled my subscription today!';
const HAPPY = 'Lovely and simple, does what it says. Thank you!';
const ASKING =
  'Can anyone recommend an alternative to Oldbox for a small team? We are looking for a tool that syncs reliably and we have budget for it.';

let app: TestApp;
let key: string;

const list = async (parameters = '', as = key): Promise<OpportunityDetail[]> => {
  const { body } = await call(app, 'GET', `/opportunities?${parameters}`, { key: as });
  return body.data as OpportunityDetail[];
};

/** Reads all imported texts, together with the worker. */
async function detectAll(): Promise<void> {
  await relayEvents(app);
  const unread = () =>
    app.database.query<{ id: string }>(`SELECT id FROM detection_batches WHERE state IN ('queued', 'running')`);
  for (let batches = await unread(); batches.length > 0; batches = await unread()) {
    await app.inWorker(DetectionService).detectDue();
  }
}

const REVIEWS = [
  {
    external_id: 'angry',
    platform: 'Test',
    product_name: 'Oldbox',
    text: ANGRY,
    rating: 1,
    title: 'Never again',
    published_at: '2026-02-01T08:30:00.250Z',
    reviewer_name: 'Dana Fox',
    reviewer_company: 'Acme Example',
    reviewer_profile_url: 'https://people.example/dana',
    company_country: 'Germany',
    company_industry: 'Retail',
  },
  { external_id: 'happy', platform: 'Test', product_name: 'Oldbox', text: HAPPY, rating: 5 },
];
const POSTS = [
  { external_id: 'asking', source: 'forum', text: ASKING, forum_community: 'r/software', author_name: 'Kim' },
];

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  ({ key } = await createKey(app));
  await importLines(app, ReviewsImporter, REVIEWS);
  await importLines(app, PostsImporter, POSTS);
  await detectAll();
});
afterAll(() => app.close());

describe('detection', () => {
  it('creates opportunities only from the frustrated review and the post that asks', async () => {
    expect((await list()).map(({ source }) => source).sort()).toEqual(['forum', 'review']);
  });

  it('creates no second opportunity when an import is repeated', async () => {
    await importLines(app, ReviewsImporter, REVIEWS);
    await importLines(app, PostsImporter, POSTS);
    await detectAll();
    expect(await list()).toHaveLength(2);
  });

  it('stores verbatim evidence', async () => {
    const [review] = await list('source=review');
    const analysis = review?.review?.pain_points_analysis as { items: { quote: string }[] };
    expect(analysis.items.map(({ quote }) => ANGRY.includes(quote))).toEqual(analysis.items.map(() => true));
  });

  it('reads a batch once', async () => {
    expect(await app.inWorker(DetectionService).detectDue()).toBeNull();
  });
});

describe('GET /opportunities', () => {
  it.each([
    ['source=review', 1],
    ['source=review&source=forum', 2],
    ['source[]=review&source[]=forum', 2],
    ['source[0]=review', 1],
    ['source=network', 0],
    ['status=new', 2],
    ['status=lost', 0],
    ['is_viewed=false', 2],
    ['is_viewed=true', 0],
    ['min_rating=1&max_rating=2', 1],
    ['min_rating=3', 0],
    ['min_score=0', 2],
    ['min_score=100', 0],
    ['reach=named', 1],
    ['reach=named&reach=anonymous', 2],
    ['signal=alternative', 1],
    ['min_frustration=high', 1],
    ['min_frustration=low', 2],
    ['country=GERMANY', 1],
    ['industry=retail&country=germany', 1],
    ['q=RIVALBOX', 1],
    ['q=%25', 0],
    ['exclude=RIVALBOX', 1],
    ['exclude=rivalbox&exclude=oldbox', 0],
    ['exclude=%20', 2],
    ['sentiment=negative&source=review', 1],
    ['sentiment=mixed', 0],
    ['is_revealed=false', 2],
    ['is_revealed=true', 0],
    ['ids=00000000-0000-4000-8000-000000000000', 0],
    ['ids=00000000-0000-4000-8000-000000000000,00000000-0000-4000-8000-000000000001', 0],
    ['has_buying_signal=true&source=forum', 1],
    ['created_before=2000-01-01T00:00:00Z', 0],
    ['created_after=2000-01-01T00:00:00Z', 2],
    ['published_after=2026-02-01', 1],
    ['published_after=2026-02-02', 0],
    ['published_before=2026-02-02', 1],
    ['published_before=2026-02-01', 0],
    ['watchlist=true', 0],
    ['product_id=00000000-0000-4000-8000-000000000000', 0],
  ])('with %s finds %i', async (parameters, expected) => {
    expect(await list(parameters)).toHaveLength(expected);
  });

  it('has filters with these values and counts', async () => {
    const { body } = await call(app, 'GET', '/filters', { key });
    const { product_id, ...values } = body.data as Record<string, { value: string; name?: string; count: number }[]>;
    const shown = Object.entries(values).map(([filter, each]) => [
      filter,
      Object.fromEntries(each.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      status: { new: 2 },
      is_viewed: { false: 2 },
      is_revealed: { false: 2 },
      source: { review: 1, forum: 1 },
      frustration_tier: { critical: 1, low: 1 },
      sentiment: { negative: 1, positive: 1 },
      has_buying_signal: { true: 2 },
      reach: { named: 1, anonymous: 1 },
      signal: { alternative: 1, leaving: 1 },
      country: { germany: 1 },
      industry: { retail: 1 },
    });
    expect(product_id).toMatchObject([{ name: 'Oldbox', count: 2 }]);
  });

  it('has filters without a negative count while the counts of all teams are older than those of the team', async () => {
    const touched = [{ filter: 'status', value: 'contacted', count: 1_000 }];
    jest.spyOn(app.get(FiltersQueries), 'countOfTeam').mockResolvedValueOnce(touched);
    const { key: another } = await createKey(app);
    const { body } = await call(app, 'GET', '/filters', { key: another });
    expect((body.data as FilterValues).status).toContainEqual({ value: 'new', count: 0 });
  });

  it('scores opportunities with reasons, and lists the best first', async () => {
    const items = await list('sort=-score');
    expect(items.map(({ source, reach, score_reasons }) => [source, reach, score_reasons.slice(0, -1)])).toEqual([
      [
        'review',
        'named',
        ['Is leaving a product', 'Names Oldbox', 'Critical frustration', 'A name and a company, a public profile'],
      ],
      [
        'forum',
        'anonymous',
        ['Looks for an alternative', 'Names a budget or a size', 'Names Oldbox', 'The writer is unknown'],
      ],
    ]);
  });

  it('has parts of the score that add up to it', async () => {
    const items = await list();
    expect(items.map(({ score }) => score)).toEqual(
      items.map(({ score_parts: { need, reach, fresh } }) => need.points + reach.points + fresh.points),
    );
  });

  it('offers no unlock of a writer who is unknown', async () => {
    const items = await list();
    expect(items.map(({ reach, can_unlock }) => [reach, can_unlock]).sort()).toEqual([
      ['anonymous', false],
      ['named', true],
    ]);
  });

  it('shows verbatim evidence in the order of the text', async () => {
    const [item] = await list('source=forum');
    expect(item?.evidence[0]).toEqual({
      kind: 'need',
      text: 'Can anyone recommend an alternative to Oldbox for a small team?',
    });
    expect(item?.evidence.map(({ text }) => ASKING.includes(text))).toEqual(item?.evidence.map(() => true));
  });

  it('adds to the reasons that the team follows the product', async () => {
    const { key: follower } = await createKey(app);
    const [item] = await list('source=review', follower);
    await call(app, 'POST', '/watchlist', { key: follower, body: { product_id: item?.review?.product?.id } });
    const [followed] = await list('source=review', follower);
    expect(followed?.score_reasons).toEqual([...(item?.score_reasons ?? []), 'About Oldbox, which your team follows']);
    expect(followed?.score).toBe(item?.score);
  });

  it('reports how many opportunities were searched for a text that is too short for the index', async () => {
    const { body } = await call(app, 'GET', '/opportunities?q=ri', { key });
    expect([(body.data as unknown[]).length, body.meta]).toMatchObject([1, { searched: 3_000 }]);
  });

  it.each([
    'status=won',
    'is_viewed=perhaps',
    'source=tv',
    'sort=name',
    'min_rating=x',
    'min_score=101',
    'min_score=high',
    'sentiment=angry',
    'is_revealed=perhaps',
    'ids=1',
    Array(21).fill('exclude=x').join('&'),
    `exclude=${'x'.repeat(201)}`,
    'product_id=1',
    'created_after=now',
    'published_before=now',
    'published_after=2026-02-02&published_before=2026-02-01',
  ])('refuses %s, and lists the allowed values if there is a list', async (parameters) => {
    const { status, body } = await call(app, 'GET', `/opportunities?${parameters}`, { key });
    expect([status, body.error?.details]).toMatchObject([400, { reason: 'validation_failed' }]);
  });

  it('names the parameters that it ignores, for a repeated request too', async () => {
    for (let times = 0; times < 2; times++) {
      const { body } = await call(app, 'GET', '/opportunities?staus=lost&PAGE=2&page_size=1&utm_source=mail', { key });
      expect(body.meta).toEqual({
        pagination: { page: 1, page_size: 1, has_more: true },
        ignored_parameters: [
          { name: 'staus', did_you_mean: 'status' },
          { name: 'PAGE', did_you_mean: 'page' },
          { name: 'utm_source', did_you_mean: null },
        ],
      });
    }
  });

  it.each([
    ['min_rating=5&max_rating=1', ['min_rating', 'max_rating']],
    ['created_after=2026-01-01&created_before=2025-01-01', ['created_after', 'created_before']],
  ])('refuses the empty range %s', async (parameters, fields) => {
    const { status, body } = await call(app, 'GET', `/opportunities?${parameters}`, { key });
    const { errors } = body.error?.details as { errors: { field: string; code: string }[] };
    expect([status, errors.map(({ field }) => field), errors[0]?.code]).toEqual([400, fields, 'range']);
  });

  it('requires a key', async () => {
    const { status, body } = await call(app, 'GET', '/opportunities');
    expect([status, body.error?.message]).toEqual([401, 'API key required']);
  });
});

describe('GET /opportunities/{id}', () => {
  it('states the wish of the writer in its title, like the listing', async () => {
    const titles = [
      'Complains about bugs and crashes of Oldbox and says: “I am switching to Rivalbox, cancelled my subscription today!”',
      'Asks for an alternative to Oldbox: “Can anyone recommend an alternative to Oldbox for a small team?”',
    ];
    const listed = [...(await list('source=review')), ...(await list('source=forum'))];
    const details = await Promise.all(listed.map(({ id }) => call(app, 'GET', `/opportunities/${id}`, { key })));
    const shown = details.map(({ body }) => (body.data as OpportunityDetail).title);
    expect([listed.map(({ title }) => title), shown]).toEqual([titles, titles]);
  });

  it('shows a review and hides all gated values', async () => {
    const [{ id } = { id: '' }] = await list('source=review');
    const { body } = await call(app, 'GET', `/opportunities/${id}`, { key });
    expect(body.data).toMatchObject({
      id,
      source: 'review',
      published_at: '2026-02-01T08:30:00.250Z',
      status: 'new',
      is_viewed: false,
      is_committee_revealed: false,
      is_reviewer_revealed: false,
      reviewer_email: null,
      reviewer_phone: null,
      buying_committee: { is_revealed: false, members: null },
      mention: null,
      review: {
        platform: 'Test',
        title: 'Never again',
        text: ANGRY,
        published_at: '2026-02-01T08:30:00.250Z',
        reviewer_name: 'Dana Fox',
        rating: 1,
        network_lead_url: null,
        enriched_reviewer_network: null,
        product: { name: 'Oldbox', logo_url: null },
      },
    });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense'])('does not find %s', async (id) => {
    const { status, body } = await call(app, 'GET', `/opportunities/${id}`, { key });
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  });
});

describe('POST /opportunities/bulk-update', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000';
  const bulk = (as: string, body: unknown) => call(app, 'POST', '/opportunities/bulk-update', { key: as, body });

  it('changes several opportunities, with a result for each id in the order of the request', async () => {
    const { key: own } = await createKey(app);
    const [one, other] = (await list('', own)).map(({ id }) => id);
    const { status, body } = await bulk(own, { ids: [other, UNKNOWN, one?.toUpperCase(), other], status: 'qualified' });
    const done = (id?: string, sent = id) => ({
      id: sent,
      status: 200,
      data: { id, status: 'qualified', is_viewed: false, viewed_at: null, assignee: null, snoozed_until: null },
    });
    expect([status, body.data]).toEqual([
      200,
      {
        results: [
          done(other),
          { id: UNKNOWN, status: 404, error: { code: 'not_found', message: 'Resource not found' } },
          done(one, one?.toUpperCase()),
          done(other),
        ],
      },
    ]);
    expect(await list('status=qualified', own)).toHaveLength(2);
    expect(await list('status=qualified')).toHaveLength(0);
  });

  it('keeps the field that is not given', async () => {
    const { key: own } = await createKey(app);
    const ids = (await list('', own)).map(({ id }) => id);
    await bulk(own, { ids, status: 'lost', is_viewed: true });
    await bulk(own, { ids, is_viewed: false });
    expect((await list('', own)).map(({ status, is_viewed }) => [status, is_viewed])).toEqual([
      ['lost', false],
      ['lost', false],
    ]);
  });

  it('survives requests for the same opportunities in different orders at the same time', async () => {
    const { key: own } = await createKey(app);
    const ids = (await list('', own)).map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        bulk(own, { ids: index % 2 ? ids : [...ids].reverse(), status: index % 3 ? 'lost' : 'contacted' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it.each([
    ['no change', { ids: [UNKNOWN] }],
    ['no ids', { status: 'lost' }],
    ['an empty list', { ids: [], status: 'lost' }],
    ['a single id', { ids: UNKNOWN, status: 'lost' }],
    ['what is not an id', { ids: ['x'], status: 'lost' }],
    ['numbers', { ids: [1, null, {}], status: 'lost' }],
    ['more than 100 ids', { ids: Array.from({ length: 101 }, () => UNKNOWN), status: 'lost' }],
    ['an unknown status', { ids: [UNKNOWN], status: 'won' }],
  ])('refuses %s', async (_, body) => {
    const answer = await bulk(key, body);
    expect([answer.status, answer.body.error?.details]).toMatchObject([400, { reason: 'validation_failed' }]);
  });

  it.each([
    ['the id that is none', [UNKNOWN, 'x'], 'ids[1] must be a UUID'],
    ['that there is no list', UNKNOWN, 'ids must be an array'],
  ])('says %s', async (_, ids, message) => {
    const { body } = await bulk(key, { ids, status: 'lost' });
    expect((body.error?.details as { errors: object[] }).errors).toMatchObject([{ field: 'ids', message }]);
  });
});

describe('PATCH /opportunities/{id}', () => {
  const triage = async (body: unknown, as?: string) => {
    const [{ id } = { id: '' }] = await list('source=forum');
    return call(app, 'PATCH', `/opportunities/${id}`, { key: as ?? (await createKey(app)).key, body });
  };

  it('sets the given fields', async () => {
    const { body } = await triage({ is_viewed: true, status: 'qualified' });
    expect(body.data).toEqual({
      id: expect.any(String),
      is_viewed: true,
      status: 'qualified',
      viewed_at: expect.any(String),
      assignee: null,
      snoozed_until: null,
    });
  });

  it('keeps the time of the first view when the opportunity is viewed again', async () => {
    const own = (await createKey(app)).key;
    const first = await triage({ is_viewed: true }, own);
    const again = await triage({ is_viewed: true }, own);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('deletes the time of the view when the opportunity is marked as not viewed', async () => {
    const own = (await createKey(app)).key;
    await triage({ is_viewed: true }, own);
    expect((await triage({ is_viewed: false }, own)).body.data).toMatchObject({ is_viewed: false, viewed_at: null });
  });

  it('changes nothing for another team', async () => {
    const other = (await createKey(app)).key;
    await triage({ status: 'lost' });
    expect((await list('source=forum', other))[0]?.status).toBe('new');
  });

  it.each([{}, { status: 'won' }, { status: null }, { is_viewed: 'yes' }, { is_viewed: true, state: 'new' }, []])(
    'refuses %j',
    async (body) => {
      const { status, body: answer } = await triage(body);
      expect([status, answer.error?.code]).toEqual([400, 'invalid_request']);
    },
  );
});

describe('contact data in a text', () => {
  const HOST = 'gated.example';
  const EXTRA = ` Write to dana (at) ${HOST.replace('.', ' dot ')}, dana@${HOST} or +49 170 1234567.`;

  beforeAll(async () => {
    await importLines(app, ReviewsImporter, [
      { ...REVIEWS[0], external_id: 'gated', product_name: 'Gatebox', text: ANGRY + EXTRA },
    ]);
    await detectAll();
  });

  it('is hidden until the team has unlocked the field', async () => {
    const own = await createKey(app);
    const [before] = await list('q=gatebox', own.key);
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome, value)
       VALUES (gen_random_uuid(), $1, $2, 'reviewer', 'phone', 'found', '+49 170 1234567')`,
      [own.teamId, before?.id],
    );
    const [after] = await list('q=gatebox', own.key);
    expect([before?.review?.text, after?.review?.text]).toEqual([
      `${ANGRY} Write to [email hidden], [email hidden] or [phone hidden].`,
      `${ANGRY} Write to [email hidden], [email hidden] or +49 170 1234567.`,
    ]);
  });

  it.each([`dana@${HOST}`, 'gated dot', '1234567', '170'])('is not found by a search for %s', async (piece) => {
    expect(await list(`q=${encodeURIComponent(piece)}`)).toEqual([]);
  });

  it('leaves the text in the order of its own date, in both directions', async () => {
    await importLines(app, ReviewsImporter, [
      {
        ...REVIEWS[0],
        external_id: 'older',
        product_name: 'Gatebox',
        reviewer_name: 'Kim',
        published_at: '2025-02-01',
      },
      { ...REVIEWS[0], external_id: 'undated', product_name: 'Gatebox', reviewer_name: 'Lou', published_at: null },
    ]);
    await detectAll();
    const dates = async (sort: string) =>
      (await list(`q=gatebox&sort=${sort}`)).map(({ published_at }) => published_at);
    const latest = [null, '2026-02-01T08:30:00.250Z', '2025-02-01T00:00:00.000Z'];
    expect([await dates('-published_at'), await dates('published_at')]).toEqual([latest, [...latest].reverse()]);
  });
});
