import type { Redis } from 'ioredis';
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

/** The texts of all keys of a prefix in Redis: names, fields and values. */
export async function queueContentOf(redis: Redis, prefix: string): Promise<string> {
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const keys = await redis.keys(`${prefix}*`);
  const values = await Promise.all(keys.map(async (key) => [key, await read[await redis.type(key)]?.(key)]));
  return JSON.stringify(values);
}
