import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashOfSecret } from '#platform/secrets/random.secret.js';
import type { ArtifactsQueries } from './artifacts.queries.js';
import type { ConnectionsService } from './connections.service.js';

/** Stores one model of the authorization server in PostgreSQL. */
export class ArtifactAdapter implements Adapter {
  private readonly graceSeconds: number;

  /** A refresh token may be reused for `refreshGraceSeconds`, because parallel processes of one client share it. */
  constructor(
    private readonly model: string,
    private readonly artifacts: ArtifactsQueries,
    private readonly connections: ConnectionsService,
    refreshGraceSeconds: number,
  ) {
    this.graceSeconds = model === 'RefreshToken' ? refreshGraceSeconds : 0;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    // The id of a token is the token, so the payload is stored without the id.
    const { jti, ...rest } = payload;
    if (rest.client_secret) rest.client_secret = hashOfSecret(rest.client_secret).toString('base64url');
    await this.artifacts.upsert({
      model: this.model,
      idHash: hashOfSecret(id),
      grantId: this.model === 'Grant' ? id : (payload.grantId ?? null),
      payload: rest,
      lifetimeSeconds: expiresIn ?? null,
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = await this.artifacts.find(this.model, hashOfSecret(id), this.graceSeconds);
    if (!kept) return undefined;
    if (this.model === 'Client') return kept.payload;
    return { ...kept.payload, jti: id, ...(kept.consumed !== null && { consumed: kept.consumed }) };
  }

  /** The database decides which request is first, so that only one of several simultaneous redemptions succeeds. */
  async consume(id: string): Promise<void> {
    if (!(await this.artifacts.consume(this.model, hashOfSecret(id), this.graceSeconds))) {
      throw new errors.InvalidGrant('already used');
    }
  }

  async destroy(id: string): Promise<void> {
    await this.artifacts.delete(this.model, hashOfSecret(id));
  }

  /** Revoking a family of tokens ends their connection. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.connections.endGrant(grantId);
  }

  /** Finds nothing: provider sessions are never kept between requests. */
  async findByUid(): Promise<undefined> {}

  /** Finds nothing: the device flow is disabled. */
  async findByUserCode(): Promise<undefined> {}
}
