import { StatementMigration } from '../statement.migration.js';

const stampWhen = (columns: readonly string[]): string =>
  `CREATE TRIGGER opportunity_triage_stamp_again BEFORE UPDATE ON opportunity_triage
    FOR EACH ROW WHEN ((${columns.map((column) => `OLD.${column}`).join(', ')}) IS DISTINCT FROM (${columns
      .map((column) => `NEW.${column}`)
      .join(', ')}))
    EXECUTE FUNCTION stamp_change()`;

const replaced = (columns: readonly string[]): string[] => [
  'DROP TRIGGER opportunity_triage_stamp_again ON opportunity_triage',
  stampWhen(columns),
];

/** An opportunity also changes for its team when it is given to a member or put off. */
export class StampTeamWork1797901200000 extends StatementMigration {
  override readonly forward = replaced(['status', 'viewed_at', 'assignee_id', 'snoozed_until']);
  override readonly backward = replaced(['status', 'viewed_at']);
}
