import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Social posts as they were imported. */
export class CreatePosts1795207820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE posts (
        id uuid CONSTRAINT pk_posts PRIMARY KEY,
        source text NOT NULL CONSTRAINT ck_posts_source CHECK (source IN ('network', 'forum')),
        external_id text NOT NULL,
        text text NOT NULL,
        url text,
        posted_at timestamptz,
        forum_community text,
        product_name text,
        author_name text,
        author_headline text,
        author_title text,
        author_bio text,
        author_profile_url text,
        author_city text,
        author_country text,
        author_company_name text,
        author_company_website text,
        author_company_size text,
        author_company_industry text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_posts_external_id UNIQUE (source, external_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE posts`);
  }
}
