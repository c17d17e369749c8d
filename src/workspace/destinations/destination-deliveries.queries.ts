import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { paidPlanOf } from '#accounts/teams/plans.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import type { DeliveryContent, DestinationDelivery } from './destination-delivery.entity.js';
import type { AttemptResult, DeliveredNews, NewsStatus } from './destination.types.js';

export type NewsRow = RowOf<DestinationDelivery>;

/** The new matches of one search. */
export interface FoundOfSearch {
  team_id: string;
  search_id: string;
  opportunity_ids: readonly string[];
}

/** A test runs in the process that made it, without renewals. */
const TEST_LEASE_SECONDS = 120;
const KEEP_DAYS = 90;
/** Earlier claims of the same row are not in its state, so a pending delivery is queued or running, as its lease says. */
const WORDS = { attempts: 'claims', open: `leased.status = 'pending'`, queued: '', running: '' };
const MAY_SEND = `EXISTS (
  SELECT FROM destinations destination JOIN teams ON teams.id = destination.team_id AND teams.deleted_at IS NULL AND teams.suspended_at IS NULL
  WHERE destination.id = leased.destination_id AND destination.deleted_at IS NULL AND destination.status = 'enabled')`;
/** A team that may use destinations: with a paid plan, or in test mode. */
const PAID = `team.deleted_at IS NULL AND (team.live_team_id IS NOT NULL
  OR (${paidPlanOf('team')}))`;
const WANTS = (news: string): string =>
  `destination.status = 'enabled' AND destination.deleted_at IS NULL AND '${news}' = ANY(destination.news)`;

/** SQL of a list of ids with those that are added. */
const merged = (name: string): string =>
  `'${name}', (SELECT jsonb_agg(DISTINCT each) FROM jsonb_array_elements((known.content -> '${name}') || (excluded.content -> '${name}')) AS each)`;

/** SQL of deliveries to destinations. */
@Injectable()
export class DestinationDeliveriesQueries {
  readonly leases: LeasedRows<NewsRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<NewsRow>(database, {
      name: 'destination_deliveries',
      key: ['id'],
      paced: true,
      words: WORDS,
    });
  }

  /**
   * Adds new matches to the message that waits for each destination that wants them, or begins one. The message of a suspended team would
   * grow until the team goes on, so it gets none. @returns their number
   */
  addMatches(found: readonly FoundOfSearch[], delaySeconds: number): Promise<number> {
    return this.database.execute(
      `WITH found AS (
         SELECT search.team_id, search.search_id, opportunity.id
         FROM jsonb_to_recordset($1) AS search (team_id uuid, search_id uuid, opportunity_ids uuid[])
         CROSS JOIN LATERAL unnest(search.opportunity_ids) AS opportunity (id)),
       wanted AS (
         SELECT destination.id, destination.team_id, jsonb_build_object(
           'opportunity_ids', jsonb_agg(DISTINCT found.id), 'saved_search_ids', jsonb_agg(DISTINCT found.search_id)) AS content
         FROM found
         JOIN teams team ON team.id = found.team_id AND ${PAID} AND team.suspended_at IS NULL
         JOIN destinations destination ON destination.team_id = found.team_id AND ${WANTS('matches')}
           AND (destination.saved_search_ids IS NULL OR found.search_id = ANY(destination.saved_search_ids))
         GROUP BY destination.id)
       INSERT INTO destination_deliveries AS known (id, team_id, destination_id, news, subject, content, next_attempt_at)
       SELECT made.id, team_id, wanted.id, 'matches', made.id::text, content, now() + make_interval(secs => $2)
       FROM wanted CROSS JOIN LATERAL (SELECT gen_random_uuid() AS id WHERE wanted.id IS NOT NULL) AS made ORDER BY wanted.id
       ON CONFLICT (destination_id) WHERE news = 'matches' AND status = 'pending' AND claims = 0
       DO UPDATE SET content = jsonb_build_object(${merged('opportunity_ids')}, ${merged('saved_search_ids')})`,
      [JSON.stringify(found), delaySeconds],
    );
  }

  /** Creates one delivery of each event about a finished report for each destination that wants it. @returns their number */
  insertReports(eventIds: readonly string[], type: string): Promise<number> {
    return this.database.execute(
      `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, next_attempt_at)
       SELECT gen_random_uuid(), destination.team_id, destination.id, 'reports', event.id::text, jsonb_build_object(
         'product_id', told.data #> '{product,id}', 'report_id', told.data -> 'report_id'), now()
       FROM team_events event
       CROSS JOIN LATERAL (SELECT (event.head || event.sequence || event.tail)::jsonb -> 'data' AS data) AS told
       JOIN teams team ON team.id = event.team_id AND ${PAID}
       JOIN destinations destination ON destination.team_id = event.team_id AND ${WANTS('reports')}
       WHERE event.id = ANY($1) AND event.type = $2 ORDER BY event.sequence
       ON CONFLICT (destination_id, news, subject) DO NOTHING`,
      [eventIds, type],
    );
  }

  /** Creates one delivery of a week for each destination that wants it and was there when it was due. @returns their number */
  insertWeek(week: string, dueAt: Date): Promise<number> {
    return this.database.execute(
      `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, next_attempt_at)
       SELECT gen_random_uuid(), destination.team_id, destination.id, 'weekly', $1::text, jsonb_build_object('week', $1::text), now()
       FROM destinations destination JOIN teams team ON team.id = destination.team_id AND ${PAID}
       WHERE ${WANTS('weekly')} AND destination.livemode AND destination.created_at < $2
       ON CONFLICT (destination_id, news, subject) DO NOTHING`,
      [week, dueAt],
    );
  }

  /**
   * Creates one delivery of each change to the status `qualified` for each destination that wants it. One that failed or was canceled is due
   * again. @returns their number
   */
  insertQualified(eventIds: readonly string[], type: string): Promise<number> {
    return this.database.execute(
      `INSERT INTO destination_deliveries AS known (id, team_id, destination_id, news, subject, content, next_attempt_at)
       SELECT DISTINCT ON (destination.id, told.id) gen_random_uuid(), destination.team_id, destination.id, 'hand_over', told.id,
              jsonb_build_object('opportunity_ids', jsonb_build_array(told.id)), now()
       FROM team_events event
       CROSS JOIN LATERAL (
         SELECT data ->> 'opportunity_id' AS id, data ->> 'to' AS status
         FROM (SELECT (event.head || event.sequence || event.tail)::jsonb -> 'data' AS data) AS parsed) AS told
       JOIN teams team ON team.id = event.team_id AND ${PAID}
       JOIN destinations destination ON destination.team_id = event.team_id AND ${WANTS('qualified')}
       WHERE event.id = ANY($1) AND event.type = $2 AND told.status = 'qualified' ORDER BY destination.id, told.id
       ON CONFLICT (destination_id, news, subject) DO UPDATE
         SET status = 'pending', attempts_made = 0, next_attempt_at = now(), failure = NULL, detail = NULL
         WHERE known.status IN ('failed', 'canceled')`,
      [eventIds, type],
    );
  }

  /** Creates a delivery unless the destination has one with its subject. @returns whether it is new */
  async insert(
    row: Pick<NewsRow, 'team_id' | 'destination_id' | 'news' | 'subject'> & { content: DeliveryContent },
  ): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, now()) ON CONFLICT (destination_id, news, subject) DO NOTHING`,
      [uuidv7(), row.team_id, row.destination_id, row.news, row.subject, JSON.stringify(row.content)],
    );
    return inserted === 1;
  }

  /** Creates a test that only this process sends. */
  insertTest(teamId: string, destinationId: string): Promise<NewsRow> {
    const id = uuidv7();
    return this.database.one<NewsRow>(
      `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, claims, lease_until, next_attempt_at)
       VALUES ($1, $2, $3, 'test', $4, '{}', 1, now() + make_interval(secs => $5), now() + make_interval(secs => $5)) RETURNING *`,
      [id, teamId, destinationId, id, TEST_LEASE_SECONDS],
    );
  }

  /**
   * Claims due deliveries, one at a time for a destination, so that its messages keep their order. Destinations take turns. A disabled
   * destination gets nothing. A test belongs to the process that made it.
   */
  claim(limit: number) {
    const fairBy = { column: 'destination_id', atOnce: 1 };
    return this.leases.claimDue({ limit, fairBy, where: { sql: `leased.news <> 'test' AND ${MAY_SEND}` } });
  }

  /** Notes that a claimed message is given to the service now. @returns false if the claim is lost */
  async noteSending({ id, claims }: NewsRow): Promise<boolean> {
    const noted = await this.database.execute(
      `UPDATE destination_deliveries SET sending_since = now() WHERE id = $1 AND claims = $2 AND status = 'pending'`,
      [id, claims],
    );
    return noted === 1;
  }

  /** Locks a delivery whose claim is still the latest one; it may have been canceled since. */
  lockClaimed({ id, claims }: NewsRow): Promise<NewsRow | null> {
    return this.database.maybeOne<NewsRow>(
      `SELECT * FROM destination_deliveries WHERE id = $1 AND claims = $2 AND status IN ('pending', 'canceled') FOR UPDATE`,
      [id, claims],
    );
  }

  /** Ends an attempt: the delivery has ended, or its next attempt is due after a delay in seconds. */
  async endAttempt(
    id: string,
    { failure, detail, responseStatus }: AttemptResult,
    { status, nextInSeconds }: { status: NewsStatus; nextInSeconds: number },
  ): Promise<void> {
    await this.database.execute(
      `UPDATE destination_deliveries SET attempts_made = attempts_made + 1, attempted_at = now(), status = $2, failure = $3, detail = $4,
         response_status = $5, lease_until = NULL, sending_since = NULL,
         next_attempt_at = CASE WHEN $2 = 'pending' THEN now() + make_interval(secs => $6) END
       WHERE id = $1`,
      [id, status, failure, detail, responseStatus, nextInSeconds],
    );
  }

  /** Makes an ended delivery due again. @returns null if it has not ended without success */
  renew(teamId: string, id: string): Promise<NewsRow | null> {
    return this.database.maybeOne<NewsRow>(
      `UPDATE destination_deliveries SET status = 'pending', attempts_made = 0, next_attempt_at = now(), failure = NULL, detail = NULL
       WHERE team_id = $1 AND id = $2 AND status IN ('failed', 'unknown', 'canceled') AND news <> 'test' RETURNING *`,
      [teamId, id],
    );
  }

  /** Cancels the deliveries of a destination that have not ended. */
  async cancelWaiting(destinationId: string): Promise<void> {
    await this.database.execute(
      `UPDATE destination_deliveries SET status = 'canceled', next_attempt_at = NULL, lease_until = NULL
       WHERE destination_id = $1 AND status = 'pending'`,
      [destinationId],
    );
  }

  /** At most `limit` deliveries of a destination, the newest first; with `before`, only older ones. */
  list(
    destinationId: string,
    statuses: readonly NewsStatus[] | undefined,
    { before, limit }: { before: { createdAt: string; id: string } | null; limit: number },
  ): Promise<(NewsRow & { position: string })[]> {
    return this.database.query<NewsRow & { position: string }>(
      `SELECT *, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position FROM destination_deliveries
       WHERE destination_id = $1 AND ($2::text[] IS NULL OR status = ANY($2))
         AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [destinationId, statuses ?? null, before?.createdAt ?? null, before?.id ?? null, limit],
    );
  }

  find(teamId: string, id: string): Promise<NewsRow | null> {
    return this.database.maybeOne<NewsRow>('SELECT * FROM destination_deliveries WHERE team_id = $1 AND id = $2', [
      teamId,
      id,
    ]);
  }

  /** The delivery of a subject to a destination, locked for the open transaction. */
  lockSubject(destinationId: string, news: DeliveredNews, subject: string): Promise<NewsRow | null> {
    return this.database.maybeOne<NewsRow>(
      'SELECT * FROM destination_deliveries WHERE destination_id = $1 AND news = $2 AND subject = $3 FOR UPDATE',
      [destinationId, news, subject],
    );
  }

  /** The tests of a team in the last minute, and the seconds for which the oldest of them still counts. */
  countTests(teamId: string): Promise<{ count: number; oldest_seconds: number }> {
    return this.database.one<{ count: number; oldest_seconds: number }>(
      `SELECT count(*)::integer AS count,
              greatest(1, ceil(coalesce(60 - extract(epoch FROM now() - min(created_at)), 0)))::integer AS oldest_seconds
       FROM destination_deliveries WHERE team_id = $1 AND news = 'test' AND created_at > now() - interval '1 minute'`,
      [teamId],
    );
  }

  /**
   * Deletes deliveries that are older than 90 days and have ended or wait for a disabled destination, and ends tests whose process died.
   * @returns the number of the deleted ones
   */
  async purge(): Promise<number> {
    await this.database.execute(
      `UPDATE destination_deliveries SET status = 'failed', failure = 'internal_error', next_attempt_at = NULL, lease_until = NULL
       WHERE news = 'test' AND status = 'pending' AND lease_until < now()`,
    );
    return this.database.execute(
      `DELETE FROM destination_deliveries WHERE created_at < now() - make_interval(days => ${KEEP_DAYS})
         AND (status <> 'pending' OR news = 'test' OR destination_id IN (SELECT id FROM destinations WHERE status <> 'enabled'))`,
    );
  }
}
