import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE api_keys (
    id uuid,
    team_id uuid NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    hint text NOT NULL,
    budget_id uuid,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_api_keys PRIMARY KEY (id),
    CONSTRAINT uq_api_keys_key_hash UNIQUE (key_hash),
    CONSTRAINT fk_api_keys_budget_id FOREIGN KEY (budget_id) REFERENCES spend_budgets,
    CONSTRAINT fk_api_keys_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_api_keys_team_id ON api_keys (team_id, created_at)`,
  `CREATE TABLE oauth_artifacts (
    model text,
    id_hash bytea,
    grant_id text,
    payload jsonb NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz,
    consumed_at timestamptz,
    CONSTRAINT pk_oauth_artifacts PRIMARY KEY (model, id_hash)
  )`,
  `CREATE INDEX ix_oauth_artifacts_expires_at ON oauth_artifacts (expires_at)`,
  `CREATE INDEX ix_oauth_artifacts_grant_id ON oauth_artifacts (grant_id) WHERE grant_id IS NOT NULL`,
  `CREATE TABLE oauth_connections (
    id uuid,
    grant_id text NOT NULL,
    user_id uuid NOT NULL,
    team_id uuid NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    budget_id uuid,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT pk_oauth_connections PRIMARY KEY (id),
    CONSTRAINT uq_oauth_connections_grant_id UNIQUE (grant_id),
    CONSTRAINT fk_oauth_connections_budget_id FOREIGN KEY (budget_id) REFERENCES spend_budgets,
    CONSTRAINT fk_oauth_connections_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_oauth_connections_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_oauth_connections_client_id ON oauth_connections (client_id)`,
  `CREATE INDEX ix_oauth_connections_team_id ON oauth_connections (team_id, created_at)`,
  `CREATE TABLE web_sessions (
    id_hash bytea,
    user_id uuid NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    last_seen_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_web_sessions PRIMARY KEY (id_hash),
    CONSTRAINT fk_web_sessions_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_web_sessions_last_seen_at ON web_sessions (last_seen_at)`,
  `CREATE INDEX ix_web_sessions_user_id ON web_sessions (user_id)`,
];

const DOWN = [`DROP TABLE web_sessions, oauth_connections, oauth_artifacts, api_keys`];

/** API keys, connections of assistants and sessions of browsers. */
export class CreateAccess1795400200000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
