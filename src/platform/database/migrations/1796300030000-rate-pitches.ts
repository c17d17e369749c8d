import { StatementMigration } from '../statement.migration.js';

/** How surely a draft talks about the words of the person. */
export class RatePitches1796300030000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE pitches ADD confidence text,
      ADD CONSTRAINT ck_pitches_confidence CHECK (confidence IN ('high', 'medium', 'low'))`,
  ];
  override readonly backward = [`ALTER TABLE pitches DROP confidence`];
}
