import { StatementMigration } from '../statement.migration.js';

/** The index of the feed's order by own dates also holds the time of detection, so that a filter on it reads no rows. */
export class OrderOpportunitiesByBothDates1795403200000 extends StatementMigration {
  override readonly forward = [
    'DROP INDEX ix_opportunities_dated_at',
    'CREATE INDEX ix_opportunities_dated_at ON opportunities (dated_at, created_at, id)',
  ];
  override readonly backward = [
    'DROP INDEX ix_opportunities_dated_at',
    'CREATE INDEX ix_opportunities_dated_at ON opportunities (dated_at, id)',
  ];
}
