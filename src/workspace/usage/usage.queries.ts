import type { PoolKind } from '#accounts/credits/credit-pools.service.js';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { UsageGroup } from './usage.operations.js';

/** A row of usage; the columns that it is not grouped by are null. */
export interface UsageRecord {
  day: string | null;
  action: string | null;
  credential_kind: string | null;
  credential_id: string | null;
  credential_name: string | null;
  charged: number;
  refunded: number;
  count: number;
  /** The number of all rows, of which only some may be returned. */
  found: number;
}

/** An entry of the ledger with the name of its credential. */
export interface LedgerRecord {
  position: number;
  kind: string;
  amount: number;
  balance_after: number;
  action: string | null;
  thing: string | null;
  reason: string | null;
  /** The parts of the entry that concern pools. */
  pools: { id: string; kind: PoolKind; amount: number }[];
  credential_kind: string;
  credential_id: string | null;
  credential_name: string | null;
  purchase_id: string | null;
  pitch_id: string | null;
  report_id: string | null;
  request_id: string | null;
  created_at: Date;
}

/** The filters of the log. Fields that are left out select all entries. */
export interface LedgerFilter {
  kinds?: readonly string[];
  action?: string;
  credentialId?: string;
  from?: Date;
  to?: Date;
}

/** The range of the entries that a filter selects. */
export interface LedgerPart {
  after: number | null;
  isNewestFirst: boolean;
  limit: number;
}

/** The display name of a credential. Ids of other kinds are not UUIDs, so those of the few keys of a team are compared as text. */
const nameOf = (row: string): string => `CASE ${row}.credential_kind
  WHEN 'key' THEN (SELECT name FROM api_keys WHERE team_id = $1 AND id::text = ${row}.credential_id)
  WHEN 'oauth' THEN (SELECT client_name FROM oauth_connections WHERE team_id = $1 AND id::text = ${row}.credential_id)
  WHEN 'session' THEN (
    SELECT email FROM users WHERE id = CASE ${row}.credential_kind WHEN 'session' THEN ${row}.credential_id::uuid END) END`;

const GROUPED: Record<UsageGroup, string> = {
  day: `to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  action: 'action',
  key: 'credential_kind',
};

/** SQL of the usage and the ledger of teams. */
@Injectable()
export class UsageQueries {
  constructor(private readonly database: Database) {}

  /** Charges of a team from the day `from` to the day `to`, in UTC, both included. At most `limit` rows. */
  findUsage(
    teamId: string,
    { from, to }: { from: string; to: string },
    groups: ReadonlySet<UsageGroup>,
    limit: number,
  ): Promise<UsageRecord[]> {
    const column = (group: UsageGroup): string => (groups.has(group) ? GROUPED[group] : 'NULL::text');
    return this.database.query<UsageRecord>(
      `WITH grouped AS (
         SELECT ${column('day')} AS day, ${column('action')} AS action, ${column('key')} AS credential_kind,
                ${groups.has('key') ? 'credential_id' : 'NULL::text'} AS credential_id, sum(cost) AS charged,
                coalesce(sum(cost) FILTER (WHERE state = 'refunded'), 0) AS refunded, count(*) AS count
         FROM purchases
         WHERE team_id = $1 AND opened_at >= $2::date::timestamp AT TIME ZONE 'UTC'
           AND opened_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
         GROUP BY 1, 2, 3, 4
         ORDER BY 1, 2, 3, 4
       ), counted AS (SELECT *, count(*) OVER () AS found FROM grouped LIMIT $4)
       SELECT counted.*, ${nameOf('counted')} AS credential_name FROM counted
       ORDER BY day, action, credential_kind, credential_id`,
      [teamId, from, to, limit],
    );
  }

  /** At most `limit` entries of a team, the newest or the oldest first, after the entry at a position. */
  findEntries(teamId: string, filter: LedgerFilter, part: LedgerPart): Promise<LedgerRecord[]> {
    const { text, values } = this.entriesStatement(teamId, filter, part);
    return this.database.query<LedgerRecord>(text, values);
  }

  /** The SELECT of `findEntries`, which returns a `LedgerRecord` for each entry. */
  entriesStatement(
    teamId: string,
    { kinds, action, credentialId, from, to }: LedgerFilter,
    { after, isNewestFirst, limit }: LedgerPart,
  ): { text: string; values: unknown[] } {
    const [order, beyond] = isNewestFirst ? ['DESC', '<'] : ['ASC', '>'];
    return {
      text: `SELECT entry.position, entry.kind, entry.amount, entry.balance_after, entry.action, entry.thing, entry.reason,
              entry.credential_kind, entry.credential_id, ${nameOf('entry')} AS credential_name, entry.purchase_id,
              entry.request_id, entry.created_at,
              (SELECT pitch.id FROM runs JOIN pitches pitch ON pitch.id = runs.id WHERE runs.purchase_id = entry.purchase_id) AS pitch_id,
              (SELECT report.id FROM runs JOIN reports report ON report.id = runs.id WHERE runs.purchase_id = entry.purchase_id) AS report_id,
              (SELECT coalesce(json_agg(json_build_object('id', pool.id, 'kind', pool.kind, 'amount', part.amount)
                                        ORDER BY pool.created_at, pool.id), '[]')
               FROM credit_pool_entries part JOIN credit_pools pool ON pool.id = part.pool_id
               WHERE part.team_id = $1 AND part.position = entry.position) AS pools
       FROM credit_entries entry
       WHERE entry.team_id = $1
         AND ($2::integer IS NULL OR entry.position ${beyond} $2)
         AND ($3::text[] IS NULL OR entry.kind = ANY($3))
         AND ($4::text IS NULL OR entry.action = $4)
         AND ($5::text IS NULL OR entry.credential_id = $5)
         AND ($6::timestamptz IS NULL OR entry.created_at >= $6)
         AND ($7::timestamptz IS NULL OR entry.created_at < $7)
       ORDER BY entry.position ${order} LIMIT $8`,
      values: [teamId, after, kinds ?? null, action ?? null, credentialId ?? null, from ?? null, to ?? null, limit],
    };
  }
}
