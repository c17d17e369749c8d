import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE user_factors (
    user_id uuid,
    secret_encrypted bytea NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    confirmed_at timestamptz,
    last_step integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failures_since timestamptz,
    locked_until timestamptz,
    CONSTRAINT pk_user_factors PRIMARY KEY (user_id),
    CONSTRAINT fk_user_factors_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE TABLE recovery_codes (
    code_hash bytea,
    user_id uuid NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_recovery_codes PRIMARY KEY (code_hash),
    CONSTRAINT fk_recovery_codes_user_id FOREIGN KEY (user_id) REFERENCES user_factors ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_recovery_codes_user_id ON recovery_codes (user_id)`,
];

/** Codes of an authenticator app beside the password, and recovery codes for the day when the app is lost. */
export class AddSecondFactor1795500330000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE recovery_codes, user_factors'];
}
