import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** The rows of one table, in the order in which they are inserted. */
export interface TableRows {
  table: string;
  rows: object[];
}

/** Any number that no other lock of the database has. */
const BUILD_LOCK = 7_242_033;
/** In the sandbox these names belong to views. */
const STORED_AS: Record<string, string> = { products: 'catalogue_products', reports: 'catalogue_reports' };

/** SQL of the sandbox. */
@Injectable()
export class SandboxQueries {
  constructor(private readonly database: Database) {}

  /** Blocks other processes that build the sandbox until the open transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [BUILD_LOCK]);
  }

  /** The version of the catalogue in the sandbox; null if there is no sandbox. */
  async version(): Promise<string | null> {
    const { exists } = await this.database.one<{ exists: boolean }>(
      `SELECT to_regclass('sandbox.version') IS NOT NULL AS exists`,
    );
    if (!exists) return null;
    return (await this.database.maybeOne<{ name: string }>('SELECT name FROM sandbox.version'))?.name ?? null;
  }

  /** Replaces the sandbox with an empty one of the current structure. */
  async build(version: string): Promise<void> {
    await this.database.query('SELECT build_sandbox()');
    await this.database.execute('INSERT INTO sandbox.version (name) VALUES ($1)', [version]);
  }

  /** Inserts rows of the catalogue. Columns without a value get their default. */
  async insert({ table, rows }: TableRows): Promise<void> {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ');
    // The triggers of the tables write to the sandbox, too.
    await this.database.query(`SELECT set_config('search_path', 'sandbox, public', true)`);
    await this.database.execute(
      `INSERT INTO ${STORED_AS[table] ?? table} (${columns})
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::public.${table}, $1)`,
      [JSON.stringify(rows)],
    );
    await this.database.query(`SELECT set_config('search_path', 'public', true)`);
  }

  async hasShadowTeams(): Promise<boolean> {
    return (await this.database.maybeOne('SELECT FROM teams WHERE live_team_id IS NOT NULL LIMIT 1')) !== null;
  }

  /** Shows the catalogue to one shadow team, or to all that do not see it completely. */
  async open(teamId: string | null): Promise<void> {
    await this.database.execute(
      `INSERT INTO sandbox.product_states
         (team_id, product_id, report_status, report_id, report_generated_at, report_review_changes, pain_headline)
       SELECT team.id, base.id, base.report_status, base.report_id, base.report_generated_at, base.report_review_changes,
              base.pain_headline
       FROM teams team CROSS JOIN sandbox.catalogue_products base
       WHERE team.live_team_id IS NOT NULL AND ($1::uuid IS NULL OR team.id = $1)
       ON CONFLICT DO NOTHING`,
      [teamId],
    );
  }

  /** The tables of the sandbox whose rows belong to teams. */
  async teamTables(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r' AND attname = 'team_id' AND NOT attisdropped
       ORDER BY relname`,
    );
    return rows.map(({ name }) => name);
  }

  /** Deletes the rows of a shadow team from a table of the sandbox. */
  async clear(table: string, teamId: string): Promise<void> {
    await this.database.execute(`DELETE FROM sandbox.${table} WHERE team_id = $1`, [teamId]);
  }

  /** Deletes the provider results of a shadow team, whose keys begin with its id. */
  async forgetAnswers(teamId: string): Promise<void> {
    await this.database.execute(`DELETE FROM sandbox.enrichment_answers WHERE starts_with(person_key, $1)`, [teamId]);
  }
}
