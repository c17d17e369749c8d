import { StatementMigration } from '../statement.migration.js';

const UP = [
  // People of before, and those whom an operator creates, count as verified. A sign-up writes null.
  `ALTER TABLE users ADD COLUMN email_verified_at timestamptz DEFAULT now()`,
  `CREATE TABLE user_tokens (
    token_hash bytea,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_user_tokens PRIMARY KEY (token_hash),
    CONSTRAINT uq_user_tokens_purpose UNIQUE (user_id, purpose),
    CONSTRAINT fk_user_tokens_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
    CONSTRAINT ck_user_tokens_purpose CHECK (purpose IN ('verify-email', 'reset-password'))
  )`,
  `CREATE INDEX ix_user_tokens_expires_at ON user_tokens (expires_at)`,
];

/** Whether a person has confirmed their email address, and the links of mails. */
export class AddEmailVerification1795500310000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE user_tokens', 'ALTER TABLE users DROP COLUMN email_verified_at'];
}
