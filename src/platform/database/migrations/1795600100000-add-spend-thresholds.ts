import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE credit_accounts
    ADD period_start integer DEFAULT 0 NOT NULL,
    ADD period_credits integer DEFAULT 0 NOT NULL`,
  // So that the checks of the ledger do not wait until a later migration changes the table.
  `SET CONSTRAINTS ALL IMMEDIATE`,
  `UPDATE credit_accounts account
   SET period_start = coalesce(begun.position, 0),
       period_credits = coalesce((SELECT balance_after FROM credit_entries entry
                                  WHERE entry.team_id = account.team_id AND entry.position = begun.position), 0)
         + coalesce((SELECT sum(amount) FROM credit_entries entry
                     WHERE entry.team_id = account.team_id AND entry.kind = 'grant'
                       AND entry.position > coalesce(begun.position, 0)), 0)
   FROM (SELECT team_id, max(position) FILTER (WHERE kind IN ('refill', 'expiry')) AS position
         FROM credit_entries GROUP BY team_id) AS begun
   WHERE begun.team_id = account.team_id`,
  `SET CONSTRAINTS ALL DEFERRED`,
  `CREATE TABLE spend_thresholds (
    subject_id uuid,
    span text,
    threshold integer NOT NULL,
    told_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_spend_thresholds PRIMARY KEY (subject_id, span)
  )`,
  `ALTER TABLE api_keys ADD expiry_told_days integer`,
];

const DOWN = [
  `ALTER TABLE api_keys DROP expiry_told_days`,
  `DROP TABLE spend_thresholds`,
  `ALTER TABLE credit_accounts DROP period_start, DROP period_credits`,
];

/** Accounts store the balance at the start of their period, and each threshold is reported once. */
export class AddSpendThresholds1795600100000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
