import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const ROOT = join(import.meta.dirname, '../../..');

describe("TypeORM's command line", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Runs the command of `npm run typeorm -- …`. @throws if it does not exit with 0. */
  const typeorm = async (...words: string[]): Promise<string> => {
    const register = ['--import', '@swc-node/register/esm-register'];
    const command = [...register, 'node_modules/typeorm/cli.js', '-d', 'ormconfig.ts', ...words];
    const env = { ...process.env, DATABASE_URL: database.url, REDIS_URL: database.redisUrl };
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env });
    return stripVTControlCharacters(stdout);
  };

  it('shows every migration as run', async () => {
    const lines = (await typeorm('migration:show')).split('\n').filter((line) => line.startsWith('['));
    expect([lines.length > 0, lines.filter((line) => !line.startsWith('[X]'))]).toEqual([true, []]);
  });

  it('finds no difference between the entities and the migrations', async () => {
    expect(await typeorm('migration:generate', 'src/platform/database/migrations/Nothing', '--check')).toContain(
      'No changes in database schema were found',
    );
  });
});
