import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import DataLoader from 'dataloader';
import { In, IsNull, MoreThan, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_SCOPES } from '#access/policy/key.scopes.js';
import { changesOf } from '#accounts/audit/audit.changes.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { BudgetsService } from '#accounts/credits/budgets.service.js';
import { currentActor } from '#accounts/events/team-event.definition.js';
import { ShadowTeams } from '#accounts/shadow-teams/shadow-teams.service.js';
import { hasPaidPlan } from '#accounts/teams/plans.js';
import { limitReached, planRequired } from '#accounts/teams/teams.failures.js';
import { type Team, TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { isTestTeam, testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { invalidFields, invalidRequest, notFound } from '#platform/errors/application-error.js';
import { hashOfSecret } from '#platform/secrets/random.secret.js';
import { allows } from './address.list.js';
import { ApiKey } from './api-key.entity.js';
import { KEY_CREATED, KEY_REVOKED, KEY_ROTATED } from './api-keys.events.js';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeysQueries, type KeyPosition, type KeyStatus, type ListedKey, type LiveKey } from './api-keys.queries.js';
import { checkedKey, DAILY_CAP_ALONE, demandCaps, type KeyCaps, type NewApiKey } from './key.rules.js';

export type { KeyPosition, KeyStatus, ListedKey };

/** The properties of a new key, except its secret. */
type KeyRow = Omit<
  ApiKey,
  'id' | 'keyHash' | 'hint' | 'revokedAt' | 'rotatedAt' | 'expiryToldDays' | 'lastUsedAt' | 'lastUsedIp' | 'createdAt'
>;

const HOUR_MS = 60 * 60 * 1_000;

/** API keys of paid teams. A key is shown once and stored as a hash; revoking it affects the next request. */
@Injectable()
export class ApiKeysService {
  private readonly format: RegExp;
  // Keys are not cached. Keys that arrive in one turn of the event loop share one lookup, which runs after they
  // arrived.
  private readonly liveKeys = new DataLoader<Buffer, LiveKey | null, string>((hashes) => this.load(hashes), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  constructor(
    private readonly database: Database,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly queries: ApiKeysQueries,
    private readonly uses: ApiKeyUses,
    private readonly budgets: BudgetsService,
    private readonly teams: TeamsService,
    private readonly shadows: ShadowTeams,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.format = new RegExp(`^${env.BRAND_PREFIX}_(?:live|test)_[0-9a-f]{64}$`);
  }

  /**
   * Creates a key, for test mode of the team's shadow team. @returns the full key, which cannot be read again.
   * @throws 400 for a field without a valid value; 403 `plan_required` for a free team; 403 `limit_reached`
   */
  async create(liveTeamId: string, wanted: NewApiKey): Promise<{ id: string; key: string }> {
    const { name, spendCap, dailyCap = null, expiresAt = null, createdBy = null } = checkedKey(wanted);
    return this.database.transaction(async () => {
      const teamId = await this.ownerOf(await this.teams.lock(liveTeamId), wanted.test === true);
      const budgetId =
        spendCap === undefined ? null : await this.budgets.create(teamId, 'lifetime', spendCap, dailyCap);
      const scopes = [...(wanted.scopes ?? DEFAULT_SCOPES)];
      const allowedCidrs = [...(wanted.allowedCidrs ?? [])];
      const row = { teamId, name, budgetId, expiresAt, scopes, allowedCidrs, createdBy, familyId: null };
      const created = await this.insert(row);
      const changes = {
        scopes: [null, scopes],
        allowed_cidrs: [null, allowedCidrs],
        spend_cap: [null, spendCap ?? null],
        daily_cap: [null, dailyCap],
        expires_at: [null, expiresAt?.toISOString() ?? null],
      } as const;
      const event = toldOf(created, name, expiresAt);
      await this.facts.record(KEY_CREATED, { teamId, id: created.id, name }, { changes, event });
      return created;
    });
  }

  /** The team of a new key: the team itself or its shadow. @throws 403 `plan_required`, 403 `limit_reached` */
  private async ownerOf(team: Team, isTest: boolean): Promise<string> {
    if (!isTest && !hasPaidPlan({ ...team, status: team.subscriptionStatus })) {
      throw planRequired(undefined, 'API keys come with a paid plan');
    }
    const id = isTest ? testTeamIdOf(team.id) : team.id;
    const current = await this.queries.countLive(id);
    const { limit, ...limits } = this.teams.limitOf(team.tier, isTest ? 'test_keys' : 'live_keys', current);
    if (current >= limit) throw limitReached({ limit, ...limits });
    return isTest ? this.shadows.ensure(team) : id;
  }

  /**
   * Replaces a key with a new one of the same settings and caps: for a member, a key of their team. Both count against
   * the same caps and rate limits, and share the `Idempotency-Key`s. The old key works for `overlapHours` more, or until
   * its own expiry. @throws 404; 400 for a key that no longer works or was rotated before
   */
  rotate(
    id: string,
    overlapHours: number,
    member?: { teamId: string; userId: string },
  ): Promise<{ id: string; key: string; old_expires_at: Date }> {
    return this.database.transaction(async () => {
      const where = { id, ...(member && { teamId: In(bothOf(member.teamId)) }) };
      const old = await this.keys.findOne({ where, lock: { mode: 'pessimistic_write' } });
      if (!old) throw notFound('API key not found');
      const now = new Date();
      if (old.revokedAt || (old.expiresAt && old.expiresAt <= now)) {
        throw invalidRequest('The key is revoked or has expired: create a new key');
      }
      if (old.rotatedAt) throw invalidRequest('The key was rotated before: rotate the key that replaced it');
      const overlapEnds = new Date(now.getTime() + overlapHours * HOUR_MS);
      const old_expires_at = old.expiresAt && old.expiresAt < overlapEnds ? old.expiresAt : overlapEnds;
      await this.keys.update({ id }, { expiresAt: old_expires_at, rotatedAt: now });
      const created = await this.insert({
        ...old,
        familyId: old.familyId ?? old.id,
        createdBy: member?.userId ?? null,
      });
      const changes = {
        id: [id, created.id],
        expires_at: [old.expiresAt?.toISOString() ?? null, old_expires_at.toISOString()],
      } as const;
      const event = toldOf(created, old.name, old.expiresAt);
      await this.facts.record(KEY_ROTATED, old, { changes, event });
      return { ...created, old_expires_at };
    });
  }

  /** The team's keys, including those of test mode, newest first, each with its spent credits. */
  async list(teamId: string): Promise<ListedKey[]> {
    const rows = await this.queries.find({ teamIds: bothOf(teamId), id: null }, { after: null, limit: null });
    return rows.map(keyOf);
  }

  /** At most `limit` keys of a team, newest first; with `after`, only older ones. */
  page(teamId: string, part: { after: KeyPosition | null; limit: number }): ReturnType<ApiKeysQueries['find']> {
    return this.queries.find({ teamIds: [teamId], id: null }, part);
  }

  /** Names and last characters of the keys that a person has made in the last minutes, in all teams, and that are not revoked. */
  async madeBy(userId: string, minutes: number): Promise<string[]> {
    const since = new Date(Date.now() - minutes * 60_000);
    const where = { createdBy: userId, createdAt: MoreThan(since), revokedAt: IsNull() };
    const keys = await this.keys.find({ where, order: { createdAt: 'ASC' } });
    return keys.map(({ name, hint }) => `${name} (…${hint})`);
  }

  /** One key. @throws 404 */
  async get(id: string): Promise<ListedKey> {
    const [key] = await this.queries.find({ teamIds: null, id }, { after: null, limit: 1 });
    if (!key) throw notFound('API key not found');
    return keyOf(key);
  }

  /** Revokes a key, of one team if `teamId` is given; its next request gets 401. Safe to repeat. @throws 404 */
  async revoke(id: string, teamId?: string): Promise<void> {
    await this.database.transaction(async () => {
      const key = await this.queries.revoke(id, teamId === undefined ? null : bothOf(teamId));
      if (!key) throw notFound('API key not found');
      if (!key.was_live) return;
      const event = toldOf({ id, key: key.hint }, key.name, key.expires_at);
      await this.facts.record(KEY_REVOKED, { teamId: key.team_id, id, name: key.name }, { event });
    });
  }

  /**
   * Sets or changes caps of a key, of one team if `teamId` is given. A cap that is left out stays; a daily cap of null
   * is removed. @throws 404; 400 about a cap
   */
  async setCaps(id: string, caps: KeyCaps, teamId?: string): Promise<void> {
    demandCaps(caps);
    await this.database.transaction(async () => {
      const where = { id, ...(teamId !== undefined && { teamId: In(bothOf(teamId)) }) };
      const key = await this.keys.findOne({ where, lock: { mode: 'pessimistic_write' } });
      if (!key) throw notFound('API key not found');
      const before = key.budgetId ? await this.budgets.lock(key.budgetId) : null;
      const spendCap = caps.spendCap ?? before?.limit;
      const dailyCap = caps.dailyCap === undefined ? (before?.daily_limit ?? null) : caps.dailyCap;
      if (spendCap === undefined && dailyCap === null) return;
      if (spendCap === undefined) throw invalidFields([DAILY_CAP_ALONE]);
      const old = { spend_cap: before?.limit, daily_cap: before?.daily_limit };
      const changes = changesOf(old, { spend_cap: spendCap, daily_cap: dailyCap });
      await this.facts.record('key.changed', key, { changes });
      if (key.budgetId) return this.budgets.setLimits(key.budgetId, spendCap, dailyCap);
      const budgetId = await this.budgets.create(key.teamId, 'lifetime', spendCap, dailyCap);
      await this.keys.update({ id }, { budgetId });
    });
  }

  /** Replaces each budget of the keys of a shadow team by a new, unspent one with the same caps. Rotated keys share theirs. */
  async renewBudgets(teamId: string): Promise<void> {
    const budgetIds = new Set((await this.keys.findBy({ teamId })).flatMap(({ budgetId }) => budgetId ?? []));
    for (const budgetId of budgetIds) {
      const { limit, daily_limit } = await this.budgets.stateOf(budgetId);
      const renewedId = await this.budgets.create(teamId, 'lifetime', limit, daily_limit);
      await this.keys.update({ teamId, budgetId }, { budgetId: renewedId });
    }
  }

  /**
   * The team of a valid key, with its current plan, scopes and spend cap, or null. Keys that arrive together share one
   * lookup. A use from an address that the key does not allow is not counted.
   */
  async resolve(key: string, clientIp: string): Promise<TeamCaller | null> {
    if (!this.format.test(key)) return null;
    const liveKey = await this.liveKeys.load(hashOfSecret(key));
    if (!liveKey) return null;
    const isRefusedAddress = !allows(liveKey.allowed_cidrs, clientIp);
    if (!isRefusedAddress) this.uses.note(liveKey.id, clientIp);
    return { ...callerOf(liveKey, clientIp), isRefusedAddress };
  }

  /** The team of a key that is still valid, for work that the key has started; null otherwise. */
  async resolveById(id: string): Promise<TeamCaller | null> {
    const liveKey = await this.queries.findLiveById(id);
    return liveKey && callerOf(liveKey, '');
  }

  /** Creates a secret and stores its hash. @returns the full key */
  private async insert(wanted: KeyRow): Promise<{ id: string; key: string }> {
    const { teamId, name, budgetId, expiresAt, scopes, allowedCidrs, familyId, createdBy } = wanted;
    const mode = isTestTeam(teamId) ? 'test' : 'live';
    const key = `${this.env.BRAND_PREFIX}_${mode}_${randomBytes(32).toString('hex')}`;
    const id = uuidv7();
    const row = { id, teamId, name, budgetId, expiresAt, scopes, allowedCidrs, familyId, createdBy };
    await this.keys.insert({ ...row, keyHash: hashOfSecret(key), hint: hintOf(key) });
    return { id, key };
  }

  private async load(hashes: readonly Buffer[]): Promise<(LiveKey | null)[]> {
    const found = await this.queries.findLive(hashes);
    const byHash = new Map(found.map((liveKey) => [liveKey.key_hash.toString('base64'), liveKey]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null);
  }
}

/** A row without its position in the list. */
const keyOf = ({ position: _position, ...key }: ListedKey & { position: string }): ListedKey => key;

/** A team and its shadow. */
const bothOf = (teamId: string): string[] => [teamId, testTeamIdOf(teamId)];

const hintOf = (key: string): string => key.slice(-4);

/** A key as events contain it. */
const toldOf = ({ id, key }: { id: string; key: string }, name: string, expiresAt: Date | null) => ({
  key: { id, name, hint: hintOf(key) },
  by: currentActor(),
  expires_at: expiresAt && expiresAt.toISOString(),
});

function callerOf(liveKey: LiveKey, clientIp: string): TeamCaller {
  return {
    lane: 'key',
    clientIp,
    credentialId: liveKey.id,
    credentialName: liveKey.name,
    credentialHint: liveKey.hint,
    familyId: liveKey.family_id,
    scopes: liveKey.scopes,
    team: {
      ...{ id: liveKey.team_id, name: liveKey.team_name, tier: liveKey.tier, status: liveKey.subscription_status },
      isSuspended: liveKey.is_suspended,
    },
    budget:
      liveKey.budget_id === null ? null : { kind: 'lifetime', id: liveKey.budget_id, limit: liveKey.budget_limit ?? 0 },
  };
}
