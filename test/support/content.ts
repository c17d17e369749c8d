import type { Database } from '#platform/database/database.js';

/** All rows of all tables as sorted text, for comparing two databases. */
export async function contentOf(database: Database): Promise<Record<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t ORDER BY t::text COLLATE "C"`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}
