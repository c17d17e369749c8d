import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products, their categories and their reviews. */
export class CreateProductsAndReviews1795208700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE products (
        id uuid CONSTRAINT pk_products PRIMARY KEY,
        name text NOT NULL,
        maker text,
        description text,
        categories text[] NOT NULL DEFAULT '{}',
        logo_url text,
        website text,
        review_count integer NOT NULL DEFAULT 0 CONSTRAINT ck_products_review_count CHECK (review_count >= 0),
        report_status text NOT NULL DEFAULT 'none'
          CONSTRAINT ck_products_report_status CHECK (report_status IN ('none', 'generating', 'completed', 'failed')),
        report_id uuid,
        report_generated_at timestamptz,
        pain_headline text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_products_report CHECK ((report_id IS NULL) = (report_generated_at IS NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_products_name_maker ON products (lower(name), lower(coalesce(maker, '')))`,
    );
    await runner.query(`
      CREATE TABLE reviews (
        id uuid CONSTRAINT pk_reviews PRIMARY KEY,
        product_id uuid NOT NULL CONSTRAINT fk_reviews_product_id REFERENCES products,
        platform text NOT NULL,
        external_id text NOT NULL,
        title text,
        text text NOT NULL,
        rating numeric(2, 1) CONSTRAINT ck_reviews_rating CHECK (rating BETWEEN 1 AND 5),
        published_at timestamptz,
        review_url text,
        reviewer_name text,
        reviewer_title text,
        reviewer_company text,
        reviewer_profile_url text,
        company_industry text,
        company_size text,
        company_country text,
        company_website text,
        imported_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_reviews_platform_external_id UNIQUE (platform, external_id)
      )`);
    await runner.query(`CREATE INDEX ix_reviews_product_id ON reviews (product_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE reviews, products`);
  }
}
