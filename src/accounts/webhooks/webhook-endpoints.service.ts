import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { changesOf } from '#accounts/audit/audit.changes.js';
import type { AuditChanges } from '#accounts/audit/audit.types.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { EgressClient } from '#platform/egress/egress.client.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { notFound } from '#platform/errors/application-error.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { type Page, pageOf, Page as PageOf, PreparedWrite, window } from '#platform/operations/operation.result.js';
import { DueWork } from '#platform/queues/due-work.js';
import type {
  NewWebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointView,
  WebhookEndpointWithSecret,
} from './webhook-endpoints.operations.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { type EndpointRow, type SecretRow, WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { WebhookLimits } from './webhook-limits.service.js';
import { ENDPOINT_DISABLED } from './webhooks.events.js';
import { endpointRefused } from './webhooks.failures.js';
import { SEND_WEBHOOKS } from './webhooks.jobs.js';

export const SECRETS_TABLE = 'webhook_secrets';

/** The endpoints of teams. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly database: Database,
    private readonly queries: WebhookEndpointsQueries,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly teams: TeamsService,
    private readonly encryption: EncryptionService,
    private readonly egress: EgressClient,
    private readonly facts: Facts,
    private readonly dueWork: DueWork,
    private readonly limits: WebhookLimits,
  ) {}

  /**
   * Creates an endpoint. @returns it with its secret, which cannot be read again.
   * @throws 400 `endpoint_refused`; 403 `feature_not_configured` or `limit_reached`
   */
  async create(teamId: string, wanted: NewWebhookEndpoint): Promise<WebhookEndpointWithSecret> {
    const { complete } = await this.prepare(teamId, wanted);
    return complete();
  }

  /** Checks a new endpoint, of which DNS needs up to 5 s. Call it outside a transaction. @returns what creates it. @throws as `create` */
  async prepare(teamId: string, wanted: NewWebhookEndpoint): Promise<PreparedWrite<WebhookEndpointWithSecret>> {
    await this.limits.demandRoom(await this.teams.get(teamId));
    await this.demandAllowed(wanted.url);
    this.encryption.demandKey();
    return new PreparedWrite(() => this.add(teamId, wanted));
  }

  private async add(
    teamId: string,
    { url, event_types, description }: NewWebhookEndpoint,
  ): Promise<WebhookEndpointWithSecret> {
    const id = uuidv7();
    const secret = await this.database.transaction(async () => {
      await this.limits.demandRoom(await this.teams.lock(teamId));
      await this.queries.insert({
        id,
        team_id: teamId,
        url: new URL(url).href,
        event_types,
        description: description ?? null,
      });
      const changes = { url: [null, url], event_types: [null, event_types] } as const;
      await this.facts.record('webhook_endpoint.created', { teamId, id, name: url }, { changes });
      return this.addSecret(id);
    });
    return { ...(await this.get(teamId, id)), secret };
  }

  async list(teamId: string, query: PageQuery): Promise<Page<WebhookEndpointView>> {
    const { items, pagination } = pageOf(await this.queries.list(teamId, window(query)), query);
    return new PageOf(await this.viewsOf(items), pagination);
  }

  /** @throws 404 */
  async get(teamId: string, id: string): Promise<WebhookEndpointView> {
    const row = await this.queries.find(teamId, id);
    if (!row) throw notFound();
    const [view] = await this.viewsOf([row]);
    return view as WebhookEndpointView;
  }

  /** The team of an endpoint, for operators. @throws 404 */
  async teamOf(id: string): Promise<string> {
    const teamId = await this.queries.findTeam(id);
    if (!teamId) throw notFound('Endpoint not found');
    return teamId;
  }

  /**
   * Changes the given fields. @throws 400 `endpoint_refused`; 404; 403 `limit_reached` beyond the limit of endpoints
   */
  async update(teamId: string, id: string, change: WebhookEndpointChange): Promise<WebhookEndpointView> {
    await this.get(teamId, id);
    if (change.url !== undefined) await this.demandAllowed(change.url);
    await this.database.transaction(async () => {
      // A change to a smaller plan locks in this order, too.
      if (change.status === 'enabled') await this.teams.lock(teamId);
      const before = await this.locked(teamId, id);
      const { event_types, description, status } = change;
      if (status === 'enabled' && before.status === 'disabled') await this.limits.demandRoomToEnable(teamId);
      const url = change.url && new URL(change.url).href;
      await this.queries.update(id, { url, event_types, description, status, disabled_reason: 'manual' });
      const old = { url: before.url, event_types: before.event_types, description: before.description };
      const changes = changesOf({ ...old, status: before.status }, { url, event_types, description, status });
      await this.tell({ ...before, url: url ?? before.url }, { teamId, id, name: before.url }, changes);
      await this.database.afterCommit(() => this.dueWork.notify(SEND_WEBHOOKS));
    });
    return this.get(teamId, id);
  }

  /** Deletes an endpoint and cancels its waiting deliveries. @throws 404 */
  async delete(teamId: string, id: string): Promise<{ deleted: true }> {
    await this.database.transaction(async () => {
      const endpoint = await this.locked(teamId, id);
      await this.queries.markDeleted(id);
      await this.deliveries.cancelWaiting(id);
      await this.facts.record('webhook_endpoint.deleted', { teamId, id, name: endpoint.url });
    });
    return { deleted: true };
  }

  /** Creates a new secret; the old one also signs for `overlapSeconds`. @throws 403 `feature_not_configured`; 404 */
  async rotateSecret(teamId: string, id: string, overlapSeconds: number): Promise<WebhookEndpointWithSecret> {
    const secret = await this.database.transaction(async () => {
      const endpoint = await this.locked(teamId, id);
      this.encryption.demandKey();
      await this.queries.expireSecrets(id, overlapSeconds);
      await this.facts.record('webhook_endpoint.rotated', { teamId, id, name: endpoint.url });
      return this.addSecret(id);
    });
    return { ...(await this.get(teamId, id)), secret };
  }

  /** Records a change. One that disables the endpoint is an event, too, which the other endpoints get. */
  private tell(
    { url, failing_since }: Pick<EndpointRow, 'url' | 'failing_since'>,
    subject: { teamId: string; id: string; name: string },
    changes: AuditChanges,
  ): Promise<void> {
    if (changes.status?.[1] !== 'disabled') return this.facts.record('webhook_endpoint.changed', subject, { changes });
    const event = {
      endpoint: { id: subject.id, url },
      reason: 'manual',
      failing_since: timeOf(failing_since),
    } as const;
    return this.facts.record(ENDPOINT_DISABLED, subject, { changes, event });
  }

  private async locked(teamId: string, id: string): Promise<EndpointRow> {
    const endpoint = await this.queries.lock(teamId, id);
    if (!endpoint) throw notFound();
    return endpoint;
  }

  private async demandAllowed(url: string): Promise<void> {
    const cause = await this.egress.check(url);
    if (cause) throw endpointRefused({ cause });
  }

  private async addSecret(endpointId: string): Promise<string> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const id = uuidv7();
    const secret_encrypted = this.encryption.encrypt(SECRETS_TABLE, id, secret);
    await this.queries.insertSecret({ id, endpoint_id: endpointId, secret_encrypted, hint: secret.slice(-4) });
    return secret;
  }

  private async viewsOf(rows: EndpointRow[]): Promise<WebhookEndpointView[]> {
    const secrets = await this.queries.liveSecrets(rows.map(({ id }) => id));
    return rows.map((row) =>
      viewOf(
        row,
        secrets.filter(({ endpoint_id }) => endpoint_id === row.id),
      ),
    );
  }
}

const timeOf = (time: Date | null): string | null => time && time.toISOString();

function viewOf(row: EndpointRow, secrets: SecretRow[]): WebhookEndpointView {
  const { id, url, event_types, description, status, disabled_reason, livemode } = row;
  return {
    id,
    url,
    event_types,
    description,
    status,
    disabled_reason,
    secrets: secrets.map(({ hint, created_at, expires_at }) => ({
      hint,
      created_at: created_at.toISOString(),
      expires_at: timeOf(expires_at),
    })),
    livemode,
    failing_since: timeOf(row.failing_since),
    last_success_at: timeOf(row.last_success_at),
    last_failure_at: timeOf(row.last_failure_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
