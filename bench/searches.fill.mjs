import { randomUUID } from 'node:crypto';

/** The same numbers in every run, so that runs can be compared. */
let seed = 1;

export const COUNTRIES = ['germany', 'france', 'spain', 'united states', 'japan', 'brazil', 'india', 'canada'];

/**
 * Inserts saved searches of `teams` new teams, which follow a fiftieth of the products. `phrase` makes a text to search
 * for, `word` one to leave out. With `isFollowedOnly`, every search is limited to the products that its team follows.
 */
export async function fillSearches(
  database,
  { searches: count, teams: teamCount, products, phrase, word, isFollowedOnly = false },
) {
  seed = 1;
  const teams = Array.from({ length: teamCount }, () => randomUUID());
  await database.execute(
    `INSERT INTO teams (id, name, tier, subscription_status) SELECT id, 'Team', 'scale', 'active' FROM unnest($1::uuid[]) id`,
    [teams],
  );
  const follows = teams.flatMap((team) => products.filter(() => random() < 0.02).map((product) => ({ team, product })));
  await database.execute(
    `INSERT INTO follows (team_id, product_id) SELECT team, product FROM jsonb_to_recordset($1) AS follow (team uuid, product uuid)`,
    [JSON.stringify(follows)],
  );
  const deliver = { webhook: true, inbox: true, feed: false, email: null };
  const searches = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    team_id: teams[n % teamCount],
    filters: { ...filtersOf(n, { products, phrase, word }), ...(isFollowedOnly && { watchlist: true }) },
    deliver,
  }));
  await database.execute(
    `INSERT INTO saved_searches (id, team_id, name, filters, deliver, created_by_kind)
     SELECT id, team_id, 'Search', filters, deliver, 'key'
     FROM jsonb_to_recordset($1) AS search (id uuid, team_id uuid, filters jsonb, deliver jsonb)`,
    [JSON.stringify(searches)],
  );
}

export function oneOf(values) {
  return values[Math.floor(random() * values.length)];
}

/** A number from 0 up to 1. */
export function random() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/** Of 20 searches 12 have words, 3 a product, 2 a country and a tier, 2 the watchlist, and 1 only a tier. */
function filtersOf(n, { products, phrase, word }) {
  const kind = n % 20;
  if (kind < 12) return { q: [phrase(), phrase()].slice(0, 1 + (n % 2)), exclude: [word()] };
  if (kind < 15) return { product_id: [oneOf(products)], frustration_tier: ['high', 'critical'] };
  if (kind < 17) return { country: [oneOf(COUNTRIES)], frustration_tier: ['critical'], has_buying_signal: true };
  if (kind < 19) return { watchlist: true, frustration_tier: ['high', 'critical'] };
  return { frustration_tier: ['critical'], has_buying_signal: true, min_score: 90 };
}
