import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Keeps the movements of credits of a deleted team, without a name. The audit log has a separate function. */
export const KEPT_TABLES = [
  'credit_accounts',
  'credit_entries',
  'credit_pools',
  'credit_pool_entries',
  'purchases',
  'spend_budgets',
  'billing_customers',
  'billing_subscriptions',
  'billing_payments',
  'audit_entries',
];

/** SQL of the deletion of teams. Methods that write expect an open transaction. */
@Injectable()
export class TeamDeletionQueries {
  constructor(private readonly database: Database) {}

  /** Marks a team and its shadow team as deleted, or as not deleted. */
  async setDeleted(teamId: string, isDeleted: boolean): Promise<void> {
    await this.database.execute(
      `UPDATE teams SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1 OR live_team_id = $1`,
      [teamId, isDeleted],
    );
  }

  /** Locks a deleted team that has its data. @returns its name; null for any other team */
  lockDeleted(teamId: string): Promise<{ name: string } | null> {
    return this.database.maybeOne<{ name: string }>(
      `SELECT name FROM teams WHERE id = $1 AND live_team_id IS NULL AND deleted_at IS NOT NULL AND purged_at IS NULL
       FOR NO KEY UPDATE`,
      [teamId],
    );
  }

  /** The ids of deleted teams with a run that has not ended; shadow teams are separate teams. */
  async findWithOpenRuns(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM teams WHERE deleted_at IS NOT NULL AND purged_at IS NULL
         AND EXISTS (SELECT FROM runs WHERE runs.team_id = teams.id AND runs.state IN ('queued', 'running'))`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * The ids of teams that were deleted at least `days` days ago, and of their shadow teams. A team with an open
   * purchase waits.
   */
  async findDue(days: number): Promise<{ id: string; shadow_id: string | null }[]> {
    return this.database.query(
      `SELECT team.id, shadow.id AS shadow_id FROM teams team LEFT JOIN teams shadow ON shadow.live_team_id = team.id
       WHERE team.live_team_id IS NULL AND team.purged_at IS NULL AND team.deleted_at < now() - make_interval(days => $1)
         AND NOT EXISTS (SELECT FROM purchases WHERE team_id IN (team.id, shadow.id) AND state = 'open')
       ORDER BY team.deleted_at`,
      [days],
    );
  }

  /** Empties the columns that identify teams. */
  async markPurged(ids: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE teams SET purged_at = now(), name = 'Deleted team', tier = 'free', subscription_status = 'none',
         period_started_at = NULL, period_ends_at = NULL, is_billed = false, requires_two_factor = false
       WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** The tables, of both modes, whose rows belong to teams. */
  async teamTables(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE nspname IN ('public', 'sandbox') AND relkind = 'r' AND attname = 'team_id' AND NOT attisdropped
         AND relname <> ALL($1) ORDER BY 1`,
      [KEPT_TABLES],
    );
    return rows.map(({ name }) => name);
  }

  /** Deletes the rows of teams from tables, in one statement: rows may refer to each other. */
  async deleteRows(tables: readonly string[], ids: readonly string[]): Promise<void> {
    const deletions = tables.map((table, n) => `deleted_${n} AS (DELETE FROM ${table} WHERE team_id = ANY($1))`);
    await this.database.query(`WITH ${deletions.join(', ')} SELECT 1`, [ids]);
  }

  /** Deletes the audit entries of teams that are marked as purged. */
  async deleteAudit(ids: readonly string[]): Promise<void> {
    await this.database.query('SELECT purge_audit_entries_of($1)', [ids]);
  }
}
