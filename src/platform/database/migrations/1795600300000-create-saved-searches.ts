import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE saved_searches (
    id uuid,
    team_id uuid NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    deliver jsonb NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    feed_hash text,
    feed_hint text,
    created_by_kind text NOT NULL,
    created_by_id text,
    created_by_name text,
    version integer DEFAULT 1 NOT NULL,
    active_since timestamptz DEFAULT now() NOT NULL,
    last_matched_at timestamptz,
    webhook_day date,
    webhook_count integer DEFAULT 0 NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_saved_searches PRIMARY KEY (id),
    CONSTRAINT fk_saved_searches_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_saved_searches_team_id ON saved_searches (team_id, id)`,
  `CREATE INDEX ix_saved_searches_enabled ON saved_searches (id, version) WHERE is_enabled`,
  `CREATE UNIQUE INDEX uq_saved_searches_feed_hash ON saved_searches (feed_hash) WHERE feed_hash IS NOT NULL`,
  `CREATE TABLE saved_search_matches (
    search_id uuid,
    opportunity_id uuid,
    matched_at timestamptz(3) DEFAULT now() NOT NULL,
    updated boolean DEFAULT false NOT NULL,
    relevant boolean,
    CONSTRAINT pk_saved_search_matches PRIMARY KEY (search_id, opportunity_id),
    CONSTRAINT fk_saved_search_matches_search_id FOREIGN KEY (search_id) REFERENCES saved_searches ON DELETE CASCADE,
    CONSTRAINT fk_saved_search_matches_opportunity_id FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_saved_search_matches_matched_at ON saved_search_matches (search_id, matched_at, opportunity_id)`,
  `CREATE INDEX ix_saved_search_matches_opportunity_id ON saved_search_matches (opportunity_id)`,
];

/** The saved searches of teams, and their matches. */
export class CreateSavedSearches1795600300000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE saved_search_matches, saved_searches'];
}
