import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import { paidPlanOf } from '#accounts/teams/plans.js';
import type { WebhookAttempt } from './webhook-attempt.entity.js';
import type { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity.js';

export type DeliveryRow = RowOf<WebhookDelivery>;
export type AttemptRow = RowOf<WebhookAttempt>;

/** A delivery that this process may attempt until its lease ends, with the address of its endpoint. */
export interface ClaimedDelivery extends DeliveryRow {
  url: string;
}

/** A delivery to be stored. */
export type NewDelivery = Pick<
  DeliveryRow,
  'team_id' | 'endpoint_id' | 'event_id' | 'event_type' | 'origin' | 'body' | 'replay_of'
>;

export interface DeliveryFilter {
  status?: readonly DeliveryStatus[];
  types?: readonly string[];
  eventId?: string;
  since?: Date;
  until?: Date;
}

/** The events of a range replay. */
export interface ReplayedRange {
  since: Date;
  until: Date | null;
  types: readonly string[] | null;
  isMissingOnly: boolean;
}

const AT_ONCE_PER_ENDPOINT = 5;
const LEASE_SECONDS = 60;
/** Earlier releases write the same rows, so a pending delivery is queued or running, as its lease says. */
const WORDS = { attempts: 'claims', open: `leased.status = 'pending'`, queued: '', running: '' };
const MAY_SEND = `EXISTS (
  SELECT FROM webhook_endpoints endpoint JOIN teams ON teams.id = endpoint.team_id AND teams.deleted_at IS NULL AND teams.suspended_at IS NULL
  WHERE endpoint.id = leased.endpoint_id AND endpoint.deleted_at IS NULL
    AND (endpoint.status = 'enabled' OR leased.origin = 'replay'))`;

const IN_RANGE = `event.team_id = $1 AND event.sequence IS NOT NULL AND event.created_at >= $3
  AND ($4::timestamptz IS NULL OR event.created_at < $4) AND ($5::text[] IS NULL OR event.type = ANY($5))
  AND NOT ($6 AND EXISTS (
    SELECT 1 FROM webhook_deliveries done
    WHERE done.endpoint_id = $2 AND done.event_id = event.id AND done.status = 'succeeded'))`;

/** SQL of deliveries and their attempts. */
@Injectable()
export class WebhookDeliveriesQueries {
  private readonly leases: LeasedRows<ClaimedDelivery>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows(database, {
      name: 'webhook_deliveries',
      key: ['id'],
      paced: true,
      more: '(SELECT url FROM webhook_endpoints WHERE id = leased.endpoint_id) AS url',
      words: WORDS,
    });
  }

  /** Creates one delivery of each event for each enabled endpoint that receives its type. @returns their number. */
  insertForEvents(eventIds: readonly string[], delaySeconds: number): Promise<number> {
    return this.database.execute(
      `INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, next_attempt_at)
       SELECT gen_random_uuid(), event.team_id, endpoint.id, event.id, event.type, 'event', event.head || event.sequence || event.tail,
              now() + make_interval(secs => $2) + row_number() OVER (ORDER BY event.sequence) * interval '1 microsecond'
       FROM team_events event
       JOIN teams team ON team.id = event.team_id AND team.deleted_at IS NULL AND (team.live_team_id IS NOT NULL
         OR (${paidPlanOf('team')}))
       JOIN webhook_endpoints endpoint ON endpoint.team_id = event.team_id AND endpoint.livemode = event.livemode
         AND endpoint.status = 'enabled' AND endpoint.deleted_at IS NULL
         AND ('*' = ANY(endpoint.event_types) OR event.type = ANY(endpoint.event_types))
       WHERE event.id = ANY($1)
       ON CONFLICT (endpoint_id, event_id) WHERE origin = 'event' DO NOTHING`,
      [eventIds, delaySeconds],
    );
  }

  /** Creates a delivery that is due now, with a lease for this process if `isClaimed`. */
  insertOne(delivery: NewDelivery, isClaimed = false): Promise<DeliveryRow> {
    return this.database.one<DeliveryRow>(
      `INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, replay_of, next_attempt_at,
                                       claims, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $9 THEN now() + make_interval(secs => $10) ELSE now() END,
               CASE WHEN $9 THEN 1 ELSE 0 END, CASE WHEN $9 THEN now() + make_interval(secs => $10) END)
       RETURNING *`,
      [
        uuidv7(),
        delivery.team_id,
        delivery.endpoint_id,
        delivery.event_id,
        delivery.event_type,
        delivery.origin,
        delivery.body,
        delivery.replay_of,
        isClaimed,
        LEASE_SECONDS,
      ],
    );
  }

  /** The number of events in a range, counted up to `most`. */
  async countRange(teamId: string, endpointId: string, range: ReplayedRange, most: number): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (SELECT 1 FROM team_events event WHERE ${IN_RANGE} LIMIT $7) AS found`,
      [...this.rangeValues(teamId, endpointId, range), most],
    );
    return count;
  }

  /** Creates ordinary deliveries of the events in a range, in their order. @returns their number. */
  insertRange(teamId: string, endpointId: string, range: ReplayedRange): Promise<number> {
    return this.database.execute(
      `INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, next_attempt_at)
       SELECT gen_random_uuid(), event.team_id, $2, event.id, event.type, 'range', event.head || event.sequence || event.tail,
              now() + row_number() OVER (ORDER BY event.sequence) * interval '1 microsecond'
       FROM team_events event WHERE ${IN_RANGE} ORDER BY event.sequence`,
      this.rangeValues(teamId, endpointId, range),
    );
  }

  /** The number of unfinished deliveries of a range replay. */
  async countRunningReplay(endpointId: string): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM webhook_deliveries
       WHERE endpoint_id = $1 AND status = 'pending' AND origin = 'range' AND attempts_made = 0`,
      [endpointId],
    );
    return count;
  }

  /**
   * Claims due deliveries for 60 seconds, at most five at a time for an endpoint. Endpoints take turns, so a long queue
   * of one does not delay another. A disabled endpoint gets only replays of single deliveries, and an endpoint of a
   * deleted team gets nothing.
   */
  async claim(limit: number): Promise<ClaimedDelivery[]> {
    const fairBy = { column: 'endpoint_id', atOnce: AT_ONCE_PER_ENDPOINT };
    const claimed = await this.leases.claimDue({ limit, fairBy, seconds: LEASE_SECONDS, where: { sql: MAY_SEND } });
    return claimed.map(({ row }) => row);
  }

  /** Locks a delivery whose claim is still the latest one; it may have been canceled since. */
  lockClaimed({ id, claims }: DeliveryRow): Promise<DeliveryRow | null> {
    return this.database.maybeOne<DeliveryRow>(
      `SELECT * FROM webhook_deliveries WHERE id = $1 AND claims = $2 AND status IN ('pending', 'canceled') FOR UPDATE`,
      [id, claims],
    );
  }

  async insertAttempt(attempt: AttemptRow): Promise<void> {
    await this.database.execute(
      `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, response_status, error, response_body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        attempt.delivery_id,
        attempt.number,
        attempt.started_at,
        attempt.duration_ms,
        attempt.response_status,
        attempt.error,
        attempt.response_body,
      ],
    );
  }

  /** Ends an attempt: the delivery has ended, or its next attempt is due after a delay in seconds. */
  async endAttempt(id: string, status: DeliveryStatus, nextInSeconds: number | null): Promise<void> {
    await this.database.execute(
      `UPDATE webhook_deliveries SET attempts_made = attempts_made + 1, status = $2, lease_until = NULL,
         next_attempt_at = CASE WHEN $2 = 'pending' THEN now() + make_interval(secs => $3) END
       WHERE id = $1`,
      [id, status, nextInSeconds ?? 0],
    );
  }

  /** Cancels the deliveries of an endpoint that have not ended. */
  async cancelWaiting(endpointId: string): Promise<void> {
    await this.database.execute(
      `UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, lease_until = NULL
       WHERE endpoint_id = $1 AND status = 'pending'`,
      [endpointId],
    );
  }

  /** At most `limit` deliveries of an endpoint, the newest first; with `before`, only older ones. */
  list(
    endpointId: string,
    { status, types, eventId, since, until }: DeliveryFilter,
    part: { before: { createdAt: string; id: string } | null; limit: number },
  ): Promise<(DeliveryRow & { position: string })[]> {
    return this.database.query<DeliveryRow & { position: string }>(
      `SELECT *, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position FROM webhook_deliveries
       WHERE endpoint_id = $1 AND ($2::text[] IS NULL OR status = ANY($2)) AND ($3::text[] IS NULL OR event_type = ANY($3))
         AND ($4::uuid IS NULL OR event_id = $4) AND ($5::timestamptz IS NULL OR created_at >= $5)
         AND ($6::timestamptz IS NULL OR created_at < $6)
         AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $9`,
      [
        endpointId,
        status ?? null,
        types ?? null,
        eventId ?? null,
        since ?? null,
        until ?? null,
        part.before?.createdAt ?? null,
        part.before?.id ?? null,
        part.limit,
      ],
    );
  }

  find(teamId: string, id: string): Promise<DeliveryRow | null> {
    return this.database.maybeOne<DeliveryRow>('SELECT * FROM webhook_deliveries WHERE team_id = $1 AND id = $2', [
      teamId,
      id,
    ]);
  }

  async findTeam(id: string): Promise<string | null> {
    const sql = 'SELECT team_id FROM webhook_deliveries WHERE id = $1';
    return (await this.database.maybeOne<Pick<DeliveryRow, 'team_id'>>(sql, [id]))?.team_id ?? null;
  }

  /** The attempts of these deliveries, oldest first. */
  findAttempts(deliveryIds: readonly string[]): Promise<AttemptRow[]> {
    return this.database.query<AttemptRow>(
      'SELECT * FROM webhook_attempts WHERE delivery_id = ANY($1) ORDER BY delivery_id, number',
      [deliveryIds],
    );
  }

  /** The tests of a team in the last minute, and the seconds for which the oldest of them still counts. */
  countTests(teamId: string): Promise<{ count: number; oldest_seconds: number }> {
    return this.database.one<{ count: number; oldest_seconds: number }>(
      `SELECT count(*)::integer AS count,
              greatest(1, ceil(coalesce(60 - extract(epoch FROM now() - min(created_at)), 0)))::integer AS oldest_seconds
       FROM webhook_deliveries WHERE team_id = $1 AND origin = 'test' AND created_at > now() - interval '1 minute'`,
      [teamId],
    );
  }

  /**
   * Deletes deliveries of teams that are older than the given number of days and have ended or wait for a disabled or
   * deleted endpoint. @returns their number.
   */
  purge(teamIds: readonly string[], days: number): Promise<number> {
    return this.database.deleteInBatches(
      'webhook_deliveries',
      `team_id = ANY($1) AND created_at < now() - make_interval(days => $2)
         AND (status <> 'pending' OR endpoint_id IN (
           SELECT id FROM webhook_endpoints WHERE status <> 'enabled' OR deleted_at IS NOT NULL))`,
      [teamIds, days],
    );
  }

  /** Deletes deleted endpoints without a log. */
  async purgeEndpoints(): Promise<void> {
    await this.database.execute(
      `DELETE FROM webhook_endpoints endpoint WHERE deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE endpoint_id = endpoint.id)`,
    );
  }

  private rangeValues(teamId: string, endpointId: string, range: ReplayedRange): unknown[] {
    return [teamId, endpointId, range.since, range.until, range.types, range.isMissingOnly];
  }
}
