/** How far down the most reviewed products a search looks before it asks an index; pages further on look further. */
const WINDOW = 10_000;
const WINDOW_PER_ROW = 50;
/** Names that begin with the query are sorted without a look at the most reviewed where they are fewer than this. */
const FEW = 200;
/** Letters of the query that the index of letters is asked for; the rest is compared. */
const INDEXED_LETTERS = 24;

/** The columns of a product as lists show it, under the names lists give them. */
const VIEW = `product.id, product.name, coalesce(product.maker, '') AS by, product.logo_url, product.description,
    product.categories, product.report_status AS pain_points_report_status,
    to_char(product.report_generated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS pain_points_report_generated_at`;

/** The products that `source` joins in as `product`, each as the JSON text lists show, in this order. */
export const viewsOf = (source: string, order: string): string =>
  `SELECT row_to_json(item)::text AS item FROM (SELECT ${VIEW} FROM ${source} ORDER BY ${order}) item`;

/** The most reviewed products first; $1 rows from $2 on. */
export const MOST_REVIEWED = viewsOf(
  `(SELECT id, review_count FROM products ORDER BY review_count DESC, id LIMIT $1 OFFSET $2) page
   JOIN products product USING (id)`,
  'page.review_count DESC, id',
);

const WANTED = `($2::bigint + $3::bigint)`;
const MOST_REVIEWED_WINDOW = `
  (SELECT id, review_count, name_key FROM products
   ORDER BY review_count DESC, id LIMIT ${WINDOW} + ${WINDOW_PER_ROW} * $3::bigint) AS most_reviewed`;
const BEGINS = `name_key > (SELECT key FROM asked) AND name_key < (SELECT beyond FROM asked)`;
const CONTAINS = `name_key LIKE (SELECT pattern FROM asked) AND NOT starts_with(name_key, (SELECT key FROM asked))`;

/**
 * Exact names, then names that begin with the query, then names that contain it, each the most reviewed first.
 * $1 is the query, $2 how many rows, $3 from where on.
 *
 * What many products match, an index would hand over by the hundred thousand to be sorted; walking down the products in
 * order of reviews fills a page with those at once. What few match would make that walk endless, and an index finds it
 * at once. So the walk is tried first, as far as the window; an index is asked only for what the walk has not filled,
 * and each step is taken only where the ones before have left room on the page.
 */
export const SEARCH = `
  WITH asked AS MATERIALIZED (
    SELECT key, '%' || replace(replace(replace(key, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' AS pattern,
           key || U&'\\+10FFFF' AS beyond, least(length(key), ${INDEXED_LETTERS}) - 2 AS last_gram
    FROM (SELECT fold_text($1) AS key) folded
  ), few AS MATERIALIZED (
    SELECT count(*) < ${FEW} AS begin FROM (SELECT FROM products WHERE ${BEGINS} LIMIT ${FEW}) probe
  ), near_beginning AS MATERIALIZED (
    SELECT id, review_count FROM ${MOST_REVIEWED_WINDOW} WHERE NOT (SELECT begin FROM few) AND ${BEGINS} LIMIT ${WANTED}
  ), beginning AS MATERIALIZED (
    SELECT id, review_count FROM near_beginning WHERE (SELECT count(*) FROM near_beginning) >= ${WANTED}
    UNION ALL
    SELECT id, review_count FROM products WHERE (SELECT count(*) FROM near_beginning) < ${WANTED} AND ${BEGINS}
  ), near_inside AS MATERIALIZED (
    SELECT id, review_count FROM ${MOST_REVIEWED_WINDOW}
    WHERE (SELECT count(*) FROM beginning) < ${WANTED} AND ${CONTAINS} LIMIT ${WANTED}
  ), found AS (
    SELECT id, review_count, 0 AS rank FROM products WHERE name_key = (SELECT key FROM asked)
    UNION ALL
    SELECT id, review_count, 1 FROM beginning
    UNION ALL
    SELECT id, review_count, 2 FROM near_inside WHERE (SELECT count(*) FROM near_inside) >= ${WANTED}
    UNION ALL
    SELECT id, review_count, 2 FROM products
    WHERE (SELECT count(*) FROM beginning) < ${WANTED} AND (SELECT count(*) FROM near_inside) < ${WANTED}
      AND name_grams(name_key) @> ARRAY(
        SELECT substr(key, place, 3) FROM asked, generate_series(1, greatest(last_gram, 1), 3) AS place
        UNION ALL SELECT substr(key, last_gram, 3) FROM asked WHERE last_gram > 1)
      AND ${CONTAINS}
  ), page AS (
    SELECT id, rank, review_count FROM found ORDER BY rank, review_count DESC, id LIMIT $2 OFFSET $3
  )
  ${viewsOf('page JOIN products product USING (id)', 'rank, page.review_count DESC, id')}`;
