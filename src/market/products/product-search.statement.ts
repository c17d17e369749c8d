/** A text in more names than this is frequent. Reading products in the order of the list then fills a page quickly. */
export const FREQUENT = 200;

/** The index of names contains runs of these lengths, and of one and two letters. Few names share a long run. */
const LONG_RUN = 5;
const SHORT_RUN = 3;

const LISTED_COLUMNS = ['id', 'name', 'maker', 'logo_url', 'description', 'categories', 'report_status'];
const LISTED_FIGURES = ['report_generated_at', 'review_count', 'review_changes', 'report_review_changes'];
const listedOf = (table: string): string =>
  [...LISTED_COLUMNS, ...LISTED_FIGURES].map((column) => `${table}.${column}`).join(', ');
/** The columns of a product in lists. */
const LISTED = listedOf('product');

/** The most reviewed products first: $1 rows, starting at offset $2. */
export const MAX_REVIEWED = `
  SELECT ${LISTED}
  FROM (SELECT id, review_count FROM products ORDER BY review_count DESC, id LIMIT $1 OFFSET $2) page
  JOIN products product USING (id)
  ORDER BY page.review_count DESC, id`;

/** A misspelled name is compared with the names of the most reviewed products, which takes a few milliseconds. */
const POPULAR = 5_000;
/** The minimum similarity of a suggested name. */
const MIN_SIMILARITY = 0.25;

/** The ids of at most $2 popular products with names similar to $1, the most similar first. */
export const SIMILAR = `
  SELECT id FROM (SELECT id, name_key, similarity(name_key, fold_text($1)) AS similarity
    FROM (SELECT id, name_key FROM products ORDER BY review_count DESC, id LIMIT ${POPULAR}) popular) compared
  WHERE similarity >= ${MIN_SIMILARITY} ORDER BY similarity DESC, name_key LIMIT $2`;

/** The products with the ids in $1, in the order of the ids. */
export const WITH_IDS = `
  SELECT ${LISTED}
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN products product USING (id)
  ORDER BY wanted.place`;

const KEY = '(SELECT key FROM asked)';
const BEST_FIRST = `name_key = ${KEY} DESC, starts_with(name_key, ${KEY}) DESC, review_count DESC, id`;

/**
 * Products with a text in their name or in a former one: exact names, then names that begin with it, then all others, with the most
 * reviewed first in each group. For each text of $1, the number of rows in $2 from the offset in $3; `place` is its place in $1. The index
 * of letter runs finds the products. `matches` counts up to FREQUENT + 1 products; at that count, the rows are from an arbitrary
 * part of the matches.
 */
export const SEARCH = `
  SELECT search.place::integer, ${listedOf('found')}, found.matches
  FROM unnest($1::text[], $2::integer[], $3::integer[]) WITH ORDINALITY AS search (text, most, start, place)
  CROSS JOIN LATERAL (
    WITH asked AS MATERIALIZED (
      SELECT key, CASE WHEN length(key) < ${LONG_RUN} THEN least(length(key), ${SHORT_RUN}) ELSE ${LONG_RUN} END AS run
      FROM (SELECT fold_text(search.text) AS key) folded
    ), matching AS MATERIALIZED (
      SELECT id, name_key, review_count FROM products
      WHERE strpos(name_key || former_keys, ${KEY}) > 0
        AND name_grams(name_key || former_keys) @> ARRAY(
          SELECT substr(key, place, run) FROM asked, generate_series(1, length(key) - run + 1, run) AS place)
      LIMIT ${FREQUENT + 1}
    ), page AS (
      SELECT id, row_number() OVER (ORDER BY ${BEST_FIRST}) AS rank FROM matching
      ORDER BY rank LIMIT search.most OFFSET search.start
    )
    SELECT ${LISTED}, page.rank, (SELECT count(*) FROM matching) AS matches
    FROM page JOIN products product USING (id)
  ) AS found
  ORDER BY search.place, found.rank`;

/** The same for a frequent text: reads products in the order of the list until the page is full. */
export const SEARCH_FREQUENT = `
  WITH asked AS MATERIALIZED (
    SELECT key, key || U&'\\+10FFFF' AS beyond, $2::bigint + $3::bigint AS wanted FROM (SELECT fold_text($1) AS key) folded
  ), page AS (
    SELECT id FROM (
      (SELECT id FROM products WHERE name_key >= ${KEY} AND name_key < (SELECT beyond FROM asked)
       ORDER BY name_key = ${KEY} DESC, review_count DESC, id LIMIT (SELECT wanted FROM asked))
      UNION ALL
      (SELECT id FROM products WHERE strpos(name_key, ${KEY}) > 1
       ORDER BY review_count DESC, id LIMIT (SELECT wanted FROM asked))
    ) AS found LIMIT $2 OFFSET $3
  )
  SELECT ${LISTED} FROM page JOIN products product USING (id) ORDER BY ${BEST_FIRST}`;
