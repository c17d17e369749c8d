import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { LookUp } from '#workspace/enrichment/enrichment.service.js';
import { mayBeShown } from '#workspace/enrichment/suppression.condition.js';
import type { Unlock } from './unlock.entity.js';
import type { UnlockField, UnlockItem } from './unlock.types.js';

type Columns = RowOf<Unlock>;

/** The stored unlock of one item. */
export type StoredUnlock = Pick<Columns, 'outcome' | 'value' | 'source' | 'from_cache' | 'is_repeated'>;

/** Identifies a field of a person whose keys are known. */
export interface PersonField {
  teamId: string;
  field: UnlockField;
  keys: readonly string[];
}

/** What is stored with the outcome of a look-up. */
interface SavedWith {
  companyKey: string | null;
  /** Whether the team had the contact of the person by another unlock. */
  isRepeated: boolean;
}

/** An unlock of an opportunity with the outcome `found` or `not_found`. */
export type OpportunityUnlock = Pick<
  Columns,
  'opportunity_id' | 'target' | 'target_id' | 'field' | 'outcome' | 'value' | 'source' | 'company_key' | 'updated_at'
>;

const STORED = 'outcome, value, source, from_cache, is_repeated';
const NOT_SUPPRESSED = mayBeShown('unlocks.identity_keys', 'unlocks.team_id');
const OF_ITEM = `team_id = $1 AND opportunity_id = $2 AND target = $3 AND coalesce(target_id, -1) = coalesce($4::integer, -1)
  AND field = $5`;

/** SQL of unlocks. */
@Injectable()
export class UnlocksQueries {
  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The unlock of an item, and whether the person may still be shown. */
  find(item: UnlockItem): Promise<(StoredUnlock & { is_shown: boolean }) | null> {
    return this.database.prepared.maybeOne<StoredUnlock & { is_shown: boolean }>(
      `SELECT ${STORED}, (${NOT_SUPPRESSED}) AS is_shown FROM unlocks WHERE ${OF_ITEM}`,
      valuesOf(item),
    );
  }

  /**
   * An unlock that makes a new look-up unnecessary: found, or not found within the days that provider results are kept,
   * and not suppressed since.
   */
  findReusable(item: UnlockItem): Promise<StoredUnlock | null> {
    return this.database.prepared.maybeOne<StoredUnlock>(
      `SELECT ${STORED} FROM unlocks
       WHERE ${OF_ITEM} AND ${NOT_SUPPRESSED}
         AND (outcome = 'found' OR (outcome = 'not_found' AND finished_at > now() - make_interval(days => $6)))`,
      [...valuesOf(item), this.env.ENRICHMENT_CACHE_DAYS],
    );
  }

  /** The id of an unlock that revealed this field of a person with one of the keys to the team, on any opportunity. */
  async findOfPerson({ teamId, field, keys }: PersonField): Promise<string | null> {
    if (keys.length === 0) return null;
    const row = await this.database.prepared.maybeOne<{ id: string }>(
      `SELECT id FROM unlocks
       WHERE team_id = $1 AND field = $2 AND identity_keys && $3 AND outcome = 'found' AND ${NOT_SUPPRESSED}
       ORDER BY id LIMIT 1`,
      [teamId, field, keys],
    );
    return row?.id ?? null;
  }

  /** What an unlock of the team revealed. Null if the person has been suppressed since. */
  findRevealed(teamId: string, id: string): Promise<StoredUnlock | null> {
    return this.database.prepared.maybeOne<StoredUnlock>(
      `SELECT ${STORED} FROM unlocks WHERE team_id = $1 AND id = $2 AND outcome = 'found' AND ${NOT_SUPPRESSED}`,
      [teamId, id],
    );
  }

  /**
   * Writes what an unlock revealed as the result of another item of the same person, unless the item has one.
   * @returns whether it was written
   */
  async repeat(item: UnlockItem, revealedBy: string): Promise<boolean> {
    const written = await this.database.prepared.execute(
      `INSERT INTO unlocks (team_id, opportunity_id, target, target_id, field, id, outcome, value, source, from_cache,
                            identity_keys, company_key, is_repeated)
       SELECT team_id, $2, $3, $4, $5, $6, outcome, value, source, true, identity_keys, company_key, true
       FROM unlocks WHERE team_id = $1 AND id = $7 AND outcome = 'found'
       ON CONFLICT (team_id, opportunity_id, target, coalesce(target_id, -1), field) DO UPDATE
       SET outcome = excluded.outcome, value = excluded.value, source = excluded.source, from_cache = true,
         identity_keys = excluded.identity_keys, company_key = excluded.company_key, is_repeated = true, finished_at = now()
       WHERE unlocks.outcome <> 'found'`,
      [...valuesOf(item), uuidv7(), revealedBy],
    );
    return written > 0;
  }

  /** Waits until no other unlock of the team is being written, so that one person's contact is paid for once. Until the transaction ends. */
  async lockTeam(teamId: string): Promise<void> {
    await this.database.prepared.query(`SELECT pg_advisory_xact_lock(hashtextextended('unlocks ' || $1, 0))`, [teamId]);
  }

  /** Whether the team has unlocked the item, and has put the person on its own list since. */
  async isListed(item: UnlockItem): Promise<boolean> {
    const row = await this.database.maybeOne(
      `SELECT FROM unlocks JOIN team_suppressions listed USING (team_id)
       WHERE ${OF_ITEM} AND outcome = 'found' AND listed.key = ANY(unlocks.identity_keys) LIMIT 1`,
      valuesOf(item),
    );
    return row !== null;
  }

  /**
   * Stores the outcome of a look-up. Replaces the outcome of an earlier one, but a contact that the team was shown meanwhile stays if
   * this look-up found none.
   */
  async save(item: UnlockItem, lookUp: LookUp, { companyKey, isRepeated }: SavedWith): Promise<void> {
    const { outcome, value, source, fromCache, identityKeys } = lookUp;
    await this.database.prepared.execute(
      `INSERT INTO unlocks (team_id, opportunity_id, target, target_id, field, id, outcome, value, source, from_cache,
                            identity_keys, company_key, is_repeated)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       ON CONFLICT (team_id, opportunity_id, target, coalesce(target_id, -1), field) DO UPDATE
       SET outcome = excluded.outcome, value = excluded.value, source = excluded.source, from_cache = excluded.from_cache,
         identity_keys = excluded.identity_keys, company_key = excluded.company_key, is_repeated = excluded.is_repeated,
         finished_at = now()
       WHERE unlocks.outcome <> 'found' OR excluded.outcome <> 'not_found'`,
      [...valuesOf(item), uuidv7(), outcome, value, source, fromCache, identityKeys, companyKey, isRepeated],
    );
  }

  /** The unlocks of the team on these opportunities, without people who have been suppressed since. */
  findByTeam(teamId: string, opportunityIds: readonly string[]): Promise<OpportunityUnlock[]> {
    return this.database.query<OpportunityUnlock>(
      `SELECT opportunity_id, target, target_id, field, outcome, value, source, company_key, updated_at
       FROM unlocks
       WHERE team_id = $1 AND opportunity_id = ANY($2) AND outcome IN ('found', 'not_found') AND ${NOT_SUPPRESSED}`,
      [teamId, opportunityIds],
    );
  }
}

const valuesOf = ({ teamId, opportunityId, target, targetId, field }: UnlockItem): unknown[] => [
  teamId,
  opportunityId,
  target,
  targetId,
  field,
];
