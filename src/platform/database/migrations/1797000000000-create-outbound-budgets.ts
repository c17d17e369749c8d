import { StatementMigration } from '../statement.migration.js';

/** How often services are asked, for all processes together. */
export class CreateOutboundBudgets1797000000000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE outbound_budgets (
       key text NOT NULL,
       allowed_at timestamptz NOT NULL,
       blocked_until timestamptz,
       pauses integer NOT NULL DEFAULT 0,
       quota_left integer,
       failures integer NOT NULL DEFAULT 0,
       open_until timestamptz,
       CONSTRAINT pk_outbound_budgets PRIMARY KEY (key))`,
  ];
  override readonly backward = ['DROP TABLE outbound_budgets'];
}
