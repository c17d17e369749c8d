import { StatementMigration } from '../statement.migration.js';

/** The purge of a deleted team finds its runs without reading those of all teams. Every statement can be repeated. */
export class IndexRunsByTeam1797900810000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = [
    // An index whose creation failed remains, and is invalid.
    'DROP INDEX CONCURRENTLY IF EXISTS ix_runs_team_id',
    'CREATE INDEX CONCURRENTLY ix_runs_team_id ON runs (team_id)',
  ];
  override readonly backward = ['DROP INDEX ix_runs_team_id'];
}
