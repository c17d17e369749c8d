import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { MAY_BE_CONTACTED } from '#workspace/unlocks/contact-terms.condition.js';
import type { RowOf } from '#platform/database/column-names.js';
import type { OpportunityTriage } from './opportunity-triage.entity.js';
import type { OpportunityRow, OpportunityView, PostRow, ReviewRow } from './opportunity.rows.js';
import type { OpportunityStatus } from './opportunity.vocabulary.js';

/** The triage of an opportunity after a change. */
export type TriageRow = Pick<
  RowOf<OpportunityTriage>,
  'opportunity_id' | 'status' | 'viewed_at' | 'assignee_id' | 'snoozed_until'
> & { assignee_name: string | null };

/** A change of a team's triage of one opportunity. Null leaves a field unchanged, and so does a field that is absent. */
interface TriageChange {
  id: string;
  isViewed: boolean | null;
  status: OpportunityStatus | null;
  /** Null for nobody. */
  assigneeId?: string | null;
  /** Null ends it. */
  snoozedUntil?: string | null;
}

/** Who views an opportunity: a person by id, a key by name, an assistant by both. */
export interface Viewer {
  id: string | null;
  name: string | null;
}

/** The first view of an opportunity by a team. */
export interface FirstView {
  at: Date;
  /** Null if it is not known. */
  by: string | null;
}

/** What a triage says of an opportunity before it is changed. */
export interface TriageBefore {
  status: OpportunityStatus;
  isViewed: boolean;
  statusChangedAt: Date | null;
  assigneeId: string | null;
  snoozedUntil: Date | null;
}

/** The expression of each field of a row. Its columns are in this order. */
type Columns<Row> = Readonly<Record<keyof Row, string>>;

const OPPORTUNITY_COLUMNS: Columns<OpportunityRow> = {
  id: 'opportunity.id',
  source: 'opportunity.source',
  product_id: 'opportunity.product_id',
  product_name: 'product.name',
  product_logo_url: 'product.logo_url',
  frustration_tier: 'opportunity.frustration_tier',
  sentiment: 'opportunity.sentiment',
  has_buying_signal: 'opportunity.has_buying_signal',
  pain_points: 'opportunity.pain_points',
  score: 'opportunity.score',
  need_points: 'opportunity.need_points',
  reach_points: 'opportunity.reach_points',
  reach: 'opportunity.reach',
  signal: 'opportunity.signal',
  created_at: 'opportunity.created_at',
  updated_at: 'greatest(opportunity.updated_at, triage.updated_at)',
  status: 'triage.status',
  viewed_at: 'triage.viewed_at',
  assignee_id: 'triage.assignee_id',
  snoozed_until: 'triage.snoozed_until',
  is_followed: 'follow.team_id IS NOT NULL',
  assignee_name: 'assignee.email',
  comments_count:
    '(SELECT count(*)::int FROM opportunity_comments WHERE team_id = $1 AND opportunity_id = opportunity.id)',
  is_contactable: MAY_BE_CONTACTED,
  has_unlocks: 'EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = $1 AND unlocks.opportunity_id = opportunity.id)',
};
const REVIEW_COLUMNS = columnsOf<ReviewRow>('review', [
  ...(['id', 'platform', 'title', 'text', 'rating', 'review_url', 'published_at', 'reviewer_name'] as const),
  ...(['reviewer_title', 'reviewer_company', 'reviewer_profile_url'] as const),
  ...(['company_industry', 'company_size', 'company_country', 'company_website'] as const),
]);
const POST_COLUMNS = columnsOf<PostRow>('post', [
  ...(['id', 'url', 'text', 'posted_at', 'forum_community', 'author_name', 'author_headline', 'author_title'] as const),
  ...(['author_bio', 'author_profile_url', 'author_city', 'author_country', 'author_company_name'] as const),
  ...(['author_company_website', 'author_company_size', 'author_company_industry'] as const),
]);
const COLUMNS = [OPPORTUNITY_COLUMNS, REVIEW_COLUMNS, POST_COLUMNS].flatMap((columns) =>
  Object.values<string>(columns),
);
const REVIEW_AT = Object.keys(OPPORTUNITY_COLUMNS).length;
const POST_AT = REVIEW_AT + Object.keys(REVIEW_COLUMNS).length;
const opportunityIn = readerOf(OPPORTUNITY_COLUMNS, 0);
const reviewIn = readerOf(REVIEW_COLUMNS, REVIEW_AT);
const postIn = readerOf(POST_COLUMNS, POST_AT);

/** SQL of opportunities and their triage. */
@Injectable()
export class OpportunitiesQueries {
  constructor(private readonly database: Database) {}

  /** These opportunities with their text and the team's triage, in the order of `ids`. Unknown ids are left out. */
  async findViews(teamId: string, ids: readonly string[]): Promise<OpportunityView[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.prepared.arrays(
      `SELECT ${COLUMNS.join(', ')}
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
       JOIN opportunities opportunity USING (id)
       LEFT JOIN opportunity_triage triage ON triage.team_id = $1 AND triage.opportunity_id = opportunity.id
       LEFT JOIN users assignee ON assignee.id = triage.assignee_id
       LEFT JOIN products product ON product.id = opportunity.product_id
       LEFT JOIN follows follow ON follow.team_id = $1 AND follow.product_id = opportunity.product_id
       LEFT JOIN reviews review ON review.id = opportunity.review_id
       LEFT JOIN posts post ON post.id = opportunity.post_id
       ORDER BY wanted.place`,
      [teamId, ids],
    );
    // The first column of a table is its key, which is null if the join found no row.
    return rows.map((values) => ({
      row: opportunityIn(values),
      review: values[REVIEW_AT] === null ? null : reviewIn(values),
      post: values[POST_AT] === null ? null : postIn(values),
    }));
  }

  /** The members of a team among these people, who stay members until the transaction ends. */
  async lockMembers(teamId: string, userIds: readonly string[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    const rows = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM memberships WHERE team_id = $1 AND user_id = ANY($2) ORDER BY user_id FOR KEY SHARE',
      [teamId, userIds],
    );
    return new Set(rows.map(({ user_id }) => user_id));
  }

  /**
   * What a team's triage says of the existing opportunities among these. Other changes of a status, an assignee or a snooze wait until
   * the transaction ends.
   */
  async lockTriage(teamId: string, ids: readonly string[]): Promise<Map<string, TriageBefore>> {
    if (ids.length === 0) return new Map();
    await this.database.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('triage ' || $1 || id, 0)) FROM unnest($2::text[]) AS id ORDER BY id`,
      [teamId, ids],
    );
    const rows = await this.database.query<TriageBefore & { id: string }>(
      `SELECT wanted.id, coalesce(triage.status, 'new') AS status, triage.viewed_at IS NOT NULL AS "isViewed",
              triage.status_changed_at AS "statusChangedAt",
              triage.assignee_id AS "assigneeId",
              triage.snoozed_until AS "snoozedUntil"
       FROM unnest($2::uuid[]) AS wanted (id)
       JOIN opportunities USING (id)
       LEFT JOIN opportunity_triage triage ON triage.team_id = $1 AND triage.opportunity_id = wanted.id`,
      [teamId, ids],
    );
    return new Map(rows.map(({ id, ...before }) => [id, before]));
  }

  /**
   * Changes the given fields of the team's triage of different opportunities in one statement, so that concurrent changes
   * of different fields both take effect. `viewer` is kept with a first view.
   * @returns the new triage of those that exist
   */
  triage(teamId: string, changes: readonly TriageChange[], viewer?: Viewer): Promise<TriageRow[]> {
    return this.database.query<TriageRow>(
      `WITH change AS (
         SELECT * FROM jsonb_to_recordset($2) AS line (id uuid, "isViewed" boolean, status text, "assigneeId" uuid, "assigns" boolean, "snoozedUntil" timestamptz, "snoozes" boolean)
       ), opportunity AS (
         -- In one order, so that two requests cannot wait for each other.
         -- Locked, so that detection either has updated the rank before, or updates this row after.
         SELECT id, created_at, frustration_rank FROM opportunities
         WHERE id IN (SELECT id FROM change) ORDER BY id FOR SHARE
       )
       INSERT INTO opportunity_triage AS triage
         (team_id, opportunity_id, status, status_changed_at, viewed_at, viewed_by_id, viewed_by_name, assignee_id, snoozed_until, opportunity_created_at, frustration_rank)
       SELECT $1, id, coalesce(status, 'new'), CASE WHEN status <> 'new' THEN now() END, CASE WHEN "isViewed" THEN now() END,
         CASE WHEN "isViewed" THEN $3::uuid END, CASE WHEN "isViewed" THEN $4::text END, "assigneeId", "snoozedUntil", created_at, frustration_rank
       FROM opportunity JOIN change USING (id) ORDER BY id
       ON CONFLICT (team_id, opportunity_id) DO UPDATE SET
         status = coalesce((SELECT status FROM change WHERE id = triage.opportunity_id), triage.status),
         status_changed_at = CASE WHEN (SELECT status FROM change WHERE id = triage.opportunity_id) <> triage.status
           THEN now() ELSE triage.status_changed_at END,
         viewed_at = CASE (SELECT "isViewed" FROM change WHERE id = triage.opportunity_id)
           WHEN true THEN coalesce(triage.viewed_at, now()) WHEN false THEN NULL ELSE triage.viewed_at END,
         viewed_by_id = CASE WHEN (SELECT "isViewed" FROM change WHERE id = triage.opportunity_id) <> (triage.viewed_at IS NOT NULL)
           THEN excluded.viewed_by_id ELSE triage.viewed_by_id END,
         viewed_by_name = CASE WHEN (SELECT "isViewed" FROM change WHERE id = triage.opportunity_id) <> (triage.viewed_at IS NOT NULL)
           THEN excluded.viewed_by_name ELSE triage.viewed_by_name END,
         assignee_id = CASE WHEN (SELECT assigns FROM change WHERE id = triage.opportunity_id)
           THEN excluded.assignee_id ELSE triage.assignee_id END,
         snoozed_until = CASE WHEN (SELECT snoozes FROM change WHERE id = triage.opportunity_id)
           THEN excluded.snoozed_until ELSE triage.snoozed_until END
       RETURNING opportunity_id, status, viewed_at, assignee_id, snoozed_until,
         (SELECT email FROM users WHERE id = assignee_id) AS assignee_name`,
      [
        teamId,
        JSON.stringify(
          changes.map((change) => ({
            ...change,
            assigns: change.assigneeId !== undefined,
            snoozes: change.snoozedUntil !== undefined,
          })),
        ),
        viewer?.id ?? null,
        viewer?.name ?? null,
      ],
    );
  }

  /** The first view of an opportunity by a team. */
  findFirstView(teamId: string, id: string): Promise<FirstView | null> {
    return this.database.maybeOne<FirstView>(
      `SELECT viewed_at AS at, coalesce(viewed_by_name, users.email) AS by
       FROM opportunity_triage LEFT JOIN users ON users.id = viewed_by_id
       WHERE team_id = $1 AND opportunity_id = $2 AND viewed_at IS NOT NULL`,
      [teamId, id],
    );
  }

  /** The team's triage of the existing opportunities among these. */
  findTriage(
    teamId: string,
    ids: readonly string[],
  ): Promise<{ id: string; status: OpportunityStatus; viewed_at: Date | null }[]> {
    return this.database.query<{ id: string; status: OpportunityStatus; viewed_at: Date | null }>(
      `SELECT id, coalesce(status, 'new') AS status, viewed_at
       FROM opportunities LEFT JOIN opportunity_triage ON team_id = $1 AND opportunity_id = id
       WHERE id = ANY($2)`,
      [teamId, ids],
    );
  }
}

function columnsOf<Row>(table: string, names: readonly (keyof Row & string)[]): Columns<Row> {
  return Object.fromEntries(names.map((name) => [name, `${table}.${name}`])) as Columns<Row>;
}

/** Reads a row whose columns begin at `from`. */
function readerOf<Row extends object>(columns: Columns<Row>, from: number): (values: readonly unknown[]) => Row {
  const names = Object.keys(columns);
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[from + at];
    return row as Row;
  };
}
