/** How far down the most reviewed products a search for something frequent looks; pages further on look further. */
const WINDOW = 10_000;
const WINDOW_PER_ROW = 50;
/** What none of so many of the most reviewed names contains is not frequent. */
const SAMPLE = 1_000;
/** Names that begin with the query are not frequent where they are fewer than this. */
const FEW = 200;
/** Letters of the query that the index of letters is asked for; the rest is compared. */
const INDEXED_LETTERS = 25;
/** The runs of letters that index knows, besides one and two: long ones, which few names share, and short ones. */
const LONG_GRAM = 5;
const SHORT_GRAM = 3;

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

const MOST_REVIEWED_FIRST = 'SELECT id, review_count, name_key FROM products ORDER BY review_count DESC, id';
const NEAR = `(${MOST_REVIEWED_FIRST} LIMIT (SELECT far FROM asked)) near`;
const WANTED = '(SELECT wanted FROM asked)';
const BEGINS = 'name_key > (SELECT key FROM asked) AND name_key < (SELECT beyond FROM asked)';
const CONTAINS = 'name_key LIKE (SELECT pattern FROM asked) AND NOT starts_with(name_key, (SELECT key FROM asked))';
const isFull = (name: string): string => `(SELECT count(*) >= ${WANTED} FROM ${name})`;

/**
 * Exact names, then names that begin with the query, then names that contain it, each the most reviewed first.
 * $1 is the query, $2 how many rows, $3 from where on.
 *
 * What many products match, an index would hand over by the hundred thousand to be sorted; walking down the products in
 * order of reviews fills a page with those at once. What few match would make that walk long, and an index finds it at
 * once. Which it is, a count of the names that begin so tells, and a sample of the most reviewed for those that contain it;
 * where a walk has not filled the page after all, the index does.
 *
 * The parameters are read through `asked`, so that the planner expects the same of all of them and plans only once.
 */
export const SEARCH = `
  WITH asked AS MATERIALIZED (
    SELECT key, '%' || replace(replace(replace(key, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' AS pattern,
           key || U&'\\+10FFFF' AS beyond, $2::bigint + $3::bigint AS wanted, ${WINDOW} + ${WINDOW_PER_ROW} * $3::bigint AS far,
           least(length(key), ${INDEXED_LETTERS}) AS letters,
           CASE WHEN length(key) < ${LONG_GRAM} THEN least(length(key), ${SHORT_GRAM}) ELSE ${LONG_GRAM} END AS gram
    FROM (SELECT fold_text($1) AS key) folded
  ), near_beginning AS MATERIALIZED (
    SELECT id, review_count FROM ${NEAR}
    WHERE (SELECT count(*) >= ${FEW} FROM (SELECT FROM products WHERE ${BEGINS} LIMIT ${FEW}) probe) AND ${BEGINS}
    LIMIT ${WANTED}
  ), beginning AS MATERIALIZED (
    SELECT id, review_count FROM near_beginning WHERE ${isFull('near_beginning')}
    UNION ALL
    SELECT id, review_count FROM products WHERE NOT ${isFull('near_beginning')} AND ${BEGINS}
  ), near_inside AS MATERIALIZED (
    SELECT id, review_count FROM ${NEAR}
    WHERE NOT ${isFull('beginning')} AND ${CONTAINS}
      AND EXISTS (SELECT FROM (${MOST_REVIEWED_FIRST} LIMIT ${SAMPLE}) sample WHERE ${CONTAINS})
    LIMIT ${WANTED}
  ), found AS (
    SELECT id, review_count, 0 AS rank FROM products WHERE name_key = (SELECT key FROM asked)
    UNION ALL
    SELECT id, review_count, 1 FROM beginning
    UNION ALL
    SELECT id, review_count, 2 FROM near_inside WHERE ${isFull('near_inside')}
    UNION ALL
    SELECT id, review_count, 2 FROM products
    WHERE NOT ${isFull('beginning')} AND NOT ${isFull('near_inside')}
      AND name_grams(name_key) @> ARRAY(
        SELECT substr(key, place, gram) FROM asked,
        generate_series(1, letters - gram + 1, CASE gram WHEN ${LONG_GRAM} THEN ${LONG_GRAM} ELSE 1 END) AS place)
      AND ${CONTAINS}
  ), page AS (
    SELECT id, rank, review_count FROM found ORDER BY rank, review_count DESC, id
    LIMIT (SELECT $2::bigint FROM asked) OFFSET (SELECT $3::bigint FROM asked)
  )
  ${viewsOf('page JOIN products product USING (id)', 'rank, page.review_count DESC, id')}`;
