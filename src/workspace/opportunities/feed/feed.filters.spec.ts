import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import { FRUSTRATION_TIERS, SENTIMENTS } from '#analysis/analysis.types.js';
import { createTeam, startTestApp, type TestApp } from '../../../../test/support/app.js';
import { membersIn } from '../../../../test/support/members.js';
import { NEEDS } from '#analysis/needs/need.patterns.js';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import { OpportunityFilter } from '../opportunity-filter.dto.js';
import { OPPORTUNITY_STATUSES, REACHES } from '../opportunity.vocabulary.js';
import { ALL_FILTERS, type Matchable, type TeamState } from './feed.filters.js';
import { FeedQueries } from './feed.queries.js';
import { feedOf, isInState, matcherOf } from './feed.selection.js';
import { MatchablesQueries } from './matchables.queries.js';

const HOW_MANY = 1_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 400;

describe('a filter of the feed', () => {
  let app: TestApp;
  let teamId: string;
  let members: string[];
  let all: (Matchable & TeamState)[];

  beforeAll(async () => {
    app = await startTestApp();
    ({ teamId } = await createTeam(app));
    members = await membersIn(app, teamId);
    await fill();
    const matchables = app.get(MatchablesQueries);
    const ids = await app.database.query<{ id: string }>('SELECT id FROM opportunities');
    const opportunities = await matchables.find(ids.map(({ id }) => id));
    const states = await matchables.findStates(
      opportunities.map(({ id }) => ({ team_id: teamId, opportunity_id: id })),
    );
    const stateOf = new Map(states.map((state) => [state.opportunity_id, state]));
    all = opportunities.map((each) => ({ ...each, ...(stateOf.get(each.id) as TeamState) }));
  });
  afterAll(() => app.close());

  /** Random opportunities of the last year, of three products. The team has touched and unlocked a third of them. */
  async function fill(): Promise<void> {
    const oneOf = (values: readonly string[]): string =>
      `(ARRAY['${values.join("','")}'])[1 + floor(random() * ${values.length})]`;
    await app.database.execute(
      `INSERT INTO products (id, name) SELECT gen_random_uuid(), 'Product ' || n FROM generate_series(1, 3) n`,
    );
    await app.database.execute(
      `INSERT INTO reviews (id, product_id, platform, external_id, text)
       SELECT gen_random_uuid(), (SELECT id FROM products ORDER BY name OFFSET n % 3 LIMIT 1), 'G2', n::text, 'text'
       FROM generate_series(1, ${HOW_MANY / 2}) n`,
    );
    await app.database.execute(
      `INSERT INTO posts (id, source, external_id, text)
       SELECT gen_random_uuid(), ${oneOf(['forum', 'network'])}, n::text, 'text' FROM generate_series(1, ${HOW_MANY / 2}) n`,
    );
    await app.database.execute(
      `INSERT INTO opportunities (id, source, review_id, post_id, product_id, frustration_tier, sentiment, has_buying_signal,
                                  pain_points, score, need_points, reach_points, reach, signal, rating, country, industry, search_text, engine, created_at, published_at)
       SELECT gen_random_uuid(), source, review_id, post_id, product_id, ${oneOf(FRUSTRATION_TIERS)}, ${oneOf(SENTIMENTS)},
              random() < 0.5, '{}', floor(random() * 101), 0, 0, ${oneOf(REACHES)},
              CASE WHEN random() < 0.8 THEN ${oneOf(NEEDS)} END,
              CASE WHEN source = 'review' AND random() < 0.8 THEN 1 + floor(random() * 9) / 2 END,
              CASE WHEN random() < 0.8 THEN ${oneOf(['france', 'spain', 'new zealand'])} END,
              CASE WHEN random() < 0.8 THEN ${oneOf(['retail', 'banking'])} END,
              (SELECT string_agg(${oneOf(['100%', 'under_score', 'back\\\\slash', 'slow', 'refund', '退款', '😀'])}, ' ')
               FROM generate_series(1, 1 + n % 5)),
              'test/1', to_timestamp(${FIRST_DAY / 1_000}) + random() * ${DAYS} * interval '1 day',
              CASE WHEN random() < 0.8 THEN to_timestamp(${FIRST_DAY / 1_000}) + random() * ${DAYS} * interval '1 day' END
       FROM (
         SELECT 'review' AS source, id AS review_id, NULL::uuid AS post_id, product_id, external_id::int AS n FROM reviews
         UNION ALL SELECT source, NULL, id, NULL, external_id::int FROM posts
       ) texts`,
    );
    await app.database.execute(
      `INSERT INTO opportunity_triage (team_id, opportunity_id, status, viewed_at, assignee_id, snoozed_until, opportunity_created_at, frustration_rank)
       SELECT $1, id, ($2::text[])[1 + floor(random() * 6)], CASE WHEN random() < 0.5 THEN now() END,
              ($3::uuid[])[1 + floor(random() * 3)], now() + sign(random() - 0.5) * interval '1 day', created_at, frustration_rank
       FROM opportunities WHERE random() < 0.3`,
      [teamId, OPPORTUNITY_STATUSES, members],
    );
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome)
       SELECT gen_random_uuid(), $1, id, 'reviewer', 'email', CASE WHEN random() < 0.7 THEN 'found' ELSE 'not_found' END
       FROM opportunities WHERE random() < 0.3`,
      [teamId],
    );
  }

  /** Values of a query parameter as sent, from its schema alone. Texts and ids are those of the opportunities. */
  function sentFor(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
    const {
      items = schema,
      minimum = 0,
      maximum = 0,
    } = schema as { items?: JsonSchema; minimum?: number; maximum?: number };
    const texts = all.flatMap(({ country, industry, search_text }) => [
      country ?? 'nowhere',
      industry ?? '',
      search_text,
    ]);
    const oneValue = (): fc.Arbitrary<string> => {
      if (items.enum) return fc.constantFrom(...(items.enum as string[]));
      if (items.type === 'boolean') return fc.constantFrom('true', 'false');
      if (items.type === 'number')
        return fc.integer({ min: minimum * 2, max: maximum * 2 }).map((half) => String(half / 2));
      if (name === 'assignee') return fc.constantFrom('none', ...members);
      if (items.format === 'uuid')
        return fc.constantFrom(...all.flatMap(({ id, product_id }) => [id, product_id ?? id]));
      if (items.format === 'date-time') {
        return fc.nat(DAYS).map((day) => new Date(FIRST_DAY + day * DAY_MS).toISOString());
      }
      return fc
        .tuple(fc.constantFrom(...texts), fc.nat(12), fc.integer({ min: 1, max: 20 }))
        .map(([text, start, length]) => text.slice(start, start + length).toWellFormed());
    };
    return fc.array(oneValue(), { minLength: 1, maxLength: 3 });
  }

  const parameters = inlineSchemaOf(OpportunityFilter).properties ?? {};

  it.each(ALL_FILTERS.map(([name]) => name))('%s selects the same in SQL and in memory', async (name) => {
    let selected = 0;
    await fc.assert(
      fc.asyncProperty(sentFor(name, parameters[name] as JsonSchema), async (values) => {
        const sent = plainToInstance(OpportunityFilter, { [name]: values });
        const selection = feedOf(teamId, sent, null);
        const fits = matcherOf(selection);
        const inMemory = all.filter((each) => fits(each) && isInState(selection, each)).map(({ id }) => id);
        const feed = { ...selection, sort: '-created_at' as const, limit: HOW_MANY, offset: 0 };
        const inSql = await app.get(FeedQueries).findIds(feed);
        expect(inSql.sort()).toEqual(inMemory.sort());
        selected += inMemory.length;
      }),
      { numRuns: 20 },
    );
    expect(selected).toBeGreaterThan(0);
  });
});
