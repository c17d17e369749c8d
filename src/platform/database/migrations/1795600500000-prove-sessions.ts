import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE web_sessions ADD COLUMN proved_at timestamptz`,
  `UPDATE web_sessions SET proved_at = created_at`,
  `ALTER TABLE web_sessions ALTER COLUMN proved_at SET DEFAULT now(), ALTER COLUMN proved_at SET NOT NULL`,
];

/** When the person of a session last gave the password, and the code if there is a second factor. */
export class ProveSessions1795600500000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['ALTER TABLE web_sessions DROP COLUMN proved_at'];
}
