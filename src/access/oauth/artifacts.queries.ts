import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** An artifact to be kept; without a lifetime it is kept until it is deleted. */
export interface NewArtifact {
  model: string;
  idHash: Buffer;
  grantId: string | null;
  payload: Record<string, unknown>;
  lifetimeSeconds: number | null;
}

export interface KeptArtifact {
  payload: Record<string, unknown>;
  /** Unix seconds; null while it is unused, or while a reuse is still forgiven. */
  consumed: number | null;
}

/** How long a client that nobody connected with is kept. */
const IDLE_CLIENT_DAYS = 30;

/** SQL of what the authorization server keeps. */
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

  /** Uses an artifact up. @returns false when somebody else did so before, longer ago than is forgiven. */
  async consume(model: string, idHash: Buffer, graceSeconds: number): Promise<boolean> {
    // A transaction that began earlier may come later: its now() lies before the other's, which forgives nothing by itself.
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

  /** Forgets what has expired, and registered clients that no live connection needs. @returns how many rows went. */
  async purge(): Promise<number> {
    const expired = await this.database.execute(
      `DELETE FROM oauth_artifacts WHERE expires_at < now() - interval '1 day'`,
    );
    const idle = await this.database.execute(
      `DELETE FROM oauth_artifacts client
       WHERE model = 'Client' AND created_at < now() - make_interval(days => ${IDLE_CLIENT_DAYS}) AND NOT EXISTS (
         SELECT FROM oauth_connections connection
         WHERE connection.client_id = client.payload->>'client_id' AND revoked_at IS NULL AND connection.expires_at > now())`,
    );
    return expired + idle;
  }
}
