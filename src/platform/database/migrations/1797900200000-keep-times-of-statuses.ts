import { StatementMigration } from '../statement.migration.js';

/**
 * Stores when the status of an opportunity last changed, because the events of a team are deleted after some days. Rows that a deal may
 * change get the time of their last change of any kind.
 */
export class KeepTimesOfStatuses1797900200000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE opportunity_triage ADD COLUMN status_changed_at timestamptz`,
    `UPDATE opportunity_triage triage SET status_changed_at = triage.updated_at FROM hand_overs
     WHERE hand_overs.team_id = triage.team_id AND hand_overs.opportunity_id = triage.opportunity_id AND triage.status <> 'new'`,
  ];
  override readonly backward = [`ALTER TABLE opportunity_triage DROP COLUMN status_changed_at`];
}
