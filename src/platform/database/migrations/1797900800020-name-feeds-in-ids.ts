import { StatementMigration } from '../statement.migration.js';

/** The host of the address of a feed. Its address is stored as a browser would write it. */
const HOST = `substring(source.settings ->> 'address' FROM '^https?://(?:[^/?#@]*@)?([^/?#]+)')`;
const feedsIn = (id: string): string => `'feed:' || feed.host || ':' || substr(${id}, 6)`;
const EARLIER = `'^feed:[0-9a-f]{64}$'`;

/** A post of a feed belongs to the host of the feed, so that no feed of another host can replace it. */
export class NameFeedsInIds1797900800020 extends StatementMigration {
  override readonly forward = [
    `INSERT INTO erased_texts (kind, place, external_id, why, erased_at)
     SELECT erased.kind, erased.place, ${feedsIn('erased.external_id')}, erased.why, erased.erased_at
     FROM erased_texts erased, (SELECT DISTINCT ${HOST} AS host FROM sources source WHERE connector = 'feed') feed
     WHERE erased.external_id ~ ${EARLIER} AND feed.host IS NOT NULL ON CONFLICT DO NOTHING`,
    // A post that feeds of several hosts have stays with the one that had it first.
    `UPDATE posts SET external_id = ${feedsIn('posts.external_id')}
     FROM (SELECT DISTINCT ON (item.external_id) item.external_id, item.place, ${HOST} AS host
           FROM source_items item JOIN sources source ON source.id = item.source_id AND source.connector = 'feed'
           ORDER BY item.external_id, item.first_seen_at) feed
     WHERE posts.external_id = feed.external_id AND posts.source = feed.place AND feed.host IS NOT NULL
       AND posts.external_id ~ ${EARLIER}`,
    `UPDATE source_items SET external_id = ${feedsIn('source_items.external_id')}
     FROM (SELECT id, ${HOST} AS host FROM sources source WHERE connector = 'feed') feed
     WHERE source_items.source_id = feed.id AND feed.host IS NOT NULL AND source_items.external_id ~ ${EARLIER}`,
  ];
  override readonly backward = [
    `UPDATE posts SET external_id = regexp_replace(external_id, '^feed:.*:', 'feed:') WHERE external_id ~ '^feed:.*:'
       AND NOT EXISTS (SELECT FROM posts other WHERE other.source = posts.source
         AND other.external_id = regexp_replace(posts.external_id, '^feed:.*:', 'feed:'))`,
    `UPDATE source_items SET external_id = regexp_replace(external_id, '^feed:.*:', 'feed:') WHERE external_id ~ '^feed:.*:'`,
  ];
}
