import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE product_versions (
    id uuid NOT NULL,
    changed_by bigint NOT NULL,
    CONSTRAINT pk_product_versions PRIMARY KEY (id)
  )`,
  // A transaction writes its id once, in the first row that no other transaction has locked, so that changes of products never
  // wait here for each other. The ids of all rows together are different after each commit.
  `CREATE FUNCTION version_products() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    this bigint := pg_current_xact_id()::text::bigint;
  BEGIN
    IF EXISTS (SELECT FROM public.product_versions WHERE changed_by = this) THEN RETURN NULL; END IF;
    UPDATE public.product_versions SET changed_by = this
    WHERE id = (SELECT id FROM public.product_versions ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN INSERT INTO public.product_versions (id, changed_by) VALUES (gen_random_uuid(), this); END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER products_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
    FOR EACH STATEMENT EXECUTE FUNCTION version_products()`,
];

const DOWN = [
  `DROP TRIGGER products_version ON products`,
  `DROP FUNCTION version_products`,
  `DROP TABLE product_versions`,
];

/** Shows whether any product has changed, so that answers about products can be kept in memory. */
export class VersionProducts1795601500000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
