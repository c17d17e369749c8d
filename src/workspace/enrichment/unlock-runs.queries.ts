import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import type { LookUp } from './enrichment.service.js';
import type { Outcome, UnlockField, UnlockTarget } from './enrichment.types.js';
import type { UnlockRunState } from './unlock.entity.js';

/** Names what is unlocked, and for whom. `targetId` is a member's index, null unless a member is meant. */
export interface UnlockThing {
  teamId: string;
  opportunityId: string;
  target: UnlockTarget;
  targetId: number | null;
  field: UnlockField;
}

/** A run as it stands. */
export interface UnlockRun {
  id: string;
  state: UnlockRunState;
  outcome: Outcome | null;
  value: string | null;
  source: string | null;
  from_cache: boolean;
  purchase_id: string | null;
  /** The team knows the answer already: found, or not found within the days answers are kept, and not suppressed since. */
  is_known: boolean;
  /** Whoever runs it has been silent for too long. */
  is_dead: boolean;
}

/** SQL of unlock runs: the row of a thing is its truth, and its lock decides every race. */
@Injectable()
export class UnlockRunsQueries {
  private readonly columns: string;

  constructor(
    private readonly database: Database,
    @Inject(ENV) env: Env,
  ) {
    this.columns = `id, state, outcome, value, source, from_cache, purchase_id,
      state = 'done' AND (outcome = 'found'
        OR (outcome = 'not_found' AND finished_at > now() - make_interval(days => ${env.ENRICHMENT_CACHE_DAYS})))
        AND NOT EXISTS (SELECT 1 FROM suppressions WHERE key = ANY(unlocks.identity_keys)) AS is_known,
      state = 'running' AND lease_until < now() AS is_dead`;
  }

  async find(id: string): Promise<UnlockRun | null> {
    return this.database.maybeOne<UnlockRun & Record<string, unknown>>(
      `SELECT ${this.columns} FROM unlocks WHERE id = $1`,
      [id],
    );
  }

  of(thing: UnlockThing): Promise<UnlockRun | null> {
    return this.database.maybeOne<UnlockRun & Record<string, unknown>>(
      `SELECT ${this.columns} FROM unlocks
       WHERE team_id = $1 AND opportunity_id = $2 AND target = $3 AND coalesce(target_id, -1) = coalesce($4, -1) AND field = $5`,
      valuesOf(thing),
    );
  }

  /** The row of a thing, made if need be and locked until the transaction ends. */
  async lock(thing: UnlockThing): Promise<UnlockRun> {
    await this.database.execute(
      `INSERT INTO unlocks (team_id, opportunity_id, target, target_id, field, id, state)
       VALUES ($1, $2, $3, $4, $5, $6, 'idle') ON CONFLICT DO NOTHING`,
      [...valuesOf(thing), uuidv7()],
    );
    return this.database.one<UnlockRun & Record<string, unknown>>(
      `SELECT ${this.columns} FROM unlocks
       WHERE team_id = $1 AND opportunity_id = $2 AND target = $3 AND coalesce(target_id, -1) = coalesce($4, -1) AND field = $5
       FOR UPDATE`,
      valuesOf(thing),
    );
  }

  /** A run locked until the transaction ends, or null when it is not `purchaseId`'s any more. */
  lockRunning(id: string, purchaseId: string): Promise<UnlockRun | null> {
    return this.database.maybeOne<UnlockRun & Record<string, unknown>>(
      `SELECT ${this.columns} FROM unlocks WHERE id = $1 AND purchase_id = $2 AND state = 'running' FOR UPDATE`,
      [id, purchaseId],
    );
  }

  async start(id: string, purchaseId: string, companyKey: string | null): Promise<void> {
    await this.database.execute(
      `UPDATE unlocks SET state = 'running', purchase_id = $2, company_key = $3, lease_until = now() + make_interval(secs => $4),
         outcome = NULL, value = NULL, source = NULL, from_cache = false, identity_keys = '{}', finished_at = NULL
       WHERE id = $1`,
      [id, purchaseId, companyKey, LEASE_SECONDS],
    );
  }

  async renew(id: string, purchaseId: string): Promise<void> {
    await this.database.execute(
      `UPDATE unlocks SET lease_until = now() + make_interval(secs => $3) WHERE id = $1 AND purchase_id = $2 AND state = 'running'`,
      [id, purchaseId, LEASE_SECONDS],
    );
  }

  async finish(id: string, { outcome, value, source, fromCache, identityKeys }: LookUp): Promise<void> {
    await this.database.execute(
      `UPDATE unlocks SET state = 'done', outcome = $2, value = $3, source = $4, from_cache = $5, identity_keys = $6,
         finished_at = now()
       WHERE id = $1`,
      [id, outcome, value, source, fromCache, identityKeys],
    );
  }

  async fail(id: string): Promise<void> {
    await this.database.execute(`UPDATE unlocks SET state = 'failed', finished_at = now() WHERE id = $1`, [id]);
  }

  /** Runs whose process died, oldest first. */
  dead(limit: number): Promise<{ id: string; purchase_id: string }[]> {
    return this.database.query<{ id: string; purchase_id: string }>(
      `SELECT id, purchase_id FROM unlocks WHERE state = 'running' AND lease_until < now() ORDER BY lease_until LIMIT $1`,
      [limit],
    );
  }
}

const valuesOf = ({ teamId, opportunityId, target, targetId, field }: UnlockThing): unknown[] => [
  teamId,
  opportunityId,
  target,
  targetId,
  field,
];
