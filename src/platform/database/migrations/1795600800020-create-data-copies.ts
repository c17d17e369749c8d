import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE data_copies (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    content bytea,
    attempts integer DEFAULT 0 NOT NULL,
    requested_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_data_copies PRIMARY KEY (user_id),
    CONSTRAINT fk_data_copies_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
    CONSTRAINT ck_data_copies_finished CHECK ((content IS NULL) = (finished_at IS NULL))
  )`,
];

/** Files with all rows about a person, which the person may download for seven days. */
export class CreateDataCopies1795600800020 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE data_copies'];
}
