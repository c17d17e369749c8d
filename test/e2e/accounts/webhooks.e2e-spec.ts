import { SCOPES } from '#access/policy/key.scopes.js';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { KEY_REVOKED } from '#access/api-keys/api-keys.events.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { EventRetention } from '#accounts/webhooks/event.retention.js';
import { type DeliveryRow, WebhookDeliveriesQueries } from '#accounts/webhooks/webhook-deliveries.queries.js';
import { WebhookDispatcher } from '#accounts/webhooks/webhook.dispatcher.js';
import { WebhookEndpoints } from '#accounts/webhooks/webhook-endpoints.service.js';
import { WebhookLimits } from '#accounts/webhooks/webhook-limits.service.js';
import { WebhookOutcomes } from '#accounts/webhooks/webhook-outcomes.service.js';
import type {
  WebhookDeliveryWithBodies,
  WebhookDeliveryView,
} from '#accounts/webhooks/webhook-deliveries.operations.js';
import type {
  WebhookEndpointView,
  WebhookEndpointWithSecret,
} from '#accounts/webhooks/webhook-endpoints.operations.js';
import { WebhookSender } from '#accounts/webhooks/webhook.sender.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { until } from '../../support/until.js';

const ENV = {
  EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
  EGRESS_ALLOWED_HOSTS: '*.example.com',
  WEBHOOK_RETRY_SECONDS: '0,1,1',
  WEBHOOK_TIMEOUT_MS: '700',
};
const PATIENCE_MS = 15_000;
const FACT = {
  key: { id: randomUUID(), name: 'CRM', hint: 'abcd' },
  expires_at: null,
  by: { kind: 'system', id: null, name: null },
};

let app: TestApp;
let receiver: StandIn;
beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { ...ENV, ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
  receiver = await startStandIn(json(200, {}));
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});
beforeEach(() => receiver.behave(json(200, { ok: true })));

const tell = (teamId: string): Promise<void> => app.get(TeamEvents).append(KEY_REVOKED, FACT as never, teamId);

async function createEndpoint(
  key: string,
  url = receiver.url,
  event_types = ['key.revoked'],
): Promise<WebhookEndpointWithSecret> {
  const { status, body } = await call(app, 'POST', '/webhook-endpoints', { key, body: { url, event_types } });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as WebhookEndpointWithSecret;
}

/** A team with one endpoint. */
async function subscribed(options: Parameters<typeof createKey>[1] = {}, types?: string[]) {
  const { key, teamId } = await createKey(app, { scopes: SCOPES, ...options });
  return { key, teamId, endpoint: await createEndpoint(key, undefined, types) };
}

async function deliveriesOf(key: string, id: string, query = ''): Promise<WebhookDeliveryView[]> {
  const { body } = await call(app, 'GET', `/webhook-endpoints/${id}/deliveries?page_size=100${query}`, { key });
  return body.data as WebhookDeliveryView[];
}

/** The deliveries of an endpoint as soon as they fulfill a condition. */
async function whenDeliveries(
  key: string,
  id: string,
  isReached: (deliveries: WebhookDeliveryView[]) => boolean,
): Promise<WebhookDeliveryView[]> {
  const deadline = Date.now() + PATIENCE_MS;
  return until(async () => {
    const deliveries = await deliveriesOf(key, id);
    if (isReached(deliveries)) return deliveries;
    if (Date.now() > deadline) throw new Error(`The deliveries stay ${JSON.stringify(deliveries)}`);
    return null;
  });
}

const isEnded = (deliveries: WebhookDeliveryView[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ status }) => status !== 'pending');

const getEndpoint = async (key: string, id: string): Promise<WebhookEndpointView> =>
  (await call(app, 'GET', `/webhook-endpoints/${id}`, { key })).body.data as WebhookEndpointView;

/** Waits until an endpoint is disabled. */
async function whenDisabled(key: string, id: string): Promise<void> {
  await until(async () => (await getEndpoint(key, id)).status === 'disabled');
}

const reasonOf = ({ status, body }: ApiResponse): unknown[] => [
  status,
  (body.error?.details as { reason?: string } | undefined)?.reason,
];

describe('a webhook of a suspended team', () => {
  it('waits while those of others are sent, and is sent when the team goes on', async () => {
    const suspended = await subscribed();
    const other = await subscribed();
    await app.get(TeamSuspensions).suspend(suspended.teamId, true);
    const deliveries = () =>
      app.database.query(`SELECT status, attempts_made FROM webhook_deliveries WHERE team_id = $1`, [suspended.teamId]);
    await tell(suspended.teamId);
    await until(async () => (await deliveries()).length > 0);
    await tell(other.teamId);
    await whenDeliveries(other.key, other.endpoint.id, isEnded);
    expect([await deliveries(), receiver.requests.length]).toEqual([[{ status: 'pending', attempts_made: 0 }], 1]);
    await app.get(TeamSuspensions).suspend(suspended.teamId, false);
    const [sent] = await whenDeliveries(suspended.key, suspended.endpoint.id, isEnded);
    expect(sent?.status).toBe('succeeded');
  });
});

describe('a webhook', () => {
  it('has the bytes of the feed and a signature that verifies', async () => {
    const { key, teamId, endpoint } = await subscribed();
    await tell(teamId);
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    const [request] = receiver.requests;
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(endpoint.secret).verify(request?.body ?? '', headers)).toMatchObject({
      type: 'key.revoked',
      sequence: 2,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Qualm-Webhooks/1',
      'webhook-id': delivery?.event_id,
      'x-delivery-id': delivery?.id,
      'x-delivery-attempt': '1',
    });
    const response = await fetch(`${app.baseUrl}/events/${delivery?.event_id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await response.text()).toContain(`"data":${request?.body}`);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [{ number: 1, response_status: 200, error: null }],
    });
  });

  it('is signed with the old and the new secret until the overlap ends', async () => {
    const { key, endpoint } = await subscribed();
    const path = `/webhook-endpoints/${endpoint.id}`;
    const rotated = await call(app, 'POST', `${path}/rotate-secret`, { key, body: { overlap_seconds: 60 } });
    const { secret, secrets } = rotated.body.data as WebhookEndpointWithSecret;
    expect(secrets.map(({ hint }) => hint)).toEqual([secret.slice(-4), endpoint.secret.slice(-4)]);
    await call(app, 'POST', `${path}/test`, { key, body: {} });
    const [request] = receiver.requests;
    for (const each of [secret, endpoint.secret]) {
      expect(new Webhook(each).verify(request?.body ?? '', request?.headers as Record<string, string>)).toBeTruthy();
    }
    await call(app, 'POST', `${path}/rotate-secret`, { key, body: { overlap_seconds: 0 } });
    await call(app, 'POST', `${path}/test`, { key, body: {} });
    expect(receiver.requests[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
  });

  it('is repeated until the receiver accepts it, with the same id', async () => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave((...args) => json(receiver.requests.length < 3 ? 500 : 204, '')(...args));
    await tell(teamId);
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    expect(delivery?.attempts.map(({ response_status, error }) => [response_status, error])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [204, null],
    ]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await getEndpoint(key, endpoint.id)).toMatchObject({ failing_since: null, status: 'enabled' });
  });

  it.each<[string, Parameters<StandIn['behave']>[0], string]>([
    ['that hangs', () => undefined, 'timeout'],
    ['that resets the connection', (request) => request.socket.resetAndDestroy(), 'connection'],
    ['that redirects', json(302, '', { location: 'http://169.254.169.254/' }), 'status'],
  ])('fails after its last attempt at a receiver %s', async (_, handler, error) => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave(handler);
    await tell(teamId);
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    expect([delivery?.status, delivery?.attempts.map((attempt) => attempt.error)]).toEqual([
      'failed',
      [error, error, error],
    ]);
    expect((await getEndpoint(key, endpoint.id)).failing_since).not.toBeNull();
  });

  it('waits as long as the receiver requests', async () => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave(json(429, '', { 'retry-after': '300' }));
    await tell(teamId);
    const isPutOff = ([first]: WebhookDeliveryView[]): boolean =>
      Date.parse(first?.next_attempt_at ?? '') - Date.now() > 290_000;
    const [delivery] = await whenDeliveries(key, endpoint.id, isPutOff);
    expect(delivery?.attempts).toHaveLength(1);
  });

  it('ends when the receiver is gone: the endpoint is disabled, its deliveries canceled, other endpoints notified', async () => {
    const { key, teamId, endpoint } = await subscribed();
    const other = await createEndpoint(key, `${receiver.url}/other`, ['webhook_endpoint.disabled']);
    receiver.behave((request, ...rest) => json(request.url === '/other' ? 200 : 410, '')(request, ...rest));
    await app.database.execute(
      `INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, next_attempt_at)
       VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 'key.revoked', 'event', '{}', now() + interval '1 hour')`,
      [teamId, endpoint.id],
    );
    await tell(teamId);
    const ended = await whenDeliveries(key, endpoint.id, (all) => all.length === 2 && isEnded(all));
    expect(ended.map(({ status }) => status).sort()).toEqual(['canceled', 'failed']);
    expect(await getEndpoint(key, endpoint.id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await whenDeliveries(key, other.id, isEnded);
    const told = receiver.requests.find(({ url }) => url.pathname === '/other');
    expect(JSON.parse(told?.body ?? '')).toMatchObject({ data: { endpoint: { id: endpoint.id }, reason: 'gone' } });
  });

  it('is reported to owners and admins by mail, once when it keeps failing and once when it is disabled', async () => {
    const { key, teamId, endpoint } = await subscribed();
    for (const role of ['owner', 'admin', 'member'] as const) {
      await app.get(TeamsService).addUser(teamId, `${role}@webhooks.example`, 'correct horse battery', role);
    }
    receiver.behave(json(500, ''));
    const failSince = async (hours: number) => {
      await app.database.execute(
        `UPDATE webhook_endpoints SET failures = 4, failing_since = now() - make_interval(hours => $2) WHERE id = $1`,
        [endpoint.id, hours],
      );
      await tell(teamId);
    };
    await failSince(25);
    await whenDeliveries(key, endpoint.id, ([first]) => (first?.attempts.length ?? 0) >= 2);
    await failSince(121);
    await whenDisabled(key, endpoint.id);
    const mails = (await app.get(MailsService).list(100)).filter(({ kind }) => kind.startsWith('webhook-'));
    expect(mails.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['webhook-disabled', 'admin@webhooks.example'],
      ['webhook-disabled', 'owner@webhooks.example'],
      ['webhook-failing', 'admin@webhooks.example'],
      ['webhook-failing', 'owner@webhooks.example'],
    ]);
  });

  it('stops after days of failures, and starts again when the endpoint is enabled', async () => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave(json(500, ''));
    await app.database.execute(
      `UPDATE webhook_endpoints SET failures = 3, failing_since = now() - interval '121 hours' WHERE id = $1`,
      [endpoint.id],
    );
    await tell(teamId);
    await whenDeliveries(key, endpoint.id, ([first]) => (first?.attempts.length ?? 0) >= 1);
    expect(await getEndpoint(key, endpoint.id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    receiver.behave(json(200, ''));
    await call(app, 'PATCH', `/webhook-endpoints/${endpoint.id}`, { key, body: { status: 'enabled' } });
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    expect(delivery?.status).toBe('succeeded');
    expect(await getEndpoint(key, endpoint.id)).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    });
  });

  it('is repeated after the lease of a worker that died, and the result of the dead attempt is discarded', async () => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave(json(429, '', { 'retry-after': '1000' }));
    await tell(teamId);
    const [waiting] = await whenDeliveries(key, endpoint.id, ([first]) => first?.attempts.length === 1);
    receiver.behave(json(200, ''));
    const dead = await app.database.one<never>('SELECT * FROM webhook_deliveries WHERE id = $1', [waiting?.id]);
    await app.database.execute(
      `UPDATE webhook_deliveries SET claims = claims + 1, lease_until = now() - interval '1 second', next_attempt_at = now()
       WHERE id = $1`,
      [waiting?.id],
    );
    await app.inWorker(WebhookDispatcher).dispatch();
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    expect([delivery?.status, delivery?.attempts.length]).toEqual(['succeeded', 2]);
    const nothing = { startedAt: new Date(), durationMs: 1, responseStatus: 500, responseBody: '', retryAfter: null };
    expect(await app.inWorker(WebhookOutcomes).record(dead, { ...nothing, error: 'status' })).toBe(false);
  });

  it('is sent at most five at a time to one endpoint, and one that hangs delays no other', async () => {
    const { key, teamId, endpoint } = await subscribed();
    const [quick, most] = [await createEndpoint(key, `${receiver.url}/quick`), { open: 0, seen: 0 }];
    receiver.behave((request, response) => {
      if (request.url === '/quick') return json(200, '')(request, response, '');
      most.seen = Math.max(most.seen, ++most.open);
      response.on('close', () => most.open--);
    });
    const began = Date.now();
    for (let n = 0; n < 12; n++) await tell(teamId);
    await whenDeliveries(key, quick.id, (all) => all.length === 12 && isEnded(all));
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(most.seen).toBe(5);
    await call(app, 'DELETE', `/webhook-endpoints/${endpoint.id}`, { key });
  });

  it('is not made for a team without a paid plan', async () => {
    const { teamId, endpoint } = await subscribed();
    await app.database.execute(`UPDATE teams SET subscription_status = 'canceled' WHERE id = $1`, [teamId]);
    await tell(teamId);
    await app.inWorker(TeamEventNumbering).number();
    await app.inWorker(WebhookDispatcher).dispatch();
    expect(await app.database.query('SELECT id FROM webhook_deliveries WHERE endpoint_id = $1', [endpoint.id])).toEqual(
      [],
    );
  });
});

describe('an endpoint', () => {
  it('has a secret that stored answers do not reveal in the database', async () => {
    const { key } = await createKey(app, { scopes: ['webhooks'] });
    const create = () =>
      call(app, 'POST', '/webhook-endpoints', {
        key,
        body: { url: receiver.url, event_types: ['key.created'] },
        headers: { 'idempotency-key': 'kept-secret' },
      });
    const [first, again] = [await create(), await create()];
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    const { secret } = first.body.data as { secret: string };
    const rows = await app.database.query(
      `SELECT body, strpos(encode(body_encrypted, 'escape'), $1) AS found FROM idempotency_keys
       WHERE body_encrypted IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
      [secret],
    );
    expect(rows).toEqual([{ body: null, found: 0 }]);
  });

  it('shows its secret once', async () => {
    const { key, endpoint } = await subscribed();
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await call(app, 'GET', '/webhook-endpoints', { key });
    expect(JSON.stringify([listed.body, await getEndpoint(key, endpoint.id)])).not.toContain(endpoint.secret);
    const stored = await app.database.one<{ secret_encrypted: Buffer }>(
      'SELECT secret_encrypted FROM webhook_secrets WHERE endpoint_id = $1',
      [endpoint.id],
    );
    expect(stored.secret_encrypted.toString('latin1')).not.toContain(endpoint.secret.slice(6));
  });

  it.each([
    ['http://hooks.example.com/', 'scheme'],
    ['https://me:secret@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://10.0.0.1/', 'host'],
    ['https://metadata.google.internal/', 'host'],
    ['https://hooks.example.com.evil.example/', 'host_not_allowed'],
    ['http://169.254.169.254/', 'scheme'],
  ])('is refused at %s', async (url, cause) => {
    const { key } = await createKey(app, { scopes: SCOPES });
    const { status, body } = await call(app, 'POST', '/webhook-endpoints', { key, body: { url, event_types: ['*'] } });
    expect([status, body.error?.details]).toEqual([400, { reason: 'endpoint_refused', cause }]);
  });

  it.each([
    [{ url: 'nowhere', event_types: ['*'] }, 'url'],
    [{ url: 'https://hooks.example.com/#a', event_types: ['*'] }, 'url'],
    [{ url: 'https://hooks.example.com/', event_types: [] }, 'event_types'],
    [{ url: 'https://hooks.example.com/', event_types: ['key.lost'] }, 'event_types'],
    [{ url: 'https://hooks.example.com/', event_types: ['*', 'key.created'] }, 'event_types'],
    [{ url: 'https://hooks.example.com/', event_types: 'key.created' }, 'event_types'],
    [{ url: 'https://hooks.example.com/', event_types: ['*'], description: 'x'.repeat(201) }, 'description'],
  ])('has valid fields: %j names %s', async (body, field) => {
    const { key } = await createKey(app, { scopes: SCOPES });
    const response = await call(app, 'POST', '/webhook-endpoints', { key, body });
    const { errors } = response.body.error?.details as { errors: { field: string }[] };
    expect([response.status, errors[0]?.field]).toEqual([400, field]);
  });

  it('is limited in number by the plan', async () => {
    const { key } = await createKey(app, { tier: 'starter', scopes: SCOPES });
    for (let n = 0; n < 2; n++) await createEndpoint(key);
    const { status, body } = await call(app, 'POST', '/webhook-endpoints', {
      key,
      body: { url: receiver.url, event_types: ['*'] },
    });
    const limit = { limit_name: 'webhook_endpoints', limit: 2, current: 2, upgrade_required: true };
    expect([status, body.error?.details]).toEqual([403, { reason: 'limit_reached', ...limit }]);
  });

  it('needs an encryption key', async () => {
    const { key } = await createKey(app, { scopes: SCOPES });
    const keyless = await startTestApp({ beside: app, env: ENV });
    const response = await call(keyless, 'POST', '/webhook-endpoints', {
      key,
      body: { url: receiver.url, event_types: ['*'] },
    });
    await keyless.close();
    expect(reasonOf(response)).toEqual([403, 'feature_not_configured']);
  });

  it('belongs to one team, and is gone after its deletion', async () => {
    const { key, endpoint } = await subscribed();
    const { key: other } = await createKey(app, { scopes: SCOPES });
    const path = `/webhook-endpoints/${endpoint.id}`;
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/deliveries`],
      ['DELETE', path],
    ] as const) {
      expect((await call(app, method, at, { key: other })).status).toBe(404);
    }
    expect((await call(app, 'DELETE', path, { key })).body.data).toEqual({ deleted: true });
    expect((await call(app, 'DELETE', path, { key })).status).toBe(404);
  });

  it('can be tested while it is disabled, ten times a minute, without an effect on its health', async () => {
    const { key, endpoint } = await subscribed();
    const path = `/webhook-endpoints/${endpoint.id}`;
    await call(app, 'PATCH', path, { key, body: { status: 'disabled' } });
    receiver.behave(json(410, 'no'));
    const test = (body = {}): Promise<ApiResponse> => call(app, 'POST', `${path}/test`, { key, body });
    expect((await test()).body.data).toMatchObject({ succeeded: false, response_status: 410, error: 'status' });
    expect(await getEndpoint(key, endpoint.id)).toMatchObject({ disabled_reason: 'manual', failing_since: null });
    receiver.behave(json(200, 'yes'));
    expect((await test({ event_type: 'report.completed' })).body.data).toMatchObject({ succeeded: true, error: null });
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ type: 'report.completed' });
    for (let n = 0; n < 8; n++) await test();
    expect((await test()).status).toBe(429);
    const { body } = await call(app, 'GET', '/events?type=webhook.test', { key });
    expect(body.data).toEqual([]);
  });

  it('is tested ten times a minute by requests at the same time, too', async () => {
    const { key, endpoint } = await subscribed();
    const path = `/webhook-endpoints/${endpoint.id}/test`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(app, 'POST', path, { key, body: {} })));
    const statuses = answers.map(({ status }) => status).sort();
    expect([statuses, receiver.requests.length]).toEqual([[...Array(10).fill(200), ...Array(10).fill(429)], 10]);
  });

  it('is reported to the other endpoints once when a person disables it', async () => {
    const { key, endpoint } = await subscribed({}, ['*']);
    const other = await createEndpoint(key, `${receiver.url}/other`, ['webhook_endpoint.disabled']);
    for (let n = 0; n < 2; n++) {
      await call(app, 'PATCH', `/webhook-endpoints/${endpoint.id}`, { key, body: { status: 'disabled' } });
    }
    await whenDeliveries(key, other.id, isEnded);
    const { body } = await call(app, 'GET', '/events?type=webhook_endpoint.disabled', { key });
    const { id, url } = endpoint;
    expect((body.data as { data: object }[]).map(({ data }) => data)).toEqual([
      { endpoint: { id, url }, reason: 'manual', failing_since: null },
    ]);
    expect(await deliveriesOf(key, id, '&event_type=webhook_endpoint.disabled')).toEqual([]);
  });
});

describe('a replay', () => {
  it('sends one delivery again, even to a disabled endpoint, and shows its request and answer', async () => {
    const { key, teamId, endpoint } = await subscribed();
    receiver.behave(json(400, 'not yet'));
    await tell(teamId);
    const [failed] = await whenDeliveries(key, endpoint.id, isEnded);
    await call(app, 'PATCH', `/webhook-endpoints/${endpoint.id}`, { key, body: { status: 'disabled' } });
    receiver.behave(json(200, 'now'));
    const replayed = await call(app, 'POST', `/webhook-deliveries/${failed?.id}/replay`, { key });
    expect(replayed.body.data).toMatchObject({ status: 'pending', replay_of: failed?.id, event_id: failed?.event_id });
    const { id } = replayed.body.data as WebhookDeliveryView;
    await whenDeliveries(key, endpoint.id, isEnded);
    const detail = (await call(app, 'GET', `/webhook-deliveries/${id}`, { key })).body
      .data as WebhookDeliveryWithBodies;
    expect(detail).toMatchObject({
      status: 'succeeded',
      request: { body: receiver.requests[0]?.body },
      attempts: [{ number: 1, response_status: 200, response_body: 'now' }],
    });
    expect(Object.keys(detail.request.headers)).not.toContain('webhook-signature');
  });

  it('of a range sends the undelivered events of its types, including those from before the endpoint', async () => {
    const { key, teamId, endpoint: earlier } = await subscribed();
    await tell(teamId);
    await whenDeliveries(key, earlier.id, (all) => all.length === 1 && isEnded(all));
    const endpoint = await createEndpoint(key);
    await tell(teamId);
    await whenDeliveries(key, endpoint.id, (all) => all.length === 1 && isEnded(all));
    const path = `/webhook-endpoints/${endpoint.id}/replay`;
    const replay = (body: object): Promise<ApiResponse> =>
      call(app, 'POST', path, { key, body: { since: new Date(Date.now() - 60_000).toISOString(), ...body } });
    const unanswered: ServerResponse[] = [];
    receiver.behave((_, response) => void unanswered.push(response));
    expect((await replay({ event_types: ['key.revoked'] })).body.data).toEqual({ queued: 1 });
    expect(reasonOf(await replay({}))).toEqual([403, 'limit_reached']);
    receiver.behave(json(200, ''));
    for (const response of unanswered) response.writeHead(500).end();
    await whenDeliveries(key, endpoint.id, (all) => all.length === 2 && isEnded(all));
    expect((await replay({ only: 'all' })).body.data).toEqual({ queued: 2 });
    await whenDeliveries(key, endpoint.id, (all) => all.length === 4 && isEnded(all));
    expect((await replay({ only: 'all', event_types: ['key.created'] })).body.data).toEqual({ queued: 0 });
    await call(app, 'PATCH', `/webhook-endpoints/${endpoint.id}`, { key, body: { status: 'disabled' } });
    expect(reasonOf(await replay({}))).toEqual([403, 'endpoint_disabled']);
    for (const since of ['yesterday', '2026-W01', 1]) expect((await replay({ since })).status).toBe(400);
    const upsideDown = { since: '2026-01-02', until: '2026-01-01' };
    expect(reasonOf(await replay(upsideDown))).toEqual([400, 'validation_failed']);
    const deliveries = `/webhook-endpoints/${endpoint.id}/deliveries?${new URLSearchParams(upsideDown).toString()}`;
    expect(reasonOf(await call(app, 'GET', deliveries, { key }))).toEqual([400, 'validation_failed']);
  });
});

describe('the log', () => {
  it('is filtered and read page by page', async () => {
    const { key, teamId, endpoint } = await subscribed();
    for (let n = 0; n < 3; n++) await tell(teamId);
    const all = await whenDeliveries(key, endpoint.id, (each) => each.length === 3 && isEnded(each));
    const path = `/webhook-endpoints/${endpoint.id}/deliveries`;
    const first = await call(app, 'GET', `${path}?page_size=2`, { key });
    const { next_cursor } = (first.body.meta as { pagination: { next_cursor: string } }).pagination;
    const second = await call(app, 'GET', `${path}?page_size=2&cursor=${next_cursor}`, { key });
    const pages = [first, second].flatMap(({ body }) => body.data as WebhookDeliveryView[]);
    expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await deliveriesOf(key, endpoint.id, '&status=failed')).toEqual([]);
    expect(await deliveriesOf(key, endpoint.id, `&event_id=${all[0]?.event_id}&event_type=key.revoked`)).toHaveLength(
      1,
    );
    expect(await deliveriesOf(key, endpoint.id, '&until=2020-01-01')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await deliveriesOf(key, endpoint.id, `&since=${today}&until=${today}`)).toHaveLength(all.length);
  });

  it('is kept as long as the plan allows', async () => {
    const { key, teamId, endpoint } = await subscribed({ tier: 'starter' });
    await tell(teamId);
    const [delivery] = await whenDeliveries(key, endpoint.id, isEnded);
    await app.database.execute(
      `WITH old AS (UPDATE webhook_deliveries SET created_at = now() - interval '8 days' WHERE team_id = $1)
       UPDATE team_events SET created_at = now() - interval '8 days' WHERE team_id = $1`,
      [teamId],
    );
    await app.inWorker(EventRetention).purge();
    for (const path of [`/webhook-deliveries/${delivery?.id}`, `/events/${delivery?.event_id}`]) {
      expect((await call(app, 'GET', path, { key })).status).toBe(404);
    }
    expect(await app.inWorker(WebhookDeliveriesQueries).find(teamId, delivery?.id ?? '')).toBeNull();
  });
});

describe('a delivery that waits for a disabled endpoint', () => {
  it('is deleted when it is older than the plan keeps', async () => {
    const { key, teamId, endpoint } = await subscribed({ tier: 'starter' });
    await tell(teamId);
    await whenDeliveries(key, endpoint.id, isEnded);
    await app.database.execute(
      `WITH disabled AS (UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual' WHERE id = $1)
       UPDATE webhook_deliveries SET status = 'pending', created_at = now() - interval '8 days', next_attempt_at = now() + interval '1 day'
       WHERE endpoint_id = $1`,
      [endpoint.id],
    );
    await app.inWorker(EventRetention).purge();
    expect(await deliveriesOf(key, endpoint.id)).toEqual([]);
  });
});

describe('a delivery that was made while its endpoint was deleted', () => {
  it('is deleted when it is older than the plan keeps', async () => {
    const { key, teamId, endpoint } = await subscribed({ tier: 'starter' });
    await tell(teamId);
    await whenDeliveries(key, endpoint.id, isEnded);
    await call(app, 'DELETE', `/webhook-endpoints/${endpoint.id}`, { key });
    await app.database.execute(
      `UPDATE webhook_deliveries SET status = 'pending', created_at = now() - interval '8 days', next_attempt_at = now() WHERE endpoint_id = $1`,
      [endpoint.id],
    );
    await app.inWorker(EventRetention).purge();
    expect(await app.database.query('SELECT FROM webhook_deliveries WHERE endpoint_id = $1', [endpoint.id])).toEqual(
      [],
    );
  });

  it('is not sent without a signature', async () => {
    const { key, teamId, endpoint } = await subscribed();
    await tell(teamId);
    const [{ id } = { id: '' }] = await whenDeliveries(key, endpoint.id, isEnded);
    const delivery = await app.inWorker(WebhookDeliveriesQueries).find(teamId, id);
    await call(app, 'DELETE', `/webhook-endpoints/${endpoint.id}`, { key });
    receiver.behave(json(200, {}));
    const sent = await app.inWorker(WebhookSender).send({ ...(delivery as DeliveryRow), url: receiver.url });
    expect([sent, receiver.requests]).toEqual([null, []]);
  });
});

describe('a smaller plan', () => {
  it('disables the newest endpoints that it does not allow, and none of them can be enabled', async () => {
    const { key, teamId, endpoint } = await subscribed();
    const { key: testKey } = await createKey(app, { teamId, scopes: SCOPES, test: true });
    const others = [await createEndpoint(key), await createEndpoint(key)];
    const tests = [await createEndpoint(testKey), await createEndpoint(testKey), await createEndpoint(testKey)];
    await app.get(RenewalsService).changePlan(teamId, 'starter');
    const [last] = others.slice(-1);
    await whenDisabled(key, last?.id ?? '');
    const stateOf = async ({ id }: WebhookEndpointView, as = key) => (await getEndpoint(as, id)).disabled_reason;
    expect(await Promise.all([endpoint, ...others].map((each) => stateOf(each)))).toEqual([null, null, 'plan']);
    expect(await Promise.all(tests.map((each) => stateOf(each, testKey)))).toEqual([null, null, 'plan']);
    const enable = await call(app, 'PATCH', `/webhook-endpoints/${last?.id}`, { key, body: { status: 'enabled' } });
    expect(reasonOf(enable)).toEqual([403, 'limit_reached']);
    const { body } = await call(app, 'GET', '/audit-log?action=webhook_endpoint.changed', { key });
    expect(body.data).toMatchObject([{ target: { id: last?.id }, changes: { disabled_reason: [null, 'plan'] } }]);
  });

  it('without a subscription disables all live endpoints', async () => {
    const { teamId, endpoint } = await subscribed();
    await app.get(RenewalsService).changePlan(teamId, 'growth', 'canceled');
    await app.inWorker(WebhookLimits).enforce(teamId);
    expect(await app.get(WebhookEndpoints).get(teamId, endpoint.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'plan',
    });
  });
});
