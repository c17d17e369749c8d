import { StatementMigration } from '../statement.migration.js';

/** What a run has found so far, for pages that show it before the run ends. */
export class ShowFindingsSoFar1797710000000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE runs ADD COLUMN so_far jsonb'];
  override readonly backward = ['ALTER TABLE runs DROP COLUMN so_far'];
}
