import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookSecret } from './webhook-secret.entity.js';

export type EndpointRow = RowOf<WebhookEndpoint>;
export type SecretRow = Pick<
  RowOf<WebhookSecret>,
  'id' | 'endpoint_id' | 'secret_encrypted' | 'hint' | 'created_at' | 'expires_at'
>;

/** The columns that a change sets. */
export type EndpointChange = Partial<
  Pick<EndpointRow, 'url' | 'event_types' | 'description' | 'status' | 'disabled_reason'>
>;

const OLD_SECRETS = 2;

/** SQL of webhook endpoints and their secrets. */
@Injectable()
export class WebhookEndpointsQueries {
  constructor(private readonly database: Database) {}

  async insert(endpoint: Pick<EndpointRow, 'id' | 'team_id' | 'url' | 'event_types' | 'description'>): Promise<void> {
    await this.database.execute(
      'INSERT INTO webhook_endpoints (id, team_id, url, event_types, description, livemode) VALUES ($1, $2, $3, $4, $5, $6)',
      [
        ...[endpoint.id, endpoint.team_id, endpoint.url, endpoint.event_types, endpoint.description],
        !isTestTeam(endpoint.team_id),
      ],
    );
  }

  /** The number of a team's endpoints, or of the enabled ones. */
  async count(teamId: string, isEnabledOnly = false): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM webhook_endpoints
       WHERE team_id = $1 AND deleted_at IS NULL AND (NOT $2 OR status = 'enabled')`,
      [teamId, isEnabledOnly],
    );
    return count;
  }

  /** The enabled endpoints of a team except the oldest ones, locked. */
  lockEnabledAfter(teamId: string, oldest: number): Promise<EndpointRow[]> {
    return this.database.query<EndpointRow>(
      `SELECT * FROM webhook_endpoints WHERE team_id = $1 AND deleted_at IS NULL AND status = 'enabled'
       ORDER BY id OFFSET $2 FOR UPDATE`,
      [teamId, oldest],
    );
  }

  async noteWarning(id: string): Promise<void> {
    await this.database.execute('UPDATE webhook_endpoints SET warned_at = now() WHERE id = $1', [id]);
  }

  /** A page of a team's endpoints, the newest first. */
  list(teamId: string, { limit, offset }: { limit: number; offset: number }): Promise<EndpointRow[]> {
    return this.database.query<EndpointRow>(
      `SELECT * FROM webhook_endpoints WHERE team_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [teamId, limit, offset],
    );
  }

  find(teamId: string, id: string): Promise<EndpointRow | null> {
    return this.database.maybeOne<EndpointRow>(
      'SELECT * FROM webhook_endpoints WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL',
      [teamId, id],
    );
  }

  async findTeam(id: string): Promise<string | null> {
    const row = await this.database.maybeOne<Pick<EndpointRow, 'team_id'>>(
      'SELECT team_id FROM webhook_endpoints WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return row?.team_id ?? null;
  }

  /** The endpoint, locked for the open transaction. */
  lock(teamId: string, id: string): Promise<EndpointRow | null> {
    return this.database.maybeOne<EndpointRow>(
      'SELECT * FROM webhook_endpoints WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE',
      [teamId, id],
    );
  }

  /** Changes the given columns. Enabling resets earlier failures. */
  async update(id: string, change: EndpointChange): Promise<void> {
    const { url, event_types, description, status, disabled_reason } = change;
    await this.database.execute(
      `UPDATE webhook_endpoints SET url = coalesce($2, url), event_types = coalesce($3, event_types),
         description = coalesce($4, description), status = coalesce($5, status),
         disabled_reason = CASE WHEN $5 = 'disabled' THEN coalesce(disabled_reason, $6) WHEN $5 IS NULL THEN disabled_reason END,
         failing_since = CASE WHEN $5 = 'enabled' THEN NULL ELSE failing_since END,
         failures = CASE WHEN $5 = 'enabled' THEN 0 ELSE failures END,
         warned_at = CASE WHEN $5 = 'enabled' THEN NULL ELSE warned_at END, updated_at = now()
       WHERE id = $1`,
      [id, url ?? null, event_types ?? null, description ?? null, status ?? null, disabled_reason ?? null],
    );
  }

  /** The endpoint of an attempt, locked, even if it is deleted. */
  lockAny(id: string): Promise<EndpointRow | null> {
    return this.database.maybeOne<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [id]);
  }

  async recordSuccess(id: string): Promise<void> {
    await this.database.execute(
      'UPDATE webhook_endpoints SET last_success_at = now(), failing_since = NULL, failures = 0, warned_at = NULL WHERE id = $1',
      [id],
    );
  }

  /** @returns the endpoint after the failure, and the hours since its first failure. */
  recordFailure(id: string): Promise<EndpointRow & { failing_hours: number }> {
    return this.database.one<EndpointRow & { failing_hours: number }>(
      `UPDATE webhook_endpoints SET last_failure_at = now(), failing_since = coalesce(failing_since, now()), failures = failures + 1
       WHERE id = $1 RETURNING *, (extract(epoch FROM now() - failing_since) / 3600)::float8 AS failing_hours`,
      [id],
    );
  }

  async markDeleted(id: string): Promise<void> {
    await this.database.execute('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [id]);
    await this.database.execute('DELETE FROM webhook_secrets WHERE endpoint_id = $1', [id]);
  }

  async insertSecret(secret: Pick<SecretRow, 'id' | 'endpoint_id' | 'secret_encrypted' | 'hint'>): Promise<void> {
    await this.database.execute(
      'INSERT INTO webhook_secrets (id, endpoint_id, secret_encrypted, hint) VALUES ($1, $2, $3, $4)',
      [secret.id, secret.endpoint_id, secret.secret_encrypted, secret.hint],
    );
  }

  /** Lets the current secret expire after the given number of seconds, and deletes all but the two newest old ones. */
  async expireSecrets(endpointId: string, seconds: number): Promise<void> {
    await this.database.execute(
      `UPDATE webhook_secrets SET expires_at = now() + make_interval(secs => $2) WHERE endpoint_id = $1 AND expires_at IS NULL`,
      [endpointId, seconds],
    );
    await this.database.execute(
      `DELETE FROM webhook_secrets WHERE endpoint_id = $1 AND (expires_at <= now() OR id NOT IN (
         SELECT id FROM webhook_secrets WHERE endpoint_id = $1 ORDER BY id DESC LIMIT ${OLD_SECRETS}))`,
      [endpointId],
    );
  }

  /** The secrets that sign for these endpoints, the newest first. */
  liveSecrets(endpointIds: readonly string[]): Promise<SecretRow[]> {
    return this.database.query<SecretRow>(
      `SELECT id, endpoint_id, secret_encrypted, hint, created_at, expires_at FROM webhook_secrets
       WHERE endpoint_id = ANY($1) AND (expires_at IS NULL OR expires_at > now()) ORDER BY id DESC`,
      [endpointIds],
    );
  }
}
