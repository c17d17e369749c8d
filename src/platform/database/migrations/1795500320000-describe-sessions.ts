import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE web_sessions ADD COLUMN id uuid DEFAULT gen_random_uuid() NOT NULL`,
  `ALTER TABLE web_sessions ADD COLUMN user_agent text`,
  `ALTER TABLE web_sessions ADD COLUMN ip text`,
  `ALTER TABLE web_sessions ADD CONSTRAINT uq_web_sessions_id UNIQUE (id)`,
];

const DOWN = [`ALTER TABLE web_sessions DROP COLUMN id, DROP COLUMN user_agent, DROP COLUMN ip`];

/** The browser and address of a sign-in, and an id by which the person may end the session. */
export class DescribeSessions1795500320000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
