import { StatementMigration } from '../statement.migration.js';

/** Remembers the request that appended an event, for the log lines of its subscribers. */
export class AddEventRequests1795500600000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE events ADD request_id text'];
  override readonly backward = ['ALTER TABLE events DROP request_id'];
}
