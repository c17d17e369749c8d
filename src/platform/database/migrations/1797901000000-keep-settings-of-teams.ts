import { StatementMigration } from '../statement.migration.js';

/** What each team named a source that several teams share. A source from an earlier release was named by the team that added it first. */
export class KeepSettingsOfTeams1797901000000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE team_sources ADD COLUMN settings jsonb`,
    `UPDATE team_sources team_source SET settings = source.settings FROM sources source
     WHERE source.id = source_id AND NOT is_operators AND team_source.created_at < source.created_at + interval '1 minute'
       AND NOT EXISTS (SELECT FROM team_sources earlier WHERE earlier.source_id = team_source.source_id
         AND (earlier.created_at, earlier.team_id) < (team_source.created_at, team_source.team_id))`,
  ];
  override readonly backward = ['ALTER TABLE team_sources DROP COLUMN settings'];
}
