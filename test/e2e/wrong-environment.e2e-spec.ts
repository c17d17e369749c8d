import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../dist');

describe('a process with an invalid environment', () => {
  it.each(['main', 'worker', 'start'])('%s exits with one line that names the variable', (entry) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, `${entry}.js`)], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: 'postgres://localhost/nowhere',
        REDIS_URL: 'redis://localhost',
        RATE_LIMIT_ANONYMOUS: 'many',
      },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Configuration: RATE_LIMIT_ANONYMOUS is invalid: [^\n]+\n$/);
  });
});
