import { CLOSED_CONNECTORS } from '#market/sources/connectors/catalog.js';

const NAMES = CLOSED_CONNECTORS.map((name) => `'${name}'`).join(', ');

/**
 * SQL of the condition that no source of a text forbids contacting its author. The statement joins the text as `review` or `post`, whose
 * columns are null for the other one.
 */
export const MAY_BE_CONTACTED = `NOT EXISTS (
  SELECT FROM source_items item JOIN sources source ON source.id = item.source_id
  WHERE item.external_id = coalesce(review.external_id, post.external_id) AND item.place = coalesce(review.platform, post.source)
    AND source.connector IN (${NAMES}))`;
