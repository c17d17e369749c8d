import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { OauthArtifact } from './oauth-artifact.entity.js';

/** An artifact to store. Without a lifetime it is kept until it is deleted. */
export interface NewArtifact extends Pick<OauthArtifact, 'model' | 'idHash' | 'grantId' | 'payload'> {
  lifetimeSeconds: number | null;
}

export interface KeptArtifact {
  payload: Record<string, unknown>;
  /** Unix seconds; null while it is unused or may still be reused. */
  consumed: number | null;
}

/** How long a client is kept after the last of its connections. A client that never had one is kept for a day. */
const IDLE_CLIENT_DAYS = 30;

/** SQL of the authorization server's artifacts. */
@Injectable()
export class ArtifactsQueries {
  constructor(private readonly database: Database) {}

  async upsert({ model, idHash, grantId, payload, lifetimeSeconds }: NewArtifact): Promise<void> {
    await this.database.execute(
      `INSERT INTO oauth_artifacts (model, id_hash, grant_id, payload, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (model, id_hash) DO UPDATE
       SET grant_id = excluded.grant_id, payload = excluded.payload, expires_at = excluded.expires_at`,
      [model, idHash, grantId, payload, lifetimeSeconds],
    );
  }

  find(model: string, idHash: Buffer, graceSeconds: number): Promise<KeptArtifact | null> {
    return this.database.maybeOne<KeptArtifact>(
      `SELECT payload, CASE WHEN consumed_at <= now() - make_interval(secs => $3)
                            THEN extract(epoch FROM consumed_at)::bigint END AS consumed
       FROM oauth_artifacts WHERE model = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > now())`,
      [model, idHash, graceSeconds],
    );
  }

  /** Marks an artifact as used. @returns false if it was used before and the grace period is over. */
  async consume(model: string, idHash: Buffer, graceSeconds: number): Promise<boolean> {
    // An older transaction may run this later with an earlier now(). Without a grace period it must still fail, hence
    // $3 > 0.
    const consumed = await this.database.execute(
      `UPDATE oauth_artifacts SET consumed_at = coalesce(consumed_at, now())
       WHERE model = $1 AND id_hash = $2
         AND (consumed_at IS NULL OR ($3 > 0 AND consumed_at > now() - make_interval(secs => $3)))`,
      [model, idHash, graceSeconds],
    );
    return consumed === 1;
  }

  async delete(model: string, idHash: Buffer): Promise<void> {
    await this.database.execute('DELETE FROM oauth_artifacts WHERE model = $1 AND id_hash = $2', [model, idHash]);
  }

  /** Deletes expired artifacts, and registered clients without a live connection. @returns the number of rows. */
  async purge(): Promise<number> {
    const expired = await this.database.execute(
      `DELETE FROM oauth_artifacts WHERE expires_at < now() - interval '1 day'`,
    );
    const idle = await this.database.execute(
      `DELETE FROM oauth_artifacts client
       WHERE model = 'Client' AND created_at < now() - interval '1 day' AND NOT EXISTS (
         SELECT FROM oauth_connections connection
         WHERE connection.client_id = client.payload->>'client_id'
           AND coalesce(revoked_at, connection.expires_at) > now() - make_interval(days => ${IDLE_CLIENT_DAYS}))`,
    );
    return expired + idle;
  }
}
