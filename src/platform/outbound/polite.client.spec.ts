import { gzipSync } from 'node:zlib';
import { Test, type TestingModule } from '@nestjs/testing';
import { ConfigModule } from '#config/config.module.js';
import { parseEnv } from '#config/env.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { Database } from '#platform/database/database.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { json, type StandIn, startStandIn } from '../../../test/support/stand-ins/http-server.js';
import { BudgetsQueries } from './budgets.queries.js';
import { OutboundModule } from './outbound.module.js';
import { type PoliteRequest, PoliteClient } from './polite.client.js';

const AT_ONCE = { intervalMs: 0 };

let testDatabase: TestDatabase;
let service: StandIn;
let feature: TestingModule;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  service = await startStandIn(json(200, {}));
  const env = parseEnv({
    ...{ NODE_ENV: 'test', DATABASE_URL: testDatabase.url, REDIS_URL: testDatabase.redisUrl },
    ...{ EGRESS_ALLOWED_CIDRS: '127.0.0.0/8', SOURCE_BASE_URLS: `https://api.example.com=${service.url}` },
  });
  const imports = [ConfigModule.forRoot(env), DatabaseModule, MetricsModule, OutboundModule];
  feature = await (await Test.createTestingModule({ imports }).compile()).init();
  database = feature.get(Database);
});
afterAll(async () => {
  await feature.close();
  await service.close();
  await testDatabase.drop();
});
beforeEach(() => database.execute('DELETE FROM outbound_budgets'));

const ask = (more: Partial<PoliteRequest> = {}) =>
  feature.get(PoliteClient).ask({ url: 'https://api.example.com/a', budget: AT_ONCE, ...more });

describe('a budget', () => {
  it('gives each of many callers at the same time a turn of its own', async () => {
    const budgets = feature.get(BudgetsQueries);
    const { started } = await database.one<{ started: Date }>('SELECT now() AS started');
    const waits = await Promise.all(Array.from({ length: 200 }, () => budgets.takeTurn('api', 20, 0, 5_000)));
    expect(waits).not.toContain(null);
    const { taken } = await database.one<{ taken: number }>(
      `SELECT extract(epoch FROM allowed_at - $1)::float8 AS taken FROM outbound_budgets WHERE key = 'api'`,
      [started],
    );
    // 200 turns of 20 ms are four seconds, whenever the first one was.
    expect(taken).toBeGreaterThanOrEqual(4);
  });

  it('refuses a turn that comes later than the caller waits, and takes none', async () => {
    const budgets = feature.get(BudgetsQueries);
    await budgets.takeTurn('slow', 60_000, 0, 5_000);
    expect(await budgets.takeTurn('slow', 60_000, 0, 5_000)).toBeNull();
    const next = await budgets.nextTurn('slow');
    expect(Math.abs(next.getTime() - Date.now() - 60_000)).toBeLessThan(3_000);
  });

  it('saves up a burst while it is not used', async () => {
    const budgets = feature.get(BudgetsQueries);
    await database.execute(`INSERT INTO outbound_budgets (key, allowed_at) VALUES ('burst', now() - interval '1 day')`);
    const waits: (number | null)[] = [];
    for (let n = 0; n < 5; n++) waits.push(await budgets.takeTurn('burst', 60_000, 3, 5_000));
    expect(waits.map((wait) => wait !== null && wait <= 0)).toEqual([true, true, true, true, false]);
  });

  it('of one service costs the others nothing', async () => {
    service.behave(json(429, {}, { 'retry-after': '60' }));
    await expect(ask()).rejects.toThrow('may be asked again');
    expect(await feature.get(BudgetsQueries).takeTurn('other.example.com', 1_000, 0, 0)).toBeLessThanOrEqual(0);
  });

  it('doubles the pause after refusals without a time', async () => {
    const seconds: number[] = [];
    const budgets = feature.get(BudgetsQueries);
    await budgets.takeTurn('quiet', 0, 0, 0);
    for (let n = 0; n < 8; n++)
      seconds.push(Math.round(((await budgets.block('quiet', null)).getTime() - Date.now()) / 60_000));
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });
});

describe('an answer', () => {
  it('is unpacked', async () => {
    service.behave((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')));
    expect((await ask()).text).toBe('{"a":1}');
  });

  it('is read in the encoding that it names', async () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Grüße</a>';
    service.behave((_, response) => response.end(Buffer.from(xml, 'latin1')));
    expect((await ask()).text).toContain('Grüße');
  });

  it('is followed to another address, each with a request', async () => {
    service.behave((request, response, body) =>
      request.url === '/a'
        ? response.writeHead(301, { location: '/b' }).end()
        : json(200, 'b')(request, response, body),
    );
    expect([(await ask()).text, service.requests.map(({ url }) => url.pathname)]).toEqual(['b', ['/a', '/b']]);
  });

  it('is followed to no address that the request does not allow', async () => {
    service.behave((_, response) => response.writeHead(301, { location: '/b' }).end());
    const demand = (url: string) => (url.endsWith('/b') ? Promise.reject(new Error(`not ${url}`)) : Promise.resolve());
    await expect(ask({ demand })).rejects.toThrow('not https://api.example.com/b');
    expect(service.requests.map(({ url }) => url.pathname)).toEqual(['/a']);
  });

  it('is remembered by what the service says about it', async () => {
    service.behave(json(200, {}, { etag: '"7"', 'last-modified': 'Sun, 22 Nov 2026 08:00:00 GMT' }));
    const { validators } = await ask();
    await ask({ known: validators });
    await ask({ known: validators, url: 'https://api.example.com/other' });
    const sent = service.requests.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]);
    expect(sent.slice(1)).toEqual([
      ['"7"', 'Sun, 22 Nov 2026 08:00:00 GMT'],
      [undefined, undefined],
    ]);
  });
});

describe('a hostile answer', () => {
  it.each([
    ['that never ends', { maxBytes: 100_000 }, 'is longer than 100000 bytes'],
    ['that unpacks to a gigabyte', { maxBytes: 100_000 }, 'gave no usable answer'],
    ['in a form that we did not ask for', {}, 'which we did not ask for'],
    ['that redirects for ever', {}, 'redirects too often'],
    ['that redirects to a file', {}, 'or to no address'],
    ['that redirects to a private address', {}, 'The address is refused'],
    ['that closes in the middle', {}, 'gave no usable answer'],
  ])('%s is refused', async (what, more, message) => {
    service.behave((_, response) => {
      if (what.includes('ends')) return void writeFor(response);
      if (what.includes('gigabyte')) return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
      if (what.includes('form')) return void response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
      if (what.includes('ever')) return void response.writeHead(302, { location: '/a' }).end();
      if (what.includes('file')) return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      if (what.includes('private')) return void response.writeHead(302, { location: 'https://10.0.0.1/' }).end();
      response.writeHead(200, { 'content-length': '1000' }).write('x');
      response.destroy();
    });
    await expect(ask(more)).rejects.toThrow(message);
  });
});

const BOMB = gzipSync(Buffer.alloc(50_000_000));

function writeFor(response: { write(chunk: Buffer): boolean; once(event: 'drain', next: () => void): unknown }): void {
  while (response.write(Buffer.alloc(10_000, 'x')));
  response.once('drain', () => writeFor(response));
}
