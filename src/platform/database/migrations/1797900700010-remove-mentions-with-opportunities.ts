import { StatementMigration } from '../statement.migration.js';

/** The item of a mention is removed with its opportunity, like that of a match. */
export class RemoveMentionsWithOpportunities1797900700010 extends StatementMigration {
  override readonly forward = [
    `UPDATE inbox_items SET opportunity_id = opportunity.id FROM opportunities opportunity
     WHERE kind = 'mention' AND path = '/app/opportunities/' || opportunity.id`,
    `DELETE FROM inbox_items WHERE kind = 'mention' AND opportunity_id IS NULL`,
  ];
  override readonly backward = [`UPDATE inbox_items SET opportunity_id = NULL WHERE kind = 'mention'`];
}
