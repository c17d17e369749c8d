import { StatementMigration } from '../statement.migration.js';

/** Pages count the unread items of their team. */
export class IndexUnreadInbox1795601100000 extends StatementMigration {
  override readonly forward = ['CREATE INDEX ix_inbox_items_unread ON inbox_items (team_id) WHERE NOT is_read'];
  override readonly backward = ['DROP INDEX ix_inbox_items_unread'];
}
