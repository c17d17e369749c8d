import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import DataLoader from 'dataloader';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuditedChange, AuditService } from '#accounts/audit/audit.service.js';
import { BudgetsService } from '#accounts/credits/budgets.service.js';
import { currentActor } from '#accounts/events/team-event.definition.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { planRequired } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { ApiKey } from './api-key.entity.js';
import { KEY_CREATED, KEY_REVOKED, KEY_ROTATED } from './api-keys.events.js';
import { ApiKeysQueries, type LiveKey, type ListedKey } from './api-keys.queries.js';

export type { ListedKey };

/** The properties of a new key. Without a spend cap the key cannot spend credits. */
export interface NewApiKey {
  name: string;
  spendCap?: number;
  expiresAt?: Date;
}

const NOTE_USE_EVERY_MS = 5_000;
const HOUR_MS = 60 * 60 * 1_000;

/** API keys of paid teams. A key is shown once and stored as a hash; revoking it affects the next request. */
@Injectable()
export class ApiKeysService implements OnApplicationShutdown {
  private readonly log = new Logger(ApiKeysService.name);
  private readonly format: RegExp;
  // Keys are not cached. Keys that arrive in one turn of the event loop share one lookup, which runs after they
  // arrived.
  private readonly liveKeys = new DataLoader<Buffer, LiveKey | null, string>((hashes) => this.load(hashes), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  private readonly seen = new Map<string, Date>();
  private noting: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly queries: ApiKeysQueries,
    private readonly budgets: BudgetsService,
    private readonly teams: TeamsService,
    private readonly audit: AuditService,
    private readonly events: TeamEvents,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.format = new RegExp(`^${env.BRAND_PREFIX}_live_[0-9a-f]{64}$`);
  }

  /** Creates a key. @returns the full key, which cannot be read again. @throws 403 `plan_required` for a free team. */
  async create(teamId: string, wanted: NewApiKey): Promise<{ id: string; key: string }> {
    const team = await this.teams.get(teamId);
    if (!isPaidTeam({ ...team, status: team.subscriptionStatus })) {
      throw planRequired(undefined, 'API keys come with a paid plan');
    }
    return this.database.transaction(async () => {
      const budgetId =
        wanted.spendCap === undefined ? null : await this.budgets.create(teamId, 'lifetime', wanted.spendCap);
      const expiresAt = wanted.expiresAt ?? null;
      const created = await this.insert({ teamId, name: wanted.name, budgetId, expiresAt });
      const changes = {
        spend_cap: [null, wanted.spendCap ?? null],
        expires_at: [null, expiresAt?.toISOString() ?? null],
      } as const;
      await this.record('key.created', { id: created.id, teamId, name: wanted.name }, changes);
      await this.events.append(KEY_CREATED, toldOf(created, wanted.name, expiresAt), teamId);
      return created;
    });
  }

  /**
   * Replaces a key with a new one of the same name, expiry and spend cap. Both count against the same cap. The old key
   * works for `overlapHours` more, or until its own expiry. @throws 404; 400 for a key that no longer works
   */
  rotate(id: string, overlapHours: number): Promise<{ id: string; key: string; old_expires_at: Date }> {
    return this.database.transaction(async () => {
      const old = await this.keys.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!old) throw notFound('API key not found');
      const now = new Date();
      if (old.revokedAt || (old.expiresAt && old.expiresAt <= now)) {
        throw invalidRequest('The key is revoked or has expired: create a new key');
      }
      const overlapEnds = new Date(now.getTime() + overlapHours * HOUR_MS);
      const old_expires_at = old.expiresAt && old.expiresAt < overlapEnds ? old.expiresAt : overlapEnds;
      await this.keys.update({ id }, { expiresAt: old_expires_at });
      const created = await this.insert(old);
      await this.events.append(KEY_ROTATED, toldOf(created, old.name, old.expiresAt), old.teamId);
      await this.record('key.rotated', old, {
        id: [id, created.id],
        expires_at: [old.expiresAt?.toISOString() ?? null, old_expires_at.toISOString()],
      });
      return { ...created, old_expires_at };
    });
  }

  /** The team's keys, newest first, each with the credits it has spent. */
  list(teamId: string): Promise<ListedKey[]> {
    return this.queries.listOf(teamId);
  }

  /** Revokes a key, of one team if `teamId` is given; its next request gets 401. Safe to repeat. @throws 404 */
  async revoke(id: string, teamId?: string): Promise<void> {
    await this.database.transaction(async () => {
      const key = await this.queries.revoke(id, teamId ?? null);
      if (!key) throw notFound('API key not found');
      if (!key.was_live) return;
      await this.record('key.revoked', { id, teamId: key.team_id, name: key.name });
      await this.events.append(KEY_REVOKED, toldOf({ id, key: key.hint }, key.name, key.expires_at), key.team_id);
    });
  }

  /** Sets or changes the spend cap. @throws 404 */
  async setSpendCap(id: string, teamId: string, spendCap: number): Promise<void> {
    await this.database.transaction(async () => {
      const key = await this.keys.findOneBy({ id, teamId });
      if (!key) throw notFound('API key not found');
      const before = key.budgetId && (await this.budgets.stateOf(key.budgetId)).limit;
      await this.record('key.changed', key, { spend_cap: [before, spendCap] });
      if (key.budgetId) return this.budgets.setLimit(key.budgetId, spendCap);
      const budgetId = await this.budgets.create(teamId, 'lifetime', spendCap);
      await this.keys.update({ id }, { budgetId });
    });
  }

  /**
   * The team of a valid key, with its current plan and spend cap, or null. Keys that arrive together share one lookup.
   */
  async resolve(key: string, clientIp: string): Promise<TeamCaller | null> {
    if (!this.format.test(key)) return null;
    const liveKey = await this.liveKeys.load(hashOf(key));
    if (!liveKey) return null;
    this.noteUse(liveKey.id);
    return {
      lane: 'key',
      clientIp,
      credentialId: liveKey.id,
      credentialName: liveKey.name,
      team: { id: liveKey.team_id, name: liveKey.team_name, tier: liveKey.tier, status: liveKey.subscription_status },
      budget:
        liveKey.budget_id === null
          ? null
          : { kind: 'lifetime', id: liveKey.budget_id, limit: liveKey.budget_limit ?? 0 },
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.noting);
    await this.writeUse();
  }

  /** Makes a secret and stores its hash. @returns the full key */
  private async insert(
    wanted: Pick<ApiKey, 'teamId' | 'name' | 'budgetId' | 'expiresAt'>,
  ): Promise<{ id: string; key: string }> {
    const { teamId, name, budgetId, expiresAt } = wanted;
    const key = `${this.env.BRAND_PREFIX}_live_${randomBytes(32).toString('hex')}`;
    const id = uuidv7();
    await this.keys.insert({ id, teamId, name, keyHash: hashOf(key), hint: hintOf(key), budgetId, expiresAt });
    return { id, key };
  }

  private record(
    action: AuditedChange['action'],
    { id, teamId, name }: Pick<ApiKey, 'id' | 'teamId' | 'name'>,
    changes?: AuditedChange['changes'],
  ): Promise<void> {
    return this.audit.record({ action, teamId, target: { type: 'key', id, name }, changes });
  }

  private async load(hashes: readonly Buffer[]): Promise<(LiveKey | null)[]> {
    const found = await this.queries.findLive(hashes);
    const byHash = new Map(found.map((liveKey) => [liveKey.key_hash.toString('base64'), liveKey]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null);
  }

  /** Remembers a use. Uses are stored every few seconds, so that requests do not wait for a write. */
  private noteUse(id: string): void {
    this.seen.set(id, new Date());
    this.noting ??= setTimeout(() => void this.writeUse(), NOTE_USE_EVERY_MS).unref();
  }

  private async writeUse(): Promise<void> {
    this.noting = undefined;
    if (this.seen.size === 0) return;
    const seen = new Map(this.seen);
    this.seen.clear();
    await this.queries
      .noteUse(seen)
      .catch((error: unknown) => this.log.warn({ error }, 'the last use of keys could not be stored'));
  }
}

const hintOf = (key: string): string => key.slice(-4);

/** A key as events tell it. */
const toldOf = ({ id, key }: { id: string; key: string }, name: string, expiresAt: Date | null) => ({
  key: { id, name, hint: hintOf(key) },
  by: currentActor(),
  expires_at: expiresAt && expiresAt.toISOString(),
});

/** A key has 256 random bits, so an unsalted SHA-256 cannot be reversed. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
