import fc from 'fast-check';
import { FRUSTRATION_TIERS, SENTIMENTS } from '#analysis/analysis.types.js';
import { createTeam, startTestApp, type TestApp } from '../../../../test/support/app.js';
import { NEEDS } from '#analysis/needs/need.patterns.js';
import { membersIn } from '../../../../test/support/members.js';
import { UNFILTERED } from '../../../../test/support/feeds.js';
import { FeedQueries } from './feed.queries.js';
import type { ChangePlace } from './changes.statement.js';
import type { Matchable } from './feed.filters.js';
import { type Feed, isInState, matcherOf } from './feed.selection.js';
import {
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  type OpportunitySource,
  type OpportunityStatus,
  type Reach,
  REACHES,
} from '../opportunity.vocabulary.js';

/** An opportunity in the model of the listing. */
interface ModelOpportunity {
  id: string;
  source: OpportunitySource;
  product_id: string | null;
  frustration_tier: string;
  sentiment: string;
  frustration_rank: number;
  has_buying_signal: boolean;
  reach: Reach;
  signal: string | null;
  rating: number | null;
  score: number;
  country: string | null;
  industry: string | null;
  search_text: string;
  created_at: Date;
  published_at: Date | null;
  dated_at: Date;
  status: OpportunityStatus;
  viewed: boolean;
  revealed: boolean;
  assignee_id: string | null;
  is_snoozed: boolean;
}

const HOW_MANY = 150;

/** Search texts of any length, some without a match, some with characters that are special to PostgreSQL. */
const PIECES = [
  ...[
    '100%',
    '_',
    'k\\s',
    'plain',
    'ort crashes o',
    'support often',
    'nowhere',
    'p',
    'zq',
    '退款',
    '款',
    '😀',
    '😀😀',
    '慢 😀',
  ],
  ...[
    "it's",
    "'",
    '\\',
    '!',
    '& |',
    ':*',
    'a long text a long text',
    'text ends so',
    's so',
    '\u0001long',
    '\u0001source=review',
  ],
];

describe('the listing, compared with a model of it', () => {
  let app: TestApp;
  let teamId: string;
  let members: string[];
  let all: ModelOpportunity[];

  beforeAll(async () => {
    app = await startTestApp();
    ({ teamId } = await createTeam(app));
    const { teamId: another } = await createTeam(app);
    await fill();
    await triage(teamId);
    await triage(another);
    await unlock(teamId);
    await unlock(another);
    all = await app.database.query<ModelOpportunity>(
      `SELECT opportunity.*, coalesce(triage.status, 'new') AS status, triage.viewed_at IS NOT NULL AS viewed,
              triage.assignee_id, coalesce(triage.snoozed_until > now(), false) AS is_snoozed,
              opportunity.rating::float8 AS rating, unlocks.id IS NOT NULL AS revealed
       FROM opportunities opportunity
       LEFT JOIN opportunity_triage triage ON triage.team_id = $1 AND triage.opportunity_id = opportunity.id
       LEFT JOIN unlocks ON unlocks.team_id = $1 AND unlocks.opportunity_id = opportunity.id AND outcome = 'found'
         AND identity_keys = '{}'`,
      [teamId],
    );
  });
  afterAll(() => app.close());

  /** Opportunities with few different values, so that combined filters still match. Many have the same date. */
  async function fill(): Promise<void> {
    await app.database.execute(`
      INSERT INTO products (id, name) SELECT gen_random_uuid(), 'Product ' || n FROM generate_series(1, 3) n`);
    await app.database.execute(`
      INSERT INTO reviews (id, product_id, platform, external_id, text)
      SELECT gen_random_uuid(), (SELECT id FROM products ORDER BY name OFFSET n % 3 LIMIT 1), 'G2', n::text, 'text'
      FROM generate_series(1, ${HOW_MANY}) n`);
    await app.database.execute(`
      INSERT INTO posts (id, source, external_id, text)
      SELECT gen_random_uuid(), CASE n % 2 WHEN 0 THEN 'forum' ELSE 'network' END, n::text, 'text' FROM generate_series(1, ${HOW_MANY}) n`);
    await app.database.execute(`
      INSERT INTO opportunities (id, source, review_id, post_id, product_id, frustration_tier, sentiment, has_buying_signal,
                                 pain_points, score, need_points, reach_points, reach, signal, rating, country, industry, search_text,
                                 engine, created_at, published_at)
      SELECT gen_random_uuid(), source, review_id, post_id, product_id,
             (ARRAY['low', 'medium', 'high', 'critical'])[1 + n % 4],
             (ARRAY['positive', 'neutral', 'negative', 'mixed'])[1 + n % 4 * n % 4], n % 3 = 0, '{}', n % 4 * 20, 0, 0,
             (ARRAY['named', 'profile', 'anonymous'])[1 + n % 3], (ARRAY['alternative', 'leaving', NULL])[1 + n % 3],
             CASE WHEN source = 'review' AND n % 5 > 0 THEN n % 5 END,
             (ARRAY['france', 'germany', NULL])[1 + n % 3], (ARRAY['retail', 'banking', NULL, 'retail'])[1 + n % 4],
             (ARRAY['100% broken', 'under_score', 'back\\slash', 'plain support crashes often', 'it''s 退款太慢 😀😀 \u0001long \u0002', repeat('a long text ', 4000) || 'ends so'])[1 + n % 6],
             'test/1', timestamptz '2026-01-01' + make_interval(days => n::int / 7),
             CASE WHEN n % 6 > 0 THEN timestamptz '2026-01-05' + make_interval(days => n::int / 7 - n::int % 40) END
      FROM (
        SELECT 'review' AS source, id AS review_id, NULL::uuid AS post_id, product_id, external_id::int AS n FROM reviews
        UNION ALL SELECT source, NULL, id, NULL, external_id::int * 11 FROM posts
      ) texts`);
  }

  async function triage(team: string): Promise<void> {
    const people = await membersIn(app, team);
    if (team === teamId) members = people;
    await app.database.execute(
      `INSERT INTO opportunity_triage (team_id, opportunity_id, status, viewed_at, assignee_id, snoozed_until, opportunity_created_at, frustration_rank)
       SELECT $1, id, ($2::text[])[1 + floor(random() * 6)], CASE WHEN random() < 0.5 THEN now() END,
              ($3::uuid[])[1 + floor(random() * 3)], now() + sign(random() - 0.5) * interval '1 day', created_at, frustration_rank
       FROM opportunities WHERE random() < 0.5`,
      [team, OPPORTUNITY_STATUSES, people],
    );
  }

  /** A third is unlocked; of these, every second person is suppressed, and every fourth look-up found nothing. */
  async function unlock(team: string): Promise<void> {
    await app.database.execute(`INSERT INTO suppressions (key) VALUES ('suppressed') ON CONFLICT DO NOTHING`);
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome, identity_keys)
       SELECT gen_random_uuid(), $1, id, 'reviewer', 'email', CASE WHEN place % 4 = 0 THEN 'not_found' ELSE 'found' END,
              CASE WHEN place % 2 = 0 THEN '{}'::text[] ELSE '{suppressed}' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM opportunities WHERE random() < 0.4) AS chosen`,
      [team],
    );
  }

  const someOf = <T>(values: readonly T[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { freq: 2 });
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 1 });
  const date = fc.integer({ min: -1, max: 250 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)));

  const feeds = (): fc.Arbitrary<Omit<Feed, 'teamId' | 'product_id'>> =>
    fc.record({
      watchlist: fc.constant(null),
      status: someOf(OPPORTUNITY_STATUSES),
      is_viewed: maybe(fc.boolean()),
      source: someOf(OPPORTUNITY_SOURCES),
      frustration_tier: someOf(FRUSTRATION_TIERS),
      min_frustration: maybe(fc.constantFrom(...FRUSTRATION_TIERS)),
      reach: someOf(REACHES),
      signal: someOf(NEEDS),
      sentiment: someOf(SENTIMENTS),
      has_buying_signal: maybe(fc.boolean()),
      min_rating: maybe(fc.integer({ min: 0, max: 5 })),
      max_rating: maybe(fc.integer({ min: 0, max: 5 })),
      min_score: maybe(fc.constantFrom(0, 20, 21, 60, 100)),
      country: someOf(['france', 'germany', 'spain']),
      industry: someOf(['retail', 'banking']),
      q: someOf(PIECES),
      exclude: maybe(someOf(PIECES)),
      is_revealed: maybe(maybe(fc.boolean())),
      assignee: maybe(fc.record({ ids: fc.subarray(members, { minLength: 1 }), orNobody: fc.boolean() })),
      snoozed: maybe(fc.boolean()),
      ids: maybe(fc.nat(99).map((place) => all.slice(place).map(({ id }) => id))),
      created_after: maybe(date),
      created_before: maybe(date),
      published_after: maybe(date),
      published_before: maybe(date),
      sort: fc.constantFrom(...OPPORTUNITY_SORTS),
      limit: fc.integer({ min: 1, max: 40 }),
      offset: fc.constantFrom(0, 0, 3, 20, 1_000),
    });

  it('returns the same opportunities as the model, in the same order, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(feeds(), fc.boolean(), async (filters, oneProduct) => {
        const product = all.find(({ product_id }) => product_id !== null)?.product_id ?? '';
        const feed = { ...filters, teamId, product_id: oneProduct ? [product] : null };
        expect(await app.get(FeedQueries).findIds(feed)).toEqual(expected(feed));
      }),
      { numRuns: 300 },
    );
  });

  it('contains exactly what the matcher finds in memory, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(feeds(), async (filters) => {
        const feed: Feed = { ...filters, teamId, product_id: null, limit: 2 * HOW_MANY, offset: 0 };
        const found = all
          .filter((each) => matcherOf(feed)(each satisfies Matchable) && isInState(feed, each))
          .map(({ id }) => id);
        expect((await app.get(FeedQueries).findIds(feed)).sort()).toEqual(found.sort());
      }),
      { numRuns: 200 },
    );
  });

  it('returns each opportunity exactly once across all pages', async () => {
    const ids: string[] = [];
    for (let offset = 0; offset < 2 * HOW_MANY; offset += 40) {
      ids.push(...(await app.get(FeedQueries).findIds({ ...UNFILTERED, teamId, limit: 40, offset })));
    }
    expect(ids.sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('returns the same opportunities, in the same order, page by page from position to position', async () => {
    await fc.assert(
      fc.asyncProperty(feeds(), fc.integer({ min: 9, max: 60 }), async (filters, limit) => {
        const feed = { ...filters, teamId, product_id: null, offset: 0 };
        const ids: string[] = [];
        for (let after: Feed['after'] = null; after !== undefined;) {
          const places = await app.get(FeedQueries).findPlaces({ ...feed, limit, after });
          ids.push(...places.map(({ id }) => id));
          after = places.length < limit ? undefined : places.at(-1)?.position;
        }
        expect(ids).toEqual(expected({ ...feed, limit: 2 * HOW_MANY }));
      }),
      { numRuns: 60 },
    );
  });

  it('returns each opportunity of the filters once in the order of its last change', async () => {
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome)
       SELECT gen_random_uuid(), $1, id, 'reviewer', field, 'not_found' FROM opportunities, unnest('{email,phone}'::text[]) AS field
       WHERE random() < 0.2 ON CONFLICT DO NOTHING`,
      [teamId],
    );
    await app.database.execute('UPDATE opportunities SET engine = engine WHERE random() < 0.2');
    await fc.assert(
      fc.asyncProperty(feeds(), fc.integer({ min: 15, max: 60 }), async (filters, limit) => {
        const feed = { ...filters, teamId, product_id: null, offset: 0, limit };
        const changes: { id: string; at: string }[] = [];
        for (let place: ChangePlace | undefined = { at: '2026-01-01T00:00:00Z', id: null }; place;) {
          const found = await app.get(FeedQueries).findChanges(feed, place);
          changes.push(...found);
          place = found.length < limit ? undefined : found.at(-1);
        }
        expect(changes.map(({ id }) => id).sort()).toEqual(expected({ ...feed, limit: 2 * HOW_MANY }).sort());
        expect(changes).toEqual(changes.toSorted((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1)));
      }),
      { numRuns: 25 },
    );
  });

  function expected(feed: Feed): string[] {
    return all
      .filter((opportunity) => fits(opportunity, feed))
      .sort((a, b) => compare(a, b, feed.sort))
      .slice(feed.offset, feed.offset + feed.limit)
      .map(({ id }) => id);
  }
});

function fits(opportunity: ModelOpportunity, feed: Feed): boolean {
  const within = (value: string | null, wanted: readonly string[] | null) =>
    !wanted || (value !== null && wanted.includes(value));
  return (
    within(opportunity.status, feed.status) &&
    within(opportunity.source, feed.source) &&
    within(opportunity.product_id, feed.product_id) &&
    within(opportunity.frustration_tier, feed.frustration_tier) &&
    within(opportunity.id, feed.ids) &&
    within(opportunity.sentiment, feed.sentiment) &&
    within(opportunity.reach, feed.reach) &&
    within(opportunity.signal, feed.signal) &&
    (feed.min_frustration === null ||
      FRUSTRATION_TIERS.slice(FRUSTRATION_TIERS.indexOf(feed.min_frustration)).some(
        (tier) => tier === opportunity.frustration_tier,
      )) &&
    (feed.is_revealed === null || opportunity.revealed === feed.is_revealed) &&
    !feed.exclude?.some((piece) => opportunity.search_text.includes(piece)) &&
    within(opportunity.country, feed.country) &&
    within(opportunity.industry, feed.industry) &&
    (feed.is_viewed === null || opportunity.viewed === feed.is_viewed) &&
    (feed.has_buying_signal === null || opportunity.has_buying_signal === feed.has_buying_signal) &&
    (feed.min_rating === null || (opportunity.rating !== null && opportunity.rating >= feed.min_rating)) &&
    (feed.min_score === null || opportunity.score >= feed.min_score) &&
    (feed.max_rating === null || (opportunity.rating !== null && opportunity.rating <= feed.max_rating)) &&
    (!feed.q || feed.q.some((piece) => opportunity.search_text.includes(piece))) &&
    (!feed.created_after || opportunity.created_at > feed.created_after) &&
    (!feed.created_before || opportunity.created_at < feed.created_before) &&
    (!feed.published_after || (opportunity.published_at !== null && datedAt(opportunity) > feed.published_after)) &&
    (!feed.published_before || (opportunity.published_at !== null && datedAt(opportunity) < feed.published_before))
  );
}

/** A text without a date, or with a date after its detection, has the position of its detection. */
const datedAt = ({ published_at, created_at }: ModelOpportunity): Date =>
  published_at !== null && published_at < created_at ? published_at : created_at;

function compare(a: ModelOpportunity, b: ModelOpportunity, sort: Feed['sort']): number {
  const newest = b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
  if (sort === 'created_at') return -newest;
  const latest = datedAt(b).getTime() - datedAt(a).getTime() || newest;
  if (sort.endsWith('published_at')) return sort === 'published_at' ? -latest : latest;
  if (sort === '-score') return b.score - a.score || latest;
  return sort === '-frustration' ? b.frustration_rank - a.frustration_rank || newest : newest;
}
