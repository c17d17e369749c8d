import { StatementMigration } from '../statement.migration.js';

const UP = [
  // Compares look-alike and equivalent letters as equal, regardless of case.
  `CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT replace(lower(upper(normalize(value, NFKC) COLLATE "und-x-icu")), 'ς', 'σ')
  $$`,
  // Short runs of letters, so that a name is found by any part of it.
  `CREATE FUNCTION name_grams(key text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_agg(substr(key, place, size))
  FROM unnest(ARRAY[1, 2, 3, 5]) AS size, generate_series(1, length(key) + 1 - size) AS place
  $$`,
  `CREATE TABLE posts (
    id uuid,
    source text NOT NULL,
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
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT pk_posts PRIMARY KEY (id),
    CONSTRAINT uq_posts_external_id UNIQUE (source, external_id),
    CONSTRAINT ck_posts_source CHECK (source IN ('network', 'forum'))
  )`,
  `CREATE TABLE products (
    id uuid,
    name text NOT NULL,
    maker text,
    description text,
    categories text[] DEFAULT '{}' NOT NULL,
    logo_url text,
    website text,
    review_count integer DEFAULT 0 NOT NULL,
    report_status text DEFAULT 'none' NOT NULL,
    report_id uuid,
    report_generated_at timestamptz,
    pain_headline text,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    name_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(name)) STORED,
    maker_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(coalesce(maker, ''))) STORED,
    CONSTRAINT pk_products PRIMARY KEY (id),
    CONSTRAINT ck_products_report CHECK ((report_id IS NULL) = (report_generated_at IS NULL)),
    CONSTRAINT ck_products_report_status CHECK (report_status IN ('none', 'generating', 'completed', 'failed')),
    CONSTRAINT ck_products_review_count CHECK (review_count >= 0)
  )`,
  `CREATE INDEX ix_products_name_grams ON products USING gin (name_grams(name_key)) WITH (fastupdate = off)`,
  `CREATE INDEX ix_products_review_count ON products (review_count DESC, id) INCLUDE (name_key)`,
  `CREATE UNIQUE INDEX uq_products_name_maker ON products (name_key, maker_key) INCLUDE (review_count, id)`,
  `CREATE TABLE product_categories (
    product_id uuid,
    category text,
    review_count integer NOT NULL,
    CONSTRAINT pk_product_categories PRIMARY KEY (product_id, category),
    CONSTRAINT fk_product_categories_product_id FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_product_categories_volume ON product_categories (category, review_count DESC, product_id)`,
  `CREATE TABLE reports (
    id uuid,
    product_id uuid NOT NULL,
    engine text NOT NULL,
    summary text NOT NULL,
    themes json NOT NULL,
    total_themes integer NOT NULL,
    metadata json NOT NULL,
    generated_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_reports PRIMARY KEY (id),
    CONSTRAINT fk_reports_product_id FOREIGN KEY (product_id) REFERENCES products
  )`,
  `ALTER TABLE products ADD CONSTRAINT fk_products_report_id FOREIGN KEY (report_id) REFERENCES reports(id)`,
  `CREATE INDEX ix_reports_product_id ON reports (product_id, id)`,
  `CREATE TABLE reviews (
    id uuid,
    product_id uuid NOT NULL,
    platform text NOT NULL,
    external_id text NOT NULL,
    title text,
    text text NOT NULL,
    rating numeric(2,1),
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
    imported_at timestamptz DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY (id),
    CONSTRAINT uq_reviews_platform_external_id UNIQUE (platform, external_id),
    CONSTRAINT fk_reviews_product_id FOREIGN KEY (product_id) REFERENCES products,
    CONSTRAINT ck_reviews_rating CHECK ((rating >= 1) AND (rating <= 5))
  )`,
  `CREATE INDEX ix_reviews_product_id ON reviews (product_id, id)`,
  // Keeps `product_categories` in sync with the categories and the reviews of products.
  `CREATE FUNCTION follow_product_categories() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.categories = NEW.categories THEN
      UPDATE product_categories SET review_count = NEW.review_count WHERE product_id = NEW.id;
      RETURN NULL;
    END IF;
    DELETE FROM product_categories WHERE product_id = NEW.id;
    INSERT INTO product_categories (product_id, category, review_count)
    SELECT NEW.id, category, NEW.review_count FROM unnest(NEW.categories) category GROUP BY category;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER products_categories_insert AFTER INSERT ON products
    FOR EACH ROW EXECUTE FUNCTION follow_product_categories()`,
  `CREATE TRIGGER products_categories_update AFTER UPDATE OF categories, review_count ON products
    FOR EACH ROW WHEN ((old.categories <> new.categories) OR (old.review_count <> new.review_count)) EXECUTE
      FUNCTION follow_product_categories()`,
];

const DOWN = [
  `DROP TABLE reviews, reports, product_categories, products, posts`,
  `DROP FUNCTION fold_text, follow_product_categories, name_grams`,
];

/** Products, their reviews and posts, and reports. */
export class CreateMarket1795400300000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
