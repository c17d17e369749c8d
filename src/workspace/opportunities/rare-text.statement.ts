import {
  beginsAtTriage,
  type Bind,
  binding,
  type Feed,
  fieldConditions,
  isOneOf,
  isVoid,
  momentConditions,
  OF_OPPORTUNITY,
  orderOf,
  RANKS,
  ratingsOf,
  sourcesOf,
  type Statement,
  textConditions,
  tierConditions,
  whereOf,
} from './feed.conditions.js';
import { TERMS, termsAsked } from './feed.terms.js';

/** Opportunities of one tier in a sample of all, held against a feed that looks for a piece of text. */
export interface TierSample {
  tier: string;
  sampled: number;
  /** Those a walk comes to. */
  reached: number;
  /** Those that fit every filter but the text and the team's triage. */
  fitting: number;
  /** Those that hold the text. */
  holding: number;
  /** Those that hold the text and fit the filters the index of terms knows. */
  indexed: number;
  /** Those that hold the text and fit every filter but the team's triage. */
  found: number;
  /** Opportunities of all tiers there are, as of the last ANALYZE. */
  total: number;
}

const SAMPLE = 2_000;
const TOTAL = `SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = 'opportunities'::regclass`;

/** The SELECT of a {@link TierSample} a tier: off some pages of the table, the same ones every time. */
export function sampleStatement(feed: Feed): Statement {
  const values: unknown[] = [];
  const bind = binding(values);
  const reached = ['TRUE', ...fieldConditions(walked(feed), bind), ...momentConditions(feed, OF_OPPORTUNITY, bind)];
  const fits = ['TRUE', ...fieldConditions(feed, bind), ...tierConditions(feed, OF_OPPORTUNITY, bind)];
  const countOf = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
  return {
    text: `
      SELECT tier, count(*)::int AS sampled, ${countOf('reached')} AS reached, ${countOf('reached AND fits')} AS fitting,
             ${countOf('holds')} AS holding, ${countOf('holds AND fits')} AS indexed,
             ${countOf('holds AND fits AND reached')} AS found, (${TOTAL}) AS total
      FROM (
        SELECT frustration_tier AS tier, ${reached.join(' AND ')} AS reached, ${fits.join(' AND ')} AS fits,
               ${textConditions(feed, bind).join(' AND ')} AS holds
        FROM opportunities opportunity TABLESAMPLE SYSTEM (100 * least(1, ${SAMPLE} / (${TOTAL}))) REPEATABLE (1)
        LIMIT ${SAMPLE}
      ) AS sample
      GROUP BY tier`,
    values,
  };
}

/** The fields indexes begin with that go on in a feed's order. */
const LEADING = {
  byTime: ['productIds', 'countries', 'industries', 'sources'],
  byFrustration: ['productIds', 'sources'],
} as const;

/** What is left of a feed's filters where a walk begins: one value of the first field that an index leads in with. */
function walked(feed: Feed): Feed {
  const nothing = { sources: null, productIds: null, countries: null, industries: null, hasBuyingSignal: null };
  const unfiltered = { ...feed, ...nothing, minRating: null, maxRating: null };
  const leading = LEADING[feed.sort === '-frustration' ? 'byFrustration' : 'byTime'];
  const first = leading.find((field) => feed[field]?.length === 1);
  return first ? { ...unfiltered, [first]: feed[first] } : unfiltered;
}

/** So many opportunities of the sample, taken from all tiers, count with those of each. */
const ALIKE = 100;
/**
 * What it takes, in microseconds more or less: to be handed an opportunity by the index, to read of one there, to pass one
 * on a walk, to compare its text where it fits otherwise, to look one up that the triage names.
 */
const COST = { handed: 3, read: 0.1, passed: 0.25, compared: 0.75, lookedUp: 4 };

/**
 * Whether the index of terms, which reads all that hold the text and hands over those that fit, is quicker than a walk in
 * the feed's order, which passes what does not fit until the page is full.
 */
export function isRare(samples: readonly TierSample[], feed: Feed): boolean {
  const each = (samples[0]?.total ?? 0) / sumOf(samples, 'sampled');
  // Where the sample has none, there may be some.
  const handed = Math.max(sumOf(samples, 'indexed'), 0.5) * each;
  const asking = handed * COST.handed + sumOf(samples, 'holding') * each * COST.read;
  return asking < walkingTime(samples, feed, each);
}

/** What a walk takes, or, where few fit, to take those and sort them, as the planner then does. */
function walkingTime(samples: readonly TierSample[], feed: Feed, each: number): number {
  const fitting = sumOf(samples, 'fitting');
  if (fitting === 0) return 0;
  const share = fitting / sumOf(samples, 'reached');
  const [passing, taking] = beginsAtTriage(feed)
    ? [COST.lookedUp, COST.lookedUp]
    : [COST.passed + COST.compared * share, COST.passed + COST.compared];
  return Math.min(passedOnWalk(samples, feed, each) * passing, fitting * each * taking);
}

/** Opportunities a walk passes, where one of the sample stands for `each`: by frustration, tier after tier. */
function passedOnWalk(samples: readonly TierSample[], feed: Feed, each: number): number {
  const reached = sumOf(samples, 'reached');
  const found = sumOf(samples, 'found');
  const stretches =
    feed.sort === '-frustration'
      ? RANKS.flatMap(({ tier }) =>
          samples.filter((sample) => sample.tier === tier && isWanted(tier, feed.tiers)),
        ).reverse()
      : [{ reached, found }];
  let wanted = feed.limit + feed.offset;
  let passed = 0;
  for (const stretch of stretches) {
    // A stretch with few of the sample is taken to be more like all of it.
    const rate = (stretch.found + (ALIKE * found) / reached) / (stretch.reached + ALIKE);
    const length = stretch.reached * each;
    passed += Math.min(length, wanted / rate);
    wanted -= length * rate;
    if (wanted <= 0) break;
  }
  return passed;
}

const isWanted = (tier: string, tiers: readonly string[] | null): boolean => tiers?.includes(tier) ?? true;

const sumOf = (samples: readonly TierSample[], count: Exclude<keyof TierSample, 'tier'>): number =>
  samples.reduce((sum, sample) => sum + sample[count], 0);

/**
 * The SELECT of the ids of a feed that looks for a rare text, or null where nothing can match: the same answer as a walk
 * gives. OFFSET 0 keeps the planner, which does not know how rare it is, from any other way.
 */
export function rareTextStatement(feed: Feed): Statement | null {
  if (isVoid(feed)) return null;
  const values: unknown[] = [];
  const bind = binding(values);
  const terms = termsAsked(feed.pieces ?? [], {
    source: sourcesOf(feed),
    product: feed.productIds,
    country: feed.countries,
    industry: feed.industries,
    tier: feed.tiers,
    signal: feed.hasBuyingSignal === null ? null : [feed.hasBuyingSignal],
    rating: ratingsOf(feed),
  });
  const where = [
    ...textConditions(feed, bind),
    ...fieldConditions(feed, bind),
    ...tierConditions(feed, OF_OPPORTUNITY, bind),
    ...momentConditions(feed, OF_OPPORTUNITY, bind),
  ];
  const first = feed.sort === '-frustration' ? `${OF_OPPORTUNITY.frustrationRank} DESC, ` : '';
  const order = `ORDER BY ${first}${orderOf(OF_OPPORTUNITY, feed.sort)}`;
  const found = `SELECT id, created_at, frustration_rank
    FROM (SELECT * FROM opportunities opportunity WHERE ${TERMS} @@ ${bind(terms)}::tsquery OFFSET 0) opportunity
    ${whereOf(where)} ${order}`;
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  const triage = triageConditions(feed, bind);
  if (triage.length === 0) return { text: `${found} ${page}`, values };
  // One look-up each, in order, until the page is full.
  return {
    text: `SELECT opportunity.id FROM (${found}) opportunity LEFT JOIN LATERAL (
        SELECT status, viewed_at FROM opportunity_triage
        WHERE team_id = ${bind(feed.teamId)} AND opportunity_id = opportunity.id OFFSET 0
      ) triage ON TRUE
      ${whereOf(triage)} ${order} ${page}`,
    values,
  };
}

/** What the team has not touched is new, and not viewed. */
const triageConditions = ({ statuses, viewed }: Feed, bind: Bind): string[] => [
  ...isOneOf(`coalesce(triage.status, 'new')`, 'text', statuses, bind),
  ...(viewed === null ? [] : [`triage.viewed_at IS ${viewed ? 'NOT ' : ''}NULL`]),
];
