import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE TABLE contacts (
    id uuid,
    name text NOT NULL,
    company_name text NOT NULL,
    name_key text NOT NULL,
    company_key text NOT NULL,
    title text,
    department text,
    seniority text,
    role text NOT NULL,
    profile_url text,
    profile_key text,
    city text,
    country text,
    email text,
    email_key text,
    phone text,
    source text,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_contacts PRIMARY KEY (id),
    CONSTRAINT uq_contacts_profile_key UNIQUE (profile_key),
    CONSTRAINT ck_contacts_email CHECK ((email IS NULL) = (email_key IS NULL)),
    CONSTRAINT ck_contacts_profile CHECK ((profile_url IS NULL) = (profile_key IS NULL)),
    CONSTRAINT ck_contacts_role CHECK (role IN ('decision_maker', 'champion', 'influencer', 'end_user'))
  )`,
  `CREATE INDEX ix_contacts_name ON contacts (name_key, company_key)`,
  `CREATE TABLE committee_seats (
    company_key text,
    position integer NOT NULL,
    contact_id uuid NOT NULL,
    CONSTRAINT pk_committee_seats PRIMARY KEY (company_key, position),
    CONSTRAINT fk_committee_seats_contact_id FOREIGN KEY (contact_id) REFERENCES contacts,
    CONSTRAINT ck_committee_seats_position CHECK (position >= 0)
  )`,
  `CREATE UNIQUE INDEX uq_committee_seats_contact ON committee_seats (contact_id, company_key)`,
  `CREATE TABLE detection_batches (
    id uuid,
    kind text NOT NULL,
    text_ids uuid[] NOT NULL,
    state text DEFAULT 'queued' NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    enqueued_at timestamptz,
    found integer,
    failure text,
    created_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_detection_batches PRIMARY KEY (id),
    CONSTRAINT ck_detection_batches_kind CHECK (kind IN ('reviews', 'posts')),
    CONSTRAINT ck_detection_batches_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CONSTRAINT ck_detection_batches_state CHECK (state IN ('queued', 'running', 'completed', 'failed'))
  )`,
  `CREATE INDEX ix_detection_batches_unfinished ON detection_batches (created_at)
    WHERE state IN ('queued', 'running')`,
  `CREATE TABLE enrichment_answers (
    person_key text,
    field text,
    state text NOT NULL,
    attempts integer NOT NULL,
    outcome text,
    value text,
    source text,
    identity_keys text[] DEFAULT '{}' NOT NULL,
    lease_until timestamptz,
    finished_at timestamptz,
    CONSTRAINT pk_enrichment_answers PRIMARY KEY (person_key, field),
    CONSTRAINT ck_enrichment_answers_completed CHECK ((state = 'completed') = (outcome IS NOT NULL)),
    CONSTRAINT ck_enrichment_answers_field CHECK (field IN ('email', 'phone', 'profile')),
    CONSTRAINT ck_enrichment_answers_outcome CHECK (outcome IN ('found', 'not_found', 'suppressed')),
    CONSTRAINT ck_enrichment_answers_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
    CONSTRAINT ck_enrichment_answers_value CHECK ((NOT (outcome IS DISTINCT FROM 'found')) = (value IS NOT NULL))
  )`,
  `CREATE TABLE follows (
    team_id uuid,
    product_id uuid,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_follows PRIMARY KEY (team_id, product_id),
    CONSTRAINT fk_follows_product_id FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE,
    CONSTRAINT fk_follows_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_follows_product_id ON follows (product_id)`,
  `CREATE TABLE opportunities (
    id uuid,
    source text NOT NULL,
    review_id uuid,
    post_id uuid,
    product_id uuid,
    frustration_tier text NOT NULL,
    frustration_rank smallint
      GENERATED ALWAYS AS (CASE frustration_tier WHEN 'critical' THEN 4 WHEN 'high' THEN 3 WHEN 'medium' THEN 2 ELSE 1
        END) STORED NOT NULL,
    sentiment text NOT NULL,
    has_buying_signal boolean NOT NULL,
    pain_points jsonb NOT NULL,
    rating numeric(3,1),
    country text,
    industry text,
    search_text text NOT NULL,
    engine text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT pk_opportunities PRIMARY KEY (id),
    CONSTRAINT uq_opportunities_post_id UNIQUE (post_id),
    CONSTRAINT uq_opportunities_review_id UNIQUE (review_id),
    CONSTRAINT fk_opportunities_post_id FOREIGN KEY (post_id) REFERENCES posts,
    CONSTRAINT fk_opportunities_product_id FOREIGN KEY (product_id) REFERENCES products,
    CONSTRAINT fk_opportunities_review_id FOREIGN KEY (review_id) REFERENCES reviews,
    CONSTRAINT ck_opportunities_frustration_tier CHECK (frustration_tier IN ('low', 'medium', 'high', 'critical')),
    CONSTRAINT ck_opportunities_sentiment CHECK (sentiment IN ('positive', 'neutral', 'negative', 'mixed')),
    CONSTRAINT ck_opportunities_source CHECK (source IN ('review', 'network', 'forum')),
    CONSTRAINT ck_opportunities_text
      CHECK (CASE source WHEN 'review' THEN review_id IS NOT NULL AND post_id IS NULL
        ELSE post_id IS NOT NULL AND review_id IS NULL AND rating IS NULL END)
  )`,
  // A larger sample, so that the planner distinguishes rare texts from frequent ones.
  `ALTER TABLE opportunities ALTER search_text SET STATISTICS 1000`,
  `CREATE INDEX ix_opportunities_country ON opportunities (country, created_at, id)`,
  `CREATE INDEX ix_opportunities_created_at ON opportunities (created_at, id)`,
  `CREATE INDEX ix_opportunities_frustration_rank ON opportunities (frustration_rank, created_at, id)`,
  `CREATE INDEX ix_opportunities_frustration_rating ON opportunities (frustration_rank, rating, created_at, id)`,
  `CREATE INDEX ix_opportunities_industry ON opportunities (industry, created_at, id)`,
  `CREATE INDEX ix_opportunities_product_id ON opportunities (product_id, created_at, id)`,
  `CREATE INDEX ix_opportunities_search_text ON opportunities USING gin (search_text gin_trgm_ops)`,
  `CREATE INDEX ix_opportunities_source_frustration ON opportunities (source, frustration_rank, created_at, id)`,
  // These columns depend on each other; the planner would multiply their shares.
  `CREATE STATISTICS st_opportunities_signals (mcv) ON source, frustration_rank, has_buying_signal, rating
    FROM opportunities`,
  `CREATE TABLE opportunity_triage (
    team_id uuid,
    opportunity_id uuid,
    status text DEFAULT 'new' NOT NULL,
    viewed_at timestamptz(3),
    opportunity_created_at timestamptz(3) NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    frustration_rank smallint NOT NULL,
    CONSTRAINT pk_opportunity_triage PRIMARY KEY (team_id, opportunity_id),
    CONSTRAINT fk_opportunity_triage_opportunity_id FOREIGN KEY (opportunity_id)
      REFERENCES opportunities ON DELETE CASCADE,
    CONSTRAINT fk_opportunity_triage_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_opportunity_triage_status
      CHECK (status IN ('new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed'))
  )`,
  `CREATE INDEX ix_opportunity_triage_created_at
    ON opportunity_triage (team_id, opportunity_created_at, opportunity_id) INCLUDE (status, viewed_at)`,
  `CREATE INDEX ix_opportunity_triage_frustration
    ON opportunity_triage (team_id, frustration_rank, opportunity_created_at, opportunity_id)
      INCLUDE (status, viewed_at)`,
  `CREATE INDEX ix_opportunity_triage_status
    ON opportunity_triage (team_id, status, opportunity_created_at, opportunity_id)`,
  `CREATE TABLE pitches (
    id uuid,
    team_id uuid NOT NULL,
    opportunity_id uuid NOT NULL,
    channels text[] NOT NULL,
    features text,
    markdown text NOT NULL,
    engine text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT pk_pitches PRIMARY KEY (id),
    CONSTRAINT fk_pitches_opportunity_id FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE,
    CONSTRAINT fk_pitches_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_pitches_channels
      CHECK ((channels <@ ARRAY['email', 'network', 'call']) AND (cardinality(channels) > 0))
  )`,
  `CREATE INDEX ix_pitches_opportunity ON pitches (opportunity_id, team_id, created_at DESC, id DESC)`,
  `CREATE INDEX ix_pitches_team ON pitches (team_id, created_at DESC, id DESC)`,
  `CREATE TABLE suppressions (
    key text,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_suppressions PRIMARY KEY (key)
  )`,
  `CREATE TABLE unlocks (
    id uuid,
    team_id uuid NOT NULL,
    opportunity_id uuid NOT NULL,
    target text NOT NULL,
    target_id integer,
    field text NOT NULL,
    outcome text NOT NULL,
    value text,
    source text,
    from_cache boolean DEFAULT false NOT NULL,
    company_key text,
    identity_keys text[] DEFAULT '{}' NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_unlocks PRIMARY KEY (id),
    CONSTRAINT fk_unlocks_opportunity_id FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE,
    CONSTRAINT fk_unlocks_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_unlocks_field CHECK (field IN ('email', 'phone', 'profile', 'committee')),
    CONSTRAINT ck_unlocks_member
      CHECK ((target_id IS NOT NULL) = ((target = 'committee') AND (field <> 'committee'))),
    CONSTRAINT ck_unlocks_outcome CHECK (outcome IN ('found', 'not_found', 'suppressed')),
    CONSTRAINT ck_unlocks_target CHECK (target IN ('reviewer', 'committee'))
  )`,
  `CREATE INDEX ix_unlocks_opportunity_id ON unlocks (opportunity_id)`,
  `CREATE UNIQUE INDEX uq_unlocks_thing
    ON unlocks (team_id, opportunity_id, target, coalesce(target_id, -1), field)`,
];

const DOWN = [
  `DROP TABLE unlocks, suppressions, pitches, opportunity_triage, opportunities, follows, enrichment_answers,
  detection_batches, committee_seats, contacts`,
  `DROP EXTENSION pg_trgm`,
];

/** The workspace of a team: watchlist, opportunities, contacts, unlocks and pitches. */
export class CreateWorkspace1795400400000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
