import { StatementMigration } from '../statement.migration.js';

const purposes = (...names: string[]): string =>
  `ALTER TABLE user_tokens DROP CONSTRAINT ck_user_tokens_purpose, ADD CONSTRAINT ck_user_tokens_purpose
    CHECK (purpose IN (${names.map((name) => `'${name}'`).join(', ')}))`;

/** Links that change the address of a person, and links that take the change back. */
export class ChangeAddresses1795600500020 extends StatementMigration {
  override readonly forward = [purposes('verify-email', 'reset-password', 'change-email', 'undo-email')];
  override readonly backward = [
    `DELETE FROM user_tokens WHERE purpose IN ('change-email', 'undo-email')`,
    purposes('verify-email', 'reset-password'),
  ];
}
