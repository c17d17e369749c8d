import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { FrustrationTier } from '#analysis/analysis.types.js';
import type { DetectionBatch } from './detection-batch.entity.js';
import type { NamedProduct } from './product.gazetteer.js';

export type TextKind = DetectionBatch['kind'];

/** The lease on one batch. */
export type BatchLease = Lease<{ kind: TextKind; text_ids: string[] }>;

/** A review or post to be read, with the values that its opportunity stores. */
export interface WaitingText {
  id: string;
  /** Number of imports that changed the text. */
  version: number;
  source: 'review' | 'network' | 'forum';
  /** The site of a review. Null for a post. */
  platform: string | null;
  text: string;
  title: string | null;
  likes: string | null;
  dislikes: string | null;
  rating: number | null;
  published_at: Date | null;
  product_id: string | null;
  product_name: string | null;
  /** Whether the import named a product, even an unknown one. */
  is_about_product: boolean;
  country: string | null;
  industry: string | null;
  /** Names of people and company, for the text search. */
  people: string;
  writer_name: string | null;
  writer_company: string | null;
  writer_profile_url: string | null;
}

/** An opportunity to be stored. */
export interface NewOpportunity {
  text_version: number;
  source: WaitingText['source'];
  review_id: string | null;
  post_id: string | null;
  product_id: string | null;
  frustration_tier: string;
  sentiment: string;
  has_buying_signal: boolean;
  pain_points: object;
  need_points: number;
  reach_points: number;
  reach: string;
  signal: string | null;
  rating: number | null;
  published_at: Date | null;
  country: string | null;
  industry: string | null;
  search_text: string;
}

/** The ids of the opportunities that a batch has stored. */
interface StoredIds {
  inserted: string[];
  updated: string[];
}

/** A new opportunity of a known product. */
export interface DetectedOpportunity {
  id: string;
  source: WaitingText['source'];
  frustration_tier: FrustrationTier;
  has_buying_signal: boolean;
  rating: number | null;
  created_at: Date;
  product_id: string;
  product_name: string;
}

/** The progress of detection in texts, including texts that were just imported. `found` counts opportunities. */
export interface Progress {
  waiting: number;
  done: number;
  failed: number;
  found: number;
}

const TEXTS: Record<TextKind, string> = {
  reviews: `
    SELECT review.id, review.version, 'review' AS source, review.platform, review.text, review.title, review.likes, review.dislikes, review.rating, review.published_at,
           review.product_id, product.name AS product_name, true AS is_about_product, review.company_country AS country,
           review.company_industry AS industry, concat_ws(E'\\n', reviewer_name, reviewer_title, reviewer_company) AS people,
           reviewer_name AS writer_name, reviewer_company AS writer_company, reviewer_profile_url AS writer_profile_url
    FROM reviews review JOIN products product ON product.id = review.product_id
    WHERE review.id = ANY($1) ORDER BY review.id`,
  posts: `
    SELECT post.id, post.version, post.source, NULL AS platform, post.text, NULL AS title, NULL AS likes, NULL AS dislikes, NULL::numeric AS rating, post.posted_at AS published_at,
           product.id AS product_id, product.name AS product_name,
           post.product_name IS NOT NULL AS is_about_product, post.author_country AS country,
           post.author_company_industry AS industry, concat_ws(E'\\n', author_name, author_title, author_headline, author_company_name, forum_community) AS people,
           author_name AS writer_name, author_company_name AS writer_company, author_profile_url AS writer_profile_url
    FROM posts post
    CROSS JOIN LATERAL (
      -- Aggregated, because with a LIMIT the planner reads all products in the order of their number of reviews.
      SELECT (array_agg(id ORDER BY review_count DESC, id))[1] AS id, (array_agg(name ORDER BY review_count DESC, id))[1] AS name
      FROM products WHERE id IN (
        SELECT id FROM products WHERE name_key = fold_text(post.product_name)
        UNION ALL
        SELECT product_id FROM product_aliases WHERE name_key = fold_text(post.product_name))
    ) product
    WHERE post.id = ANY($1) ORDER BY post.id`,
};

/**
 * The properties that a repost shares with its text. Two people may write the same short review, so reviews must also
 * share the author.
 */
const REPOST_KEY: Record<TextKind, string> = {
  reviews: `repost_key_of(written.text, 12, concat(written.product_id, ' ', fold_text(written.reviewer_name)))`,
  posts: `repost_key_of(written.text, 5, '')`,
};

/** The column that refers to the text of an opportunity. */
export const TEXT_ID = { reviews: 'review_id', posts: 'post_id' } as const;

/** The columns that a new version of the text changes. Its source and the date of detection never change. */
const FOUND_COLUMNS = [
  'product_id',
  'frustration_tier',
  'sentiment',
  'has_buying_signal',
  'pain_points',
  'need_points',
  'reach_points',
  'reach',
  'signal',
  'rating',
  'published_at',
  'country',
  'industry',
  'search_text',
  'repost_key',
  'engine',
];
const FOUND = FOUND_COLUMNS.join(', ');
const columnsOf = (table: string): string => FOUND_COLUMNS.map((column) => `${table}.${column}`).join(', ');

/** SQL of detection. */
@Injectable()
export class DetectionQueries {
  readonly batches: LeasedRows<BatchLease['row']>;

  constructor(private readonly database: Database) {
    this.batches = new LeasedRows(database, { name: 'detection_batches', key: ['id'], paced: true });
  }

  async insertBatch(kind: TextKind, textIds: readonly string[]): Promise<string> {
    const id = uuidv7();
    await this.database.query('INSERT INTO detection_batches (id, kind, text_ids) VALUES ($1, $2, $3)', [
      id,
      kind,
      textIds,
    ]);
    return id;
  }

  findTexts({ kind, text_ids }: BatchLease['row']): Promise<WaitingText[]> {
    return this.database.query<WaitingText>(TEXTS[kind], [text_ids]);
  }

  /** All products, the most reviewed first, then their former names. */
  listProducts(): Promise<NamedProduct[]> {
    return this.database.query<NamedProduct>(
      `SELECT id, name FROM (
         SELECT id, name, review_count FROM products
         UNION ALL SELECT product_id, name, -1 FROM product_aliases
       ) named ORDER BY review_count DESC, id`,
    );
  }

  /** Texts without an opportunity that have one of these keys of reposts, of the given products if they are reviews. */
  async findReposts(kind: TextKind, productIds: readonly string[], keys: readonly string[]): Promise<string[]> {
    const ofProducts = kind === 'reviews' ? 'written.product_id = ANY($1)' : 'cardinality($1::uuid[]) >= 0';
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM ${kind} written WHERE ${ofProducts} AND ${REPOST_KEY[kind]} = ANY($2)
         AND NOT EXISTS (SELECT FROM opportunities WHERE ${TEXT_ID[kind]} = written.id) ORDER BY id`,
      [productIds, keys],
    );
    return rows.map(({ id }) => id);
  }

  /** The ids of the texts that already have an opportunity. */
  async findDetected(kind: TextKind, textIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ text_id: string }>(
      `SELECT ${TEXT_ID[kind]} AS text_id FROM opportunities WHERE ${TEXT_ID[kind]} = ANY($1)`,
      [textIds],
    );
    return new Set(rows.map(({ text_id }) => text_id));
  }

  /**
   * Inserts new opportunities and updates existing ones whose text has changed. Their dates and the triage of teams are
   * kept. Skips a text that changed while it was read, because the import has recorded another event for it, and skips
   * a new repost of a text with an opportunity.
   * @returns the ids of the new and of the changed opportunities
   */
  async storeOpportunities(kind: TextKind, engine: string, found: readonly NewOpportunity[]): Promise<StoredIds> {
    if (found.length === 0) return { inserted: [], updated: [] };
    // Two batches may hold reposts of each other, so only one of them stores at a time.
    await this.database.execute(`SELECT pg_advisory_xact_lock(hashtextextended('reposts', 0))`);
    // A text that is being removed is gone before the next statement, which would otherwise refer to it.
    const textIds = found.map((opportunity) => opportunity[TEXT_ID[kind]]);
    await this.database.query(`SELECT FROM ${kind} WHERE id = ANY($1) ORDER BY id FOR KEY SHARE`, [textIds]);
    const lines = found.map((opportunity) => ({ id: uuidv7(), ...opportunity }));
    const stored = await this.database.query<{ id: string }>(
      `INSERT INTO opportunities AS known (id, source, review_id, post_id, score, ${FOUND})
       SELECT found.id, found.source, review_id, post_id,
              opportunity_score(need_points, reach_points, coalesce(published_at, now()), now()), ${columnsOf('found')}
       FROM (
         SELECT *, row_number() OVER (PARTITION BY repost_key ORDER BY is_known DESC, text_id) AS place
         FROM (
           SELECT line.*, $2 AS engine, written.id AS text_id, ${REPOST_KEY[kind]} AS repost_key,
                  EXISTS (SELECT FROM opportunities WHERE ${TEXT_ID[kind]} = written.id) AS is_known
           FROM jsonb_to_recordset($1) AS line (id uuid, text_version integer, source text, review_id uuid, post_id uuid,
             product_id uuid, frustration_tier text, sentiment text, has_buying_signal boolean, pain_points jsonb,
             need_points smallint, reach_points smallint, reach text, signal text, rating numeric, published_at timestamptz, country text, industry text, search_text text)
           JOIN ${kind} AS written ON written.id = line.${TEXT_ID[kind]} AND written.version = line.text_version
         ) AS read
       ) AS found
       WHERE is_known OR repost_key IS NULL OR (place = 1
         AND NOT EXISTS (SELECT FROM opportunities earlier WHERE earlier.repost_key = found.repost_key))
       ORDER BY text_id
       ON CONFLICT (${TEXT_ID[kind]}) DO UPDATE SET (${FOUND}) = ROW (${columnsOf('excluded')}),
         score = opportunity_score(excluded.need_points, excluded.reach_points, least(excluded.published_at, known.created_at), now())
       WHERE (${columnsOf('known')}) IS DISTINCT FROM (${columnsOf('excluded')})
       RETURNING id`,
      [JSON.stringify(lines), engine],
    );
    // An existing opportunity keeps its id.
    const newIds = new Set(lines.map(({ id }) => id));
    const ids = stored.map(({ id }) => id);
    const updated = ids.filter((id) => !newIds.has(id));
    if (updated.length > 0) await this.updateTriageRanks(updated);
    return { inserted: ids.filter((id) => newIds.has(id)), updated };
  }

  /** These opportunities in the form of events, the oldest first. Those without a known product are left out. */
  findOpportunities(ids: readonly string[]): Promise<DetectedOpportunity[]> {
    return this.database.query<DetectedOpportunity>(
      `SELECT opportunity.id, source, frustration_tier, has_buying_signal, rating::float8 AS rating, opportunity.created_at,
              product.id AS product_id, product.name AS product_name
       FROM opportunities opportunity JOIN products product ON product.id = opportunity.product_id
       WHERE opportunity.id = ANY($1) ORDER BY opportunity.id`,
      [ids],
    );
  }

  /** Copies the frustration rank to the triage of teams, which lists in that order. */
  private async updateTriageRanks(opportunityIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE opportunity_triage triage SET frustration_rank = opportunity.frustration_rank
       FROM opportunities opportunity
       WHERE opportunity.id = ANY($1) AND triage.opportunity_id = opportunity.id
         AND triage.frustration_rank <> opportunity.frustration_rank`,
      [opportunityIds],
    );
  }

  /** The progress in the texts of all batches. */
  progress(): Promise<Progress> {
    return this.database.one<Progress>(
      `SELECT coalesce(sum(cardinality(text_ids)) FILTER (WHERE state IN ('queued', 'running')), 0) AS waiting,
              coalesce(sum(cardinality(text_ids)) FILTER (WHERE state = 'completed'), 0) AS done,
              coalesce(sum(cardinality(text_ids)) FILTER (WHERE state = 'failed'), 0) AS failed,
              coalesce(sum(found), 0) AS found
       FROM detection_batches`,
    );
  }

  /** The number of texts in the batches that have not ended. Reads these batches alone. */
  async waiting(): Promise<number> {
    const { waiting } = await this.database.one<{ waiting: number }>(
      `SELECT coalesce(sum(cardinality(text_ids)), 0) AS waiting
       FROM detection_batches WHERE state IN ('queued', 'running')`,
    );
    return waiting;
  }

  /** Deletes batches that finished more than `days` days ago. @returns the number of batches */
  purge(days: number): Promise<number> {
    return this.database.execute(
      'DELETE FROM detection_batches WHERE finished_at < now() - make_interval(days => $1)',
      [days],
    );
  }
}
