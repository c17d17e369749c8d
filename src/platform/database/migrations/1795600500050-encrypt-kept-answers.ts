import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE idempotency_keys ADD COLUMN body_encrypted bytea`,
  `ALTER TABLE idempotency_keys DROP CONSTRAINT ck_idempotency_keys_done, ADD CONSTRAINT ck_idempotency_keys_done
    CHECK ((state = 'done') = (status IS NOT NULL) AND (state = 'done')::integer = num_nonnulls(body, body_encrypted))`,
];

const DOWN = [
  `DELETE FROM idempotency_keys WHERE body_encrypted IS NOT NULL`,
  `ALTER TABLE idempotency_keys DROP CONSTRAINT ck_idempotency_keys_done, DROP COLUMN body_encrypted,
    ADD CONSTRAINT ck_idempotency_keys_done
    CHECK (((state = 'done') = (status IS NOT NULL)) AND ((state = 'done') = (body IS NOT NULL)))`,
];

/** Answers that hold a secret and are kept for repeated requests, encrypted. */
export class EncryptKeptAnswers1795600500050 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
