import { StatementMigration } from '../statement.migration.js';

/** Stores which variants of its theme a mention names. Mentions of earlier reports name none. */
export class AddVariantsToMentions1796300020000 extends StatementMigration {
  override readonly forward = [`ALTER TABLE theme_mentions ADD variants text[] DEFAULT '{}' NOT NULL`];
  override readonly backward = [`ALTER TABLE theme_mentions DROP variants`];
}
