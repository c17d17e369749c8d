/** The tables of the Fastify service: the same data, with the indexes that manuals advise for its statements. */
export async function createFastifyTables(client) {
  await client.query(`
    CREATE SCHEMA fastify;
    CREATE TABLE fastify.products AS
      SELECT id, name, maker, logo_url, description, categories, review_count, review_changes, report_review_changes,
             report_status, report_generated_at, report_id, pain_headline FROM public.products;
    ALTER TABLE fastify.products ADD PRIMARY KEY (id);
    CREATE INDEX ON fastify.products USING gin (name gin_trgm_ops);
    CREATE INDEX ON fastify.products (review_count DESC, id);
    CREATE TABLE fastify.product_categories AS SELECT product_id, category FROM public.product_categories;
    ALTER TABLE fastify.product_categories ADD PRIMARY KEY (category, product_id);
    CREATE TABLE fastify.reports AS SELECT id, summary, themes, total_themes FROM public.reports;
    ALTER TABLE fastify.reports ADD PRIMARY KEY (id)`);
  await client.query('VACUUM ANALYZE');
}
