import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE erased_people (
    key text NOT NULL,
    erased_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_erased_people PRIMARY KEY (key)
  )`,
  // The seat of an erased person stays empty, so that no other person gets its index.
  `ALTER TABLE committee_seats ALTER contact_id DROP NOT NULL`,
  `CREATE TABLE privacy_requests (
    id uuid NOT NULL,
    email text NOT NULL,
    token_hash bytea NOT NULL,
    requested_at timestamptz DEFAULT now() NOT NULL,
    confirmed_at timestamptz,
    CONSTRAINT pk_privacy_requests PRIMARY KEY (id),
    CONSTRAINT uq_privacy_requests_token_hash UNIQUE (token_hash)
  )`,
];

const DOWN = [
  `DROP TABLE privacy_requests`,
  `DELETE FROM committee_seats WHERE contact_id IS NULL`,
  `ALTER TABLE committee_seats ALTER contact_id SET NOT NULL`,
  `DROP TABLE erased_people`,
];

/** People who asked for the erasure of their data, as hashes of their identifiers, and their requests. */
export class ErasePeople1795600800030 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
