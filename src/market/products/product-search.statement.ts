/** A text that more names contain than this is frequent: a page of its names is soon filled in the order of the list. */
export const FREQUENT = 200;

/** Runs of letters that the index of names knows besides those of one and two letters. Few names share a long run. */
const LONG_RUN = 5;
const SHORT_RUN = 3;

/** The columns of a product that lists show. */
const LISTED = `product.id, product.name, product.maker, product.logo_url, product.description, product.categories,
    product.report_status, product.report_generated_at`;

/** The most reviewed products first; $1 rows from $2 on. */
export const MOST_REVIEWED = `
  SELECT ${LISTED}
  FROM (SELECT id, review_count FROM products ORDER BY review_count DESC, id LIMIT $1 OFFSET $2) page
  JOIN products product USING (id)
  ORDER BY page.review_count DESC, id`;

/** The products with the ids in $1, in their order. */
export const WITH_IDS = `
  SELECT ${LISTED}
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN products product USING (id)
  ORDER BY wanted.place`;

const KEY = '(SELECT key FROM asked)';
const BEST_FIRST = `name_key = ${KEY} DESC, starts_with(name_key, ${KEY}) DESC, review_count DESC, id`;

/**
 * Products whose name contains $1: exact names, then names that begin with $1, then the others, each the most reviewed
 * first; $2 rows from $3 on. The index finds them by runs of letters. `matches` counts them up to one more than FREQUENT;
 * where there are that many, the rows are some of them only.
 */
export const SEARCH = `
  WITH asked AS MATERIALIZED (
    SELECT key, CASE WHEN length(key) < ${LONG_RUN} THEN least(length(key), ${SHORT_RUN}) ELSE ${LONG_RUN} END AS run
    FROM (SELECT fold_text($1) AS key) folded
  ), matching AS MATERIALIZED (
    SELECT id, name_key, review_count FROM products
    WHERE strpos(name_key, ${KEY}) > 0
      AND name_grams(name_key) @> ARRAY(
        SELECT substr(key, place, run) FROM asked, generate_series(1, length(key) - run + 1, run) AS place)
    LIMIT ${FREQUENT + 1}
  ), page AS (
    SELECT id FROM matching ORDER BY ${BEST_FIRST} LIMIT $2 OFFSET $3
  )
  SELECT ${LISTED}, (SELECT count(*) FROM matching) AS matches
  FROM page JOIN products product USING (id)
  ORDER BY ${BEST_FIRST}`;

/** The same for a frequent text: the products are read in the order of the list until the page is full. */
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
