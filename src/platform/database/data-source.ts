import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ColumnNames } from './column-names.js';
import { SilenceLimitedClient } from './silence-limited.client.js';
import { utcTimeIn } from './utc-time.js';

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;
// The driver returns these types as strings. Counts and money stay far below 2^53, so numbers are safe.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
const timeOfDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
pg.types.setTypeParser(TIMESTAMPTZ, (text) => utcTimeIn(text) ?? timeOfDriver(text));

/**
 * The options of every connection. `poolSize` limits the connections of one process, `statementTimeoutMs` each
 * statement.
 */
export function databaseOptions(url: string, poolSize = 4, statementTimeoutMs = 0) {
  return {
    type: 'postgres',
    url,
    driver: pg,
    namingStrategy: new ColumnNames(),
    // Generated ids are gen_random_uuid(), which needs no extension.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: connectionsOf(poolSize, statementTimeoutMs),
  } satisfies DataSourceOptions;
}

/** The settings of a pool of at most `max` connections. */
export const connectionsOf = (max: number, statementTimeoutMs: number) => ({
  max,
  // A new connection needs a thread that password hashing may occupy.
  min: 2,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 60_000,
  connectionTimeoutMillis: 5_000,
  // Longer than the pauses between periodic jobs, so that an idle process does not reconnect repeatedly.
  idleTimeoutMillis: 120_000,
  application_name: 'qualm',
  Client: SilenceLimitedClient,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
});

const here = import.meta.dirname;

/**
 * A DataSource that finds migrations by file name, for the migration runner, and with `entities` those too, for the
 * TypeORM command line.
 */
export function migrationDataSource(url: string, { entities = false } = {}): DataSource {
  return new DataSource({
    ...databaseOptions(url),
    entities: entities ? [join(here, '../../**/*.entity.{js,ts}')] : [],
    migrations: [join(here, 'migrations/*.{js,ts}')],
    migrationsTableName: 'migrations',
    // A migration with `transaction = false` runs outside a transaction, which `CREATE INDEX CONCURRENTLY` requires.
    migrationsTransactionMode: 'each',
  });
}
