import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE plan_requests (
    id uuid,
    team_id uuid NOT NULL,
    tier text NOT NULL,
    requested_by uuid,
    state text DEFAULT 'open' NOT NULL,
    requested_at timestamptz DEFAULT now() NOT NULL,
    decided_at timestamptz,
    CONSTRAINT pk_plan_requests PRIMARY KEY (id),
    CONSTRAINT fk_plan_requests_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_plan_requests_requested_by FOREIGN KEY (requested_by) REFERENCES users ON DELETE SET NULL,
    CONSTRAINT ck_plan_requests_decided CHECK ((state = 'open') = (decided_at IS NULL)),
    CONSTRAINT ck_plan_requests_state CHECK (state IN ('open', 'granted', 'declined')),
    CONSTRAINT ck_plan_requests_tier CHECK (tier IN ('starter', 'growth', 'scale', 'enterprise'))
  )`,
  `CREATE UNIQUE INDEX uq_plan_requests_open ON plan_requests (team_id, tier) WHERE state = 'open'`,
  `CREATE INDEX ix_plan_requests_requested_at ON plan_requests (requested_at)`,
  `CREATE INDEX ix_plan_requests_requested_by ON plan_requests (requested_by)`,
];

/** Plans that teams ask the operator for. */
export class RequestPlans1797100000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE plan_requests'];
}
