import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const ROOT = join(import.meta.dirname, '../../../src');
/** Tables of the migration runner, which have no entity. */
const WITHOUT_ENTITY = ['migrations', 'typeorm_metadata'];

interface ColumnShape {
  column: string;
  type: string;
  nullable: boolean;
}

interface CatalogRow {
  table: string;
  column: string;
  type: string;
  nullable: 'YES' | 'NO';
  generated: 'NEVER' | 'ALWAYS';
}

const TYPE_NAMES: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  ARRAY: 'array',
};

describe('entities and migrations', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.entity.ts'),
    );
    const modules = await Promise.all(
      files.map((file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>),
    );
    const entities = modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === 'function');
    source = await new DataSource({
      ...databaseOptions(database.url),
      entities: entities as (() => void)[],
    }).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('define the same tables', async () => {
    const tables = await source.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const migrated = tables.map(({ name }) => name).filter((name) => !WITHOUT_ENTITY.includes(name));
    expect(source.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual(migrated.sort());
  });

  it('define the same columns, types and nullability for every table', async () => {
    const rows = await source.query<CatalogRow[]>(
      `SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable AS nullable, is_generated AS generated
       FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const entities: Record<string, ColumnShape[]> = {};
    const tables: Record<string, ColumnShape[]> = {};
    const byName = (a: ColumnShape, b: ColumnShape): number => a.column.localeCompare(b.column);
    for (const metadata of source.entityMetadatas) {
      const { tableName } = metadata;
      entities[tableName] = metadata.columns
        .map((column) => ({
          column: column.databaseName,
          type: column.isArray ? 'array' : source.driver.normalizeType(column).replace('character varying', 'text'),
          nullable: column.isNullable,
        }))
        .map((shape) => ({ ...shape, type: TYPE_NAMES[shape.type] ?? shape.type }))
        .sort(byName);
      tables[tableName] = rows
        // Entities omit generated columns, which serve only as indexes.
        .filter((row) => row.table === tableName && row.generated === 'NEVER')
        .map((row) => ({
          column: row.column,
          type: TYPE_NAMES[row.type] ?? row.type,
          nullable: row.nullable === 'YES',
        }))
        .sort(byName);
    }
    expect(entities).toEqual(tables);
  });
});
