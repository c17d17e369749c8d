import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Opportunities, the triage of each team, and the batches of texts that wait to be read. */
export class CreateOpportunities1795207821000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE opportunities (
        id uuid CONSTRAINT pk_opportunities PRIMARY KEY,
        source text NOT NULL CONSTRAINT ck_opportunities_source CHECK (source IN ('review', 'network', 'forum')),
        review_id uuid CONSTRAINT uq_opportunities_review_id UNIQUE,
        post_id uuid CONSTRAINT uq_opportunities_post_id UNIQUE CONSTRAINT fk_opportunities_post_id REFERENCES posts,
        product_id uuid,
        frustration_tier text NOT NULL
          CONSTRAINT ck_opportunities_frustration_tier CHECK (frustration_tier IN ('low', 'medium', 'high', 'critical')),
        frustration_rank smallint NOT NULL GENERATED ALWAYS AS (
          CASE frustration_tier WHEN 'critical' THEN 4 WHEN 'high' THEN 3 WHEN 'medium' THEN 2 ELSE 1 END) STORED,
        sentiment text NOT NULL
          CONSTRAINT ck_opportunities_sentiment CHECK (sentiment IN ('positive', 'neutral', 'negative', 'mixed')),
        has_buying_signal boolean NOT NULL,
        pain_points jsonb NOT NULL,
        rating numeric(3, 1),
        country text,
        industry text,
        search_text text NOT NULL,
        engine text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_opportunities_text CHECK (
          CASE source WHEN 'review' THEN review_id IS NOT NULL AND post_id IS NULL
          ELSE post_id IS NOT NULL AND review_id IS NULL AND rating IS NULL END)
      )`);
    await runner.query(`
      CREATE TABLE opportunity_triage (
        team_id uuid NOT NULL CONSTRAINT fk_opportunity_triage_team_id REFERENCES teams ON DELETE CASCADE,
        opportunity_id uuid NOT NULL CONSTRAINT fk_opportunity_triage_opportunity_id REFERENCES opportunities ON DELETE CASCADE,
        status text NOT NULL DEFAULT 'new' CONSTRAINT ck_opportunity_triage_status
          CHECK (status IN ('new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed')),
        viewed_at timestamptz(3),
        opportunity_created_at timestamptz(3) NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_opportunity_triage PRIMARY KEY (team_id, opportunity_id)
      )`);
    await runner.query(`
      CREATE TABLE detection_batches (
        id uuid CONSTRAINT pk_detection_batches PRIMARY KEY,
        kind text NOT NULL CONSTRAINT ck_detection_batches_kind CHECK (kind IN ('reviews', 'posts')),
        text_ids uuid[] NOT NULL,
        state text NOT NULL DEFAULT 'waiting'
          CONSTRAINT ck_detection_batches_state CHECK (state IN ('waiting', 'running', 'done', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        lease_ends_at timestamptz,
        rung_at timestamptz,
        found integer,
        failure text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT ck_detection_batches_lease CHECK ((state = 'running') = (lease_ends_at IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX ix_detection_batches_unfinished ON detection_batches (created_at) WHERE state IN ('waiting', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE detection_batches, opportunity_triage, opportunities`);
  }
}
