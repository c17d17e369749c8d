import { StatementMigration } from '../statement.migration.js';

/**
 * When the status of an opportunity last changed, which the events of a team say for some days only. Of earlier changes the last change
 * of status or view stands for it, where a deal may change the status.
 */
export class KeepTimesOfStatuses1797900200000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE opportunity_triage ADD COLUMN status_changed_at timestamptz`,
    `UPDATE opportunity_triage triage SET status_changed_at = triage.updated_at FROM hand_overs
     WHERE hand_overs.team_id = triage.team_id AND hand_overs.opportunity_id = triage.opportunity_id AND triage.status <> 'new'`,
  ];
  override readonly backward = [`ALTER TABLE opportunity_triage DROP COLUMN status_changed_at`];
}
