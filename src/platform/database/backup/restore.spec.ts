import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { EventsModule } from '#platform/events/events.module.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';
import { contentOf } from '../../../../test/support/content.js';
import { startTestFeature, type TestFeature } from '../../../../test/support/feature.js';
import { noReplicas } from '../../../../test/support/servers/no-replicas.js';
import { until } from '../../../../test/support/until.js';
import { NAUGHTY_STRINGS } from '../../../../test/support/naughty-strings.js';
import { createReviewedProduct } from '../../../../test/support/reviewed-product.js';
import { databaseOptions } from '../data-source.js';
import { Database } from '../database.js';
import { BUILD_MIGRATIONS } from '../released-database.js';
import { backUp } from './backup.js';
import { BackupReader, encodeBackup } from './backup.format.js';
import { demandSchemaOfBuild, restore } from './restore.js';

const HEADER = { created_at: new Date().toISOString(), release: '0.9.0' };
const OPERATOR = { kind: 'operator', id: null, requestId: null } as const;

describe('a backup', () => {
  let source: TestFeature;
  let target: TestFeature;
  let file: Buffer;

  const backUpSource = async (): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    const memory = new Writable({
      write: (chunk: Buffer, _encoding, done) => done(chunks.push(chunk) > 0 ? null : undefined),
    });
    await backUp(source.url, memory, () => undefined);
    return Buffer.concat(chunks);
  };

  const restoreInto = async (
    { database }: Pick<TestFeature, 'database'>,
    content: Buffer | Readable,
    replace = false,
  ): Promise<void> => {
    const reader = new BackupReader(content instanceof Readable ? content : Readable.from([content]));
    const header = await reader.readHeader();
    demandSchemaOfBuild(header);
    await database.transaction(() => restore(database, reader, header, { replace, onProgress: () => undefined }));
  };

  beforeAll(async () => {
    [source, target] = await Promise.all([
      startTestFeature(MetricsModule, EventsModule, TeamsModule, CreditsModule),
      startTestFeature(MetricsModule, EventsModule, TeamsModule, CreditsModule),
    ]);
    const { id } = await source.get(TeamsService).create('Acme', 'growth');
    for (let amount = 1; amount <= 5; amount++) {
      await source.get(CreditsService).grant(id, amount, 'tab\tline\nback\\slash \\. \\N', OPERATOR);
    }
    for (const text of NAUGHTY_STRINGS.filter((each) => !each.includes('\0'))) {
      await createReviewedProduct(source.database, { reviews: [{ text: `x${text}` }] });
    }
    file = await backUpSource();
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  it.each([
    ['is truncated', () => file.subarray(0, -1)],
    ['is empty', () => Buffer.alloc(0)],
    ['ends in the middle', () => file.subarray(0, file.length / 2)],
    ['has a changed byte', () => Buffer.from(file).fill(file[5_000]! ^ 1, 5_000, 5_001)],
    [
      'is compressed again after a change of a value',
      () => {
        const content = gunzipSync(file);
        content[content.indexOf('Acme')] = 0x42;
        return gzipSync(content);
      },
    ],
    ['is compressed again without its end', () => gzipSync(gunzipSync(file).subarray(0, -40))],
    ['is followed by something else', () => Buffer.concat([file, gzipSync('more')])],
  ])('that %s restores nothing', async (_what, damage) => {
    await expect(restoreInto(target, damage())).rejects.toThrow('The backup is damaged or incomplete');
    expect(
      Object.entries(await contentOf(target.database)).filter(
        ([name, rows]) => rows.length > 0 && name !== 'migrations',
      ),
    ).toEqual([]);
  });

  it.each([
    ['text', Buffer.from('INSERT INTO teams')],
    ['another gzip file', gzipSync('hello, this is something else')],
  ])('is distinguished from %s', async (_what, content) => {
    await expect(restoreInto(target, content)).rejects.toThrow('The file is not a backup that this release can read');
  });

  it('of another schema is refused with a remedy', async () => {
    const header = { ...HEADER, migrations: BUILD_MIGRATIONS.slice(0, -1), tables: [] };
    const frames = encodeBackup(header, () => Readable.from([]));
    await expect(restoreInto(target, gzipSync(await buffer(frames)))).rejects.toThrow(
      /^The backup was made by Qualm 0\.9\.0 at migration \w+, and this build is at \w+: restore it with the release that made it, then run migrate with this one\.$/,
    );
  });

  it('restores every row of every table, and the triggers and foreign keys stay', async () => {
    await restoreInto(target, file);
    expect(await contentOf(target.database)).toEqual(await contentOf(source.database));
    await expect(target.database.query('DELETE FROM credit_entries')).rejects.toThrow();
    await expect(target.database.query('DELETE FROM teams')).rejects.toThrow(/foreign key/);
  });

  it('is refused by a database with rows', async () => {
    await expect(restoreInto(target, file)).rejects.toThrow(/^The database is not empty \(\w+ has rows\): /);
  });

  it('replaces all rows on request', async () => {
    await target.get(TeamsService).create('Another', 'free');
    await restoreInto(target, file, true);
    expect(await contentOf(target.database)).toEqual(await contentOf(source.database));
  });

  it('has no limit of time, also where the service has one', async () => {
    const limited = await new DataSource(databaseOptions(target.url, 2, 100)).initialize();
    const database = new Database(limited, { DATABASE_PREPARED_STATEMENTS: true }, noReplicas(limited));
    const half = file.length / 2;
    const silent = `SELECT FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'COPY %'
                      AND query_start < clock_timestamp() - interval '400 ms'`;
    const name = new URL(target.url).pathname.slice(1);
    const slow = async function* () {
      yield file.subarray(0, half);
      // Longer than a connection with this limit may be silent.
      await until(async () => (await source.database.query(silent, [name])).length > 0);
      yield file.subarray(half);
    };
    await restoreInto({ database }, Readable.from(slow()), true);
    expect(await contentOf(database)).toEqual(await contentOf(source.database));
    await limited.destroy();
  });

  it('leaves the rows it should replace when it is damaged', async () => {
    const before = await contentOf(target.database);
    await expect(restoreInto(target, file.subarray(0, -1), true)).rejects.toThrow('damaged');
    expect(await contentOf(target.database)).toEqual(before);
  });

  it('is refused while another process holds a lock', async () => {
    const other = new pg.Client({ connectionString: target.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM teams');
    await expect(restoreInto(target, file, true)).rejects.toThrow('Other processes use the database');
    await other.end();
  });

  it('covers a schema without sequences, which it would have to set', async () => {
    expect(
      await source.database.query(
        `SELECT relname FROM pg_class WHERE relkind = 'S' AND relname <> 'migrations_id_seq'`,
      ),
    ).toEqual([]);
  });
});
