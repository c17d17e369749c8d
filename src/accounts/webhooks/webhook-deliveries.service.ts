import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { bodyOfTest } from '#accounts/events/team-event.examples.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { notFound, rateLimited } from '#platform/errors/application-error.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import { tooManyRows } from '#platform/operations/rows.failures.js';
import { endOf } from '#platform/operations/time.js';
import { DueWork } from '#platform/queues/due-work.js';
import type {
  WebhookDeliveriesQuery,
  WebhookDeliveryWithBodies,
  WebhookDeliveryView,
  WebhookRangeReplay,
} from './webhook-deliveries.operations.js';
import { listWebhookDeliveries } from './webhook-deliveries.operations.js';
import { type AttemptRow, type DeliveryRow, WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import type { WebhookTestResult } from './webhook-endpoints.operations.js';
import { type EndpointRow, WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { plainHeadersOf, WebhookSender } from './webhook.sender.js';
import { endpointDisabled } from './webhooks.failures.js';
import { SEND_WEBHOOKS } from './webhooks.jobs.js';

const MAX_EVENTS = 10_000;
const TESTS_A_MINUTE = 10;
const ALL_TYPES = '*';

/** The log of deliveries, tests and replays. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly database: Database,
    private readonly queries: WebhookDeliveriesQueries,
    private readonly endpoints: WebhookEndpointsQueries,
    private readonly teams: TeamsService,
    private readonly sender: WebhookSender,
    private readonly outcomes: WebhookOutcomes,
    private readonly dueWork: DueWork,
    private readonly cursors: Cursors,
  ) {}

  /** A page of the deliveries to an endpoint, the newest first. @throws 400 for the cursor; 404 */
  async list(
    teamId: string,
    endpointId: string,
    query: WebhookDeliveriesQuery,
  ): Promise<CursorPage<WebhookDeliveryView>> {
    const scope = { list: listWebhookDeliveries.id, teamId, filters: { endpointId, ...query } };
    const position = await this.cursors.read(query, scope);
    await this.endpointOf(teamId, endpointId);
    const { status, event_type: types, event_id: eventId, since, until } = query;
    const filter = {
      status,
      types,
      eventId,
      since: since ? new Date(since) : undefined,
      until: until ? endOf(until) : undefined,
    };
    const before = position && { createdAt: String(position[0]), id: String(position[1]) };
    const rows = await this.queries.list(endpointId, filter, { before, limit: query.page_size + 1 });
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf: (row) => [row.position, row.id] });
    return new CursorPage(await this.viewsOf(page.data), page.pagination);
  }

  /** @throws 404 */
  async get(teamId: string, id: string): Promise<WebhookDeliveryWithBodies> {
    const row = await this.deliveryOf(teamId, id);
    const attempts = await this.queries.findAttempts([id]);
    const last = attempts.at(-1);
    const headers = {
      ...plainHeadersOf(row, Math.max(1, attempts.length)),
      'webhook-id': row.event_id,
      ...(last && { 'webhook-timestamp': String(Math.floor(last.started_at.getTime() / 1_000)) }),
    };
    return {
      ...viewOf(row, []),
      request: { headers, body: row.body },
      attempts: attempts.map((attempt) => ({ ...attemptOf(attempt), response_body: attempt.response_body })),
    };
  }

  /** The team of a delivery, for operators. @throws 404 */
  async teamOf(id: string): Promise<string> {
    const teamId = await this.queries.findTeam(id);
    if (!teamId) throw notFound('Delivery not found');
    return teamId;
  }

  /** Sends a delivery again, once, even to a disabled endpoint. @throws 404, even if only the endpoint is deleted */
  async replay(teamId: string, id: string): Promise<WebhookDeliveryView> {
    const { endpoint_id, event_id, event_type, body } = await this.deliveryOf(teamId, id);
    return this.database.transaction(async () => {
      if (!(await this.endpoints.lock(teamId, endpoint_id))) throw notFound();
      const delivery = {
        team_id: teamId,
        endpoint_id,
        event_id,
        event_type,
        body,
        origin: 'replay',
        replay_of: id,
      } as const;
      const row = await this.queries.insertOne(delivery);
      await this.database.afterCommit(() => this.dueWork.notify(SEND_WEBHOOKS));
      return viewOf(row, []);
    });
  }

  /**
   * Creates deliveries of the events in a range that have a type of the endpoint. @returns their number.
   * @throws 400 `too_many_rows`; 403 `endpoint_disabled`, or `limit_reached` while another replay runs; 404
   */
  async replayRange(teamId: string, endpointId: string, asked: WebhookRangeReplay): Promise<{ queued: number }> {
    const { since, until, only, event_types } = asked;
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.lock(teamId, endpointId);
      if (!endpoint) throw notFound();
      const range = {
        since: new Date(since),
        until: until ? endOf(until) : null,
        types: wantedTypes(endpoint.event_types, event_types),
        isMissingOnly: only === 'missing',
      };
      const found = await this.queries.countRange(teamId, endpointId, range, MAX_EVENTS + 1);
      if (found > MAX_EVENTS) throw tooManyRows({ limit: MAX_EVENTS, found });
      if (endpoint.status === 'disabled') throw endpointDisabled();
      const isRunning = (await this.queries.countRunningReplay(endpointId)) > 0;
      if (isRunning)
        throw limitReached({ limit_name: 'running_replays', limit: 1, current: 1, upgrade_required: false });
      const queued = await this.queries.insertRange(teamId, endpointId, range);
      await this.database.afterCommit(() => this.dueWork.notify(SEND_WEBHOOKS));
      return { queued };
    });
  }

  /** Sends an example and waits for the answer. @throws 404; 429 after ten tests of a team in a minute */
  async test(teamId: string, endpointId: string, type: string): Promise<WebhookTestResult> {
    const endpoint = await this.endpointOf(teamId, endpointId);
    const row = await this.insertTest(endpoint, type);
    const outcome = await this.sender.send({ ...row, url: endpoint.url });
    if (!outcome) throw notFound();
    await this.outcomes.record(row, outcome);
    return {
      delivery_id: row.id,
      succeeded: outcome.error === null,
      response_status: outcome.responseStatus,
      duration_ms: outcome.durationMs,
      error: outcome.error,
    };
  }

  /** Counts and inserts under the lock of the team, so that parallel requests are counted, too. @throws 429 */
  private insertTest({ id: endpoint_id, team_id, livemode }: EndpointRow, event_type: string): Promise<DeliveryRow> {
    return this.database.transaction(async () => {
      await this.teams.lock(team_id);
      const { count, oldest_seconds } = await this.queries.countTests(team_id);
      if (count >= TESTS_A_MINUTE) {
        throw rateLimited({ retry_after_seconds: oldest_seconds, limit: TESTS_A_MINUTE, remaining: 0 });
      }
      const event_id = uuidv7();
      const body = bodyOfTest(event_type, { id: event_id, at: new Date(), livemode });
      const delivery = { team_id, endpoint_id, event_id, event_type, body, origin: 'test', replay_of: null } as const;
      return this.queries.insertOne(delivery, true);
    });
  }

  private async endpointOf(teamId: string, id: string): Promise<EndpointRow> {
    const endpoint = await this.endpoints.find(teamId, id);
    if (!endpoint) throw notFound();
    return endpoint;
  }

  private async deliveryOf(teamId: string, id: string): Promise<DeliveryRow> {
    const delivery = await this.queries.find(teamId, id);
    if (!delivery) throw notFound();
    return delivery;
  }

  private async viewsOf(rows: DeliveryRow[]): Promise<WebhookDeliveryView[]> {
    const attempts = await this.queries.findAttempts(rows.map(({ id }) => id));
    return rows.map((row) =>
      viewOf(
        row,
        attempts.filter(({ delivery_id }) => delivery_id === row.id),
      ),
    );
  }
}

const attemptOf = ({ number, started_at, duration_ms, response_status, error }: AttemptRow) => ({
  number,
  started_at: started_at.toISOString(),
  duration_ms,
  response_status,
  error,
});

function viewOf(row: DeliveryRow, attempts: AttemptRow[]): WebhookDeliveryView {
  const { id, event_id, endpoint_id, event_type, status, next_attempt_at, replay_of, created_at } = row;
  return {
    id,
    event_id,
    endpoint_id,
    event_type,
    status,
    next_attempt_at: next_attempt_at && next_attempt_at.toISOString(),
    replay_of,
    created_at: created_at.toISOString(),
    attempts: attempts.map(attemptOf),
  };
}

/** The types among these that the endpoint receives; null for all types. */
function wantedTypes(wanted: readonly string[], asked: readonly string[] | undefined): readonly string[] | null {
  if (wanted.includes(ALL_TYPES)) return asked ?? null;
  return asked ? asked.filter((type) => wanted.includes(type)) : wanted;
}
