import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The built-in contact directory, committees, suppressions, the answer cache and what teams unlocked. */
export class CreateEnrichment1795208160000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contacts (
        id uuid CONSTRAINT pk_contacts PRIMARY KEY,
        name text NOT NULL,
        company_name text NOT NULL,
        name_key text NOT NULL,
        company_key text NOT NULL,
        title text,
        department text,
        seniority text,
        role text NOT NULL
          CONSTRAINT ck_contacts_role CHECK (role IN ('decision_maker', 'champion', 'influencer', 'end_user')),
        profile_url text,
        profile_key text CONSTRAINT uq_contacts_profile_key UNIQUE,
        city text,
        country text,
        email text,
        email_key text,
        phone text,
        source text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_contacts_profile CHECK ((profile_url IS NULL) = (profile_key IS NULL)),
        CONSTRAINT ck_contacts_email CHECK ((email IS NULL) = (email_key IS NULL))
      )`);
    await runner.query(`CREATE INDEX ix_contacts_name ON contacts (name_key, company_key)`);
    await runner.query(`
      CREATE TABLE committee_seats (
        company_key text NOT NULL,
        position integer NOT NULL CONSTRAINT ck_committee_seats_position CHECK (position >= 0),
        contact_id uuid NOT NULL CONSTRAINT fk_committee_seats_contact_id REFERENCES contacts,
        CONSTRAINT pk_committee_seats PRIMARY KEY (company_key, position)
      )`);
    await runner.query(`CREATE UNIQUE INDEX uq_committee_seats_contact ON committee_seats (contact_id, company_key)`);
    await runner.query(`
      CREATE TABLE suppressions (
        key text CONSTRAINT pk_suppressions PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE enrichment_answers (
        person_key text NOT NULL,
        field text NOT NULL CONSTRAINT ck_enrichment_answers_field CHECK (field IN ('email', 'phone', 'profile')),
        flight uuid NOT NULL,
        state text NOT NULL CONSTRAINT ck_enrichment_answers_state CHECK (state IN ('asking', 'answered', 'failed')),
        outcome text CONSTRAINT ck_enrichment_answers_outcome CHECK (outcome IN ('found', 'not_found', 'suppressed')),
        value text,
        source text,
        identity_keys text[] NOT NULL DEFAULT '{}',
        lease_until timestamptz NOT NULL,
        answered_at timestamptz,
        CONSTRAINT pk_enrichment_answers PRIMARY KEY (person_key, field),
        CONSTRAINT ck_enrichment_answers_answered CHECK ((state = 'answered') = (outcome IS NOT NULL)),
        CONSTRAINT ck_enrichment_answers_value CHECK ((outcome IS NOT DISTINCT FROM 'found') = (value IS NOT NULL))
      )`);
    await runner.query(`
      CREATE TABLE unlocks (
        id uuid CONSTRAINT pk_unlocks PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_unlocks_team_id REFERENCES teams ON DELETE CASCADE,
        opportunity_id uuid NOT NULL,
        target text NOT NULL CONSTRAINT ck_unlocks_target CHECK (target IN ('reviewer', 'committee')),
        target_id integer,
        field text NOT NULL CONSTRAINT ck_unlocks_field CHECK (field IN ('email', 'phone', 'profile', 'committee')),
        state text NOT NULL CONSTRAINT ck_unlocks_state CHECK (state IN ('idle', 'running', 'done', 'failed')),
        outcome text CONSTRAINT ck_unlocks_outcome CHECK (outcome IN ('found', 'not_found', 'suppressed')),
        value text,
        source text,
        from_cache boolean NOT NULL DEFAULT false,
        company_key text,
        identity_keys text[] NOT NULL DEFAULT '{}',
        purchase_id uuid CONSTRAINT fk_unlocks_purchase_id REFERENCES purchases,
        lease_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT ck_unlocks_member CHECK ((target_id IS NOT NULL) = (target = 'committee' AND field <> 'committee')),
        CONSTRAINT ck_unlocks_done CHECK (state <> 'done' OR outcome IS NOT NULL),
        CONSTRAINT ck_unlocks_running CHECK (state <> 'running' OR (purchase_id IS NOT NULL AND lease_until IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_unlocks_thing ON unlocks (team_id, opportunity_id, target, coalesce(target_id, -1), field)`,
    );
    await runner.query(`CREATE INDEX ix_unlocks_running ON unlocks (lease_until) WHERE state = 'running'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE unlocks, enrichment_answers, suppressions, committee_seats, contacts`);
  }
}
