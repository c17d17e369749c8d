import { StatementMigration } from '../statement.migration.js';

/** A run has a turn among the runs of all teams. An earlier release inserts 0, which goes first. */
export class GiveRunsTurns1797800000000 extends StatementMigration {
  override readonly forward = [
    'ALTER TABLE runs ADD COLUMN turn integer DEFAULT 0 NOT NULL',
    `CREATE INDEX ix_runs_queued_turn ON runs (kind, turn) WHERE state = 'queued'`,
    `CREATE INDEX ix_runs_queued_team_turn ON runs (kind, team_id, turn) WHERE state = 'queued'`,
  ];
  override readonly backward = [
    'DROP INDEX ix_runs_queued_team_turn',
    'DROP INDEX ix_runs_queued_turn',
    'ALTER TABLE runs DROP COLUMN turn',
  ];
}
