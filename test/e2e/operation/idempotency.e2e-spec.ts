import { randomBytes } from 'node:crypto';
import { Controller, Delete, Module, Patch, Post } from '@nestjs/common';
import { IsInt, IsOptional } from 'class-validator';
import { ApplicationError, notFound } from '#platform/errors/application-error.js';
import { Database } from '#platform/database/database.js';
import { HostResolver } from '#platform/egress/host.resolver.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import { IdempotencyStore } from '#platform/http/idempotency/idempotency.queries.js';
import { type CallOf, defineOperation } from '#platform/operations/operation.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const POOL_SIZE = 2;
const SMALL = {
  IDEMPOTENCY_WAIT_SECONDS: '1',
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
};

class Work {
  @IsInt()
  amount!: number;

  @IsOptional()
  note?: unknown;
}

const work = defineOperation({
  id: 'work',
  tag: 'Test',
  summary: 'Counts what is done',
  lanes: ['key', 'anonymous'],
  writes: true,
  input: { body: Work },
  output: { type: Work },
  failures: [400, 402, 404],
});

const makeRow = defineOperation({ ...work, id: 'make_row', keepsAnswerWithin: true });

/** The next task of the routes below, and the number and ids of the executed requests. */
const workshop = {
  done: 0,
  ids: [] as (string | undefined)[],
  begun: (): void => undefined,
  task: (): Promise<void> => Promise.resolve(),
};

@Controller('api/v1/work')
class WorkController {
  @Post()
  @Serves(work)
  async post(@Call() { input, idempotencyId }: CallOf<typeof work>): Promise<object> {
    workshop.begun();
    workshop.ids.push(idempotencyId);
    await workshop.task();
    return { done: ++workshop.done, amount: input.body.amount };
  }

  @Patch()
  @Serves(work)
  patch(@Call() { input }: CallOf<typeof work>): object {
    return { done: ++workshop.done, amount: input.body.amount };
  }

  @Delete()
  @Serves(work)
  delete(@Call() { input }: CallOf<typeof work>): object {
    return { done: ++workshop.done, amount: input.body.amount };
  }
}

@Controller('api/v1/rows')
class RowsController {
  constructor(private readonly database: Database) {}

  @Post()
  @Serves(makeRow)
  async post(@Call() { input }: CallOf<typeof makeRow>): Promise<object> {
    await this.database.execute('INSERT INTO made_rows (amount) VALUES ($1)', [input.body.amount]);
    await workshop.task();
    return { amount: input.body.amount };
  }
}

@Module({ controllers: [WorkController, RowsController] })
class WorkModule {}

describe('Idempotency-Key', () => {
  let app: TestApp;
  let second: TestApp;
  let key: string;
  let counter = 0;

  beforeAll(async () => {
    app = await startTestApp({ modules: [WorkModule], worker: true });
    second = await startTestApp({ modules: [WorkModule], beside: app, env: SMALL });
    key = (await createKey(app)).key;
    await app.database.execute('CREATE TABLE made_rows (amount integer)');
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });
  beforeEach(() => {
    Object.assign(workshop, { done: 0, ids: [], begun: () => undefined, task: () => Promise.resolve() });
  });

  const fresh = (): string => `key-${++counter}`;
  const send = (
    idempotencyKey: string,
    options: { body?: unknown; key?: string; method?: string; to?: TestApp; path?: string } = {},
  ) =>
    call(options.to ?? app, options.method ?? 'POST', options.path ?? '/work', {
      key: options.key ?? key,
      body: options.body ?? { amount: 1 },
      headers: { 'idempotency-key': idempotencyKey },
    });

  /** Leaves the key of the last request as if its process had died before it stored the response. */
  const lastProcessDied = () =>
    app.database.execute(
      `UPDATE idempotency_keys SET state = 'running', status = NULL, body = NULL, lease_until = now() - interval '1 s'
       WHERE created_at = (SELECT max(created_at) FROM idempotency_keys)`,
    );

  it('repeats the stored response for the same key and body', async () => {
    const name = fresh();
    const first = await send(name);
    const again = await send(name);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(workshop.done).toBe(1);
  });

  it('treats a body with its keys in another order as the same body', async () => {
    const name = fresh();
    const first = await send(name, { body: { amount: 1, note: { a: 1, b: [{ c: 1, d: 2 }] } } });
    const again = await send(name, { body: { note: { b: [{ d: 2, c: 1 }], a: 1 }, amount: 1 } });
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
  });

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, {}],
  ])('treats the note %j as different from %j', async (note, other) => {
    const name = fresh();
    await send(name, { body: { amount: 1, note } });
    expect((await send(name, { body: { amount: 1, note: other } })).status).toBe(400);
  });

  it('refuses the same key with a different body', async () => {
    const name = fresh();
    await send(name);
    const other = await send(name, { body: { amount: 2 } });
    expect([other.status, other.body.error?.details]).toEqual([400, { reason: 'idempotency_key_reused' }]);
  });

  it('is separate for each credential and method', async () => {
    const name = fresh();
    const stranger = await createKey(app);
    await send(name);
    await send(name, { key: stranger.key });
    await send(name, { method: 'PATCH' });
    await send(name, { method: 'DELETE' });
    expect(workshop.done).toBe(4);
  });

  it('makes a second request wait for the first, even in another process', async () => {
    const name = fresh();
    let finish = (): void => undefined;
    const begun = new Promise<void>((resolve) => (workshop.begun = resolve));
    workshop.task = () => new Promise<void>((resolve) => (finish = resolve));
    const first = send(name);
    await begun;
    const rivals = [...Array.from({ length: 5 }, () => send(name)), send(name, { to: second })];
    finish();
    const answers = await Promise.all([first, ...rivals]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(workshop.done).toBe(1);
  });

  it('answers a second request that the first is still running, after the maximum wait', async () => {
    const name = fresh();
    let finish = (): void => undefined;
    const begun = new Promise<void>((resolve) => (workshop.begun = resolve));
    workshop.task = () => new Promise<void>((resolve) => (finish = resolve));
    const first = send(name);
    await begun;
    const rival = await send(name, { to: second });
    finish();
    await first;
    expect([rival.status, rival.body.error?.details]).toEqual([400, { reason: 'idempotency_key_in_use' }]);
    expect(rival.headers.get('retry-after')).toBe('5');
  });

  it.each([
    ['validation failed', { amount: 'many' }, 400],
    ['the resource is unknown', { amount: 404 }, 404],
    ['there are no credits', { amount: 402 }, 402],
    ['the work failed and its credit was refunded', { amount: 500 }, 500],
  ])('does not store the response if %s', async (_, body, status) => {
    const name = fresh();
    workshop.task = () => {
      if (body.amount === 404) throw notFound();
      if (body.amount === 402) throw new ApplicationError('payment_required', 'Not enough credits');
      throw new ApplicationError('internal_error', 'The credit was refunded');
    };
    const failed = await send(name, { body });
    workshop.task = () => Promise.resolve();
    const next = await send(name, { body: { amount: 7 } });
    expect([failed.status, next.status, next.headers.get('idempotent-replayed')]).toEqual([status, 200, null]);
  });

  it('executes the request again under the same id after its process died, and marks it as a repetition', async () => {
    const name = fresh();
    await send(name);
    await lastProcessDied();
    const again = await send(name);
    expect([again.status, again.headers.get('idempotent-replayed'), workshop.done]).toEqual([200, 'true', 2]);
    expect(new Set(workshop.ids).size).toBe(1);
  });

  describe('of a write that keeps its answer within', () => {
    const makeRowWith = (name: string) => send(name, { path: '/rows' });
    /** The rows that another process sees. */
    const madeRows = async (): Promise<unknown[]> => second.database.query('SELECT amount FROM made_rows');
    beforeEach(() => app.database.execute('DELETE FROM made_rows'));

    it('commits the work with the answer', async () => {
      let during: unknown[] = [];
      workshop.task = async () => void (during = await madeRows());
      const name = fresh();
      const answers = [await makeRowWith(name), await makeRowWith(name)];
      expect([during, await madeRows()]).toEqual([[], [{ amount: 1 }]]);
      expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    });

    it('rolls the work back if another request has taken the key', async () => {
      workshop.task = async () => {
        await second.database.execute(`UPDATE idempotency_keys SET owner = gen_random_uuid() WHERE state = 'running'`);
      };
      const { status, body } = await makeRowWith(fresh());
      expect([status, body.error?.details, await madeRows()]).toEqual([400, { reason: 'idempotency_key_in_use' }, []]);
    });

    it.each([false, true])('makes a saved search once (test mode: %j)', async (test) => {
      const { key: own } = await createKey(app, { test });
      const create = () =>
        call(app, 'POST', '/saved-searches', {
          key: own,
          body: { name: 'Exports', filters: {} },
          headers: { 'idempotency-key': 'one' },
        });
      const answers = [await create(), await create()];
      expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
        [200, null],
        [200, 'true'],
      ]);
      expect((await call(app, 'GET', '/saved-searches', { key: own })).body.data).toHaveLength(1);
    });

    it.each([
      ['/webhook-endpoints', { url: 'https://hooks.example.com/qualm', event_types: ['report.completed'] }],
      [
        '/destinations',
        { kind: 'slack', name: 'Sales', secret: 'https://hooks.slack.com/services/T1/B1/X', news: ['reports'] },
      ],
    ])('holds no connection while DNS looks up the address of POST %s', async (path, body) => {
      const { key: own } = await createKey(app, { scopes: ['read', 'webhooks'] });
      let answer: (addresses: string[]) => void = () => undefined;
      const addresses = new Promise<string[]>((resolve) => (answer = resolve));
      const lookUp = jest.spyOn(second.get(HostResolver), 'resolve').mockReturnValue(addresses);
      const creations = Array.from({ length: 4 }, () => send(fresh(), { to: second, key: own, path, body }));
      await until(() => lookUp.mock.calls.length >= POOL_SIZE);
      const read = await call(second, 'GET', path, { key: own });
      answer(['93.184.216.34']);
      const answers = await Promise.all(creations);
      lookUp.mockRestore();
      expect([read.status, answers.map(({ status }) => status)]).toEqual([200, [200, 200, 200, 200]]);
    });

    it('marks no repetition after its process died, because its work was rolled back', async () => {
      const name = fresh();
      await makeRowWith(name);
      await lastProcessDied();
      expect((await makeRowWith(name)).headers.get('idempotent-replayed')).toBeNull();
    });
  });

  it('accepts an expired key as a new key, and the worker purges expired keys', async () => {
    const name = fresh();
    await send(name);
    await app.database.execute(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 h', lease_until = now() - interval '24 h'`,
    );
    const again = await send(name, { body: { amount: 2 } });
    expect([again.status, workshop.done]).toEqual([200, 2]);
    expect(await app.inWorker(IdempotencyStore).purge()).toBeGreaterThan(0);
    expect(await app.database.query('SELECT count(*) FROM idempotency_keys')).toEqual([{ count: 1 }]);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['holding a control character', 'a\tb'],
  ])('refuses a key that is %s, together with every other fault', async (_, bad) => {
    const { status, body } = await send(bad, { body: { amount: 'many' } });
    const { errors } = body.error?.details as { errors: { field: string; location: string }[] };
    expect(status).toBe(400);
    expect(errors.map(({ field, location }) => [field, location])).toEqual([
      ['amount', 'body'],
      ['Idempotency-Key', 'header'],
    ]);
  });

  it('accepts a key of 255 characters', async () => {
    expect((await send('k'.repeat(255))).status).toBe(200);
  });

  it('is checked after the credential', async () => {
    const { status } = await send('', { key: 'nonsense' });
    expect(status).toBe(401);
  });
});
