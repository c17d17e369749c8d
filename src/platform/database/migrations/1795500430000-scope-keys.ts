import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE spend_budgets
    ADD daily_ceiling integer,
    ADD CONSTRAINT ck_spend_budgets_daily_ceiling CHECK (daily_ceiling >= 0)`,
  `ALTER TABLE api_keys
    ADD scopes text[] DEFAULT '{read,write,spend:report,spend:pitch,spend:unlock}' NOT NULL,
    ADD allowed_cidrs text[] DEFAULT '{}' NOT NULL,
    ADD family_id uuid,
    ADD rotated_at timestamptz,
    ADD created_by uuid,
    ADD last_used_ip text,
    ADD CONSTRAINT fk_api_keys_created_by FOREIGN KEY (created_by) REFERENCES users ON DELETE SET NULL`,
  `CREATE TABLE api_key_uses (
    key_id uuid,
    day date,
    calls integer NOT NULL,
    CONSTRAINT pk_api_key_uses PRIMARY KEY (key_id, day),
    CONSTRAINT fk_api_key_uses_key_id FOREIGN KEY (key_id) REFERENCES api_keys ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_api_key_uses_day ON api_key_uses (day)`,
];

const DOWN = [
  `DROP TABLE api_key_uses`,
  `ALTER TABLE api_keys DROP scopes, DROP allowed_cidrs, DROP family_id, DROP rotated_at, DROP created_by,
    DROP last_used_ip`,
  `ALTER TABLE spend_budgets DROP daily_ceiling`,
];

/** Keys have scopes, addresses, a daily cap and a family of rotations. Existing keys keep their permissions. */
export class ScopeKeys1795500430000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
