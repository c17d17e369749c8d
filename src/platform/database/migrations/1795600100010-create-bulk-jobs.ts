import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE bulk_jobs (
    id uuid,
    team_id uuid NOT NULL,
    action text NOT NULL,
    max_credits integer NOT NULL,
    credits_charged integer DEFAULT 0 NOT NULL,
    key_id uuid NOT NULL,
    idempotency_id text NOT NULL,
    request_id text NOT NULL,
    state text DEFAULT 'queued' NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    requeues integer DEFAULT 0 NOT NULL,
    enqueued_at timestamptz DEFAULT now() NOT NULL,
    canceled_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_bulk_jobs PRIMARY KEY (id),
    CONSTRAINT uq_bulk_jobs_idempotency_id UNIQUE (team_id, idempotency_id),
    CONSTRAINT fk_bulk_jobs_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_bulk_jobs_credits CHECK (credits_charged >= 0 AND credits_charged <= max_credits),
    CONSTRAINT ck_bulk_jobs_finished CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
    CONSTRAINT ck_bulk_jobs_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CONSTRAINT ck_bulk_jobs_state CHECK (state IN ('queued', 'running', 'completed', 'failed'))
  )`,
  `CREATE INDEX ix_bulk_jobs_open_enqueued_at ON bulk_jobs (enqueued_at) WHERE state IN ('queued', 'running')`,
  `CREATE UNIQUE INDEX uq_bulk_jobs_running_team ON bulk_jobs (team_id) WHERE state = 'running'`,
  `CREATE INDEX ix_bulk_jobs_finished_at ON bulk_jobs (finished_at)`,
  `CREATE TABLE bulk_items (
    job_id uuid,
    index integer,
    request jsonb NOT NULL,
    status text DEFAULT 'waiting' NOT NULL,
    http_status integer,
    answer jsonb,
    credits_charged integer DEFAULT 0 NOT NULL,
    CONSTRAINT pk_bulk_items PRIMARY KEY (job_id, index),
    CONSTRAINT fk_bulk_items_job_id FOREIGN KEY (job_id) REFERENCES bulk_jobs ON DELETE CASCADE,
    CONSTRAINT ck_bulk_items_status
      CHECK (status IN ('waiting', 'running', 'succeeded', 'failed', 'skipped', 'canceled'))
  )`,
];

/** Lists of paid calls that a worker makes one after another, for the credential that sent them. */
export class CreateBulkJobs1795600100010 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE bulk_items, bulk_jobs'];
}
