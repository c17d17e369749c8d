import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE user_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    has_second_factor boolean DEFAULT false NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    last_used_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_user_identities PRIMARY KEY (issuer, subject),
    CONSTRAINT fk_user_identities_user FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_user_identities_user ON user_identities (user_id)`,
  `ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL`,
  `ALTER TABLE web_sessions ADD COLUMN has_provider_factor boolean DEFAULT false NOT NULL`,
];

const DOWN = [
  `ALTER TABLE web_sessions DROP COLUMN has_provider_factor`,
  // An empty hash matches no password, so these people need a new password.
  `UPDATE users SET password_hash = '' WHERE password_hash IS NULL`,
  `ALTER TABLE users ALTER COLUMN password_hash SET NOT NULL`,
  `DROP TABLE user_identities`,
];

/** Accounts at the identity provider, and people without a password. */
export class CreateUserIdentities1795600900000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
