import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE mails (
    id uuid,
    kind text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    content_encrypted bytea NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    next_attempt_at timestamptz DEFAULT now() NOT NULL,
    enqueued_at timestamptz DEFAULT now() NOT NULL,
    requeues integer DEFAULT 0 NOT NULL,
    failure text,
    created_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_mails PRIMARY KEY (id),
    CONSTRAINT ck_mails_state CHECK (state IN ('queued', 'running', 'completed', 'failed', 'kept')),
    CONSTRAINT ck_mails_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CONSTRAINT ck_mails_one_line CHECK (recipient !~ '[\\r\\n]' AND subject !~ '[\\r\\n]')
  )`,
  `CREATE INDEX ix_mails_due ON mails (next_attempt_at) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX ix_mails_created_at ON mails (created_at)`,
];

/** Mails to people: written in the transaction of their cause, then sent by the worker. */
export class CreateMails1795500300000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE mails'];
}
