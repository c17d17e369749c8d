import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import type { PitchChannel } from './pitch.types.js';

/** A pitch as it stands. */
export interface PitchRun {
  id: string;
  state: 'writing' | 'written' | 'failed';
  markdown: string | null;
  purchase_id: string;
  /** Whoever writes it has been silent for too long. */
  is_dead: boolean;
}

/** A pitch that has just been paid for. */
export interface NewPitchRun {
  id: string;
  teamId: string;
  opportunityId: string;
  channels: readonly PitchChannel[];
  features: string | null;
  purchaseId: string;
  idempotencyId: string | null;
}

const COLUMNS = `id, state, markdown, purchase_id, state = 'writing' AND lease_until < now() AS is_dead`;

/** SQL of pitches that are being written. */
@Injectable()
export class PitchRunsQueries {
  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async start(run: NewPitchRun): Promise<void> {
    await this.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, features, state, purchase_id, idempotency_id, lease_until)
       VALUES ($1, $2, $3, $4, $5, 'writing', $6, $7, now() + make_interval(secs => $8))`,
      [
        run.id,
        run.teamId,
        run.opportunityId,
        run.channels,
        run.features,
        run.purchaseId,
        run.idempotencyId,
        LEASE_SECONDS,
      ],
    );
  }

  byPurchase(purchaseId: string): Promise<PitchRun | null> {
    return this.database.maybeOne<PitchRun & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM pitches WHERE purchase_id = $1`,
      [purchaseId],
    );
  }

  /** The pitch that this very request has bought before, as long as its `Idempotency-Key` is remembered. */
  boughtBy(idempotencyId: string): Promise<PitchRun | null> {
    return this.database.maybeOne<PitchRun & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM pitches
       WHERE idempotency_id = $1 AND state = 'written' AND created_at > now() - make_interval(hours => $2)`,
      [idempotencyId, this.env.IDEMPOTENCY_HOURS],
    );
  }

  /** Locked until the transaction ends; null when it has ended already. */
  lockWriting(purchaseId: string): Promise<PitchRun | null> {
    return this.database.maybeOne<PitchRun & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM pitches WHERE purchase_id = $1 AND state = 'writing' FOR UPDATE`,
      [purchaseId],
    );
  }

  async renew(purchaseId: string): Promise<void> {
    await this.database.execute(
      `UPDATE pitches SET lease_until = now() + make_interval(secs => $2) WHERE purchase_id = $1 AND state = 'writing'`,
      [purchaseId, LEASE_SECONDS],
    );
  }

  async finish(purchaseId: string, markdown: string, engine: string): Promise<void> {
    await this.database.execute(
      `UPDATE pitches SET state = 'written', markdown = $2, engine = $3 WHERE purchase_id = $1`,
      [purchaseId, markdown, engine],
    );
  }

  async fail(purchaseId: string): Promise<void> {
    await this.database.execute(`UPDATE pitches SET state = 'failed' WHERE purchase_id = $1`, [purchaseId]);
  }

  /** Purchases of pitches whose process died, oldest first. */
  async dead(limit: number): Promise<string[]> {
    const rows = await this.database.query<{ purchase_id: string }>(
      `SELECT purchase_id FROM pitches WHERE state = 'writing' AND lease_until < now() ORDER BY lease_until LIMIT $1`,
      [limit],
    );
    return rows.map((row) => row.purchase_id);
  }
}
