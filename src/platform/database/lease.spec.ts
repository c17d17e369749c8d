import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { withClockOff } from '../../../test/support/processes/wrong-clock.js';
import { type Lease, LeasedRows, LeaseLost } from './lease.js';

interface Task {
  id: string;
  note: string | null;
}

describe('a lease', () => {
  let app: TestApp;
  let tasks: LeasedRows<Task>;
  let counter = 0;

  beforeAll(async () => {
    app = await startTestApp();
    await app.database.execute(`
      CREATE TABLE tasks (id text PRIMARY KEY, note text, state text NOT NULL DEFAULT 'queued', attempts integer NOT NULL DEFAULT 0,
                          lease_until timestamptz, finished_at timestamptz, failure text,
                          enqueued_at timestamptz NOT NULL DEFAULT now(), requeues integer NOT NULL DEFAULT 0,
                          next_attempt_at timestamptz)`);
    tasks = new LeasedRows(app.database, { name: 'tasks', key: ['id'] });
  });
  afterAll(() => app.close());

  const queued = async (): Promise<[string]> => {
    const id = `task-${++counter}`;
    await app.database.execute('INSERT INTO tasks (id) VALUES ($1)', [id]);
    return [id];
  };
  const claimed = async (key: readonly unknown[]): Promise<Lease<Task>> => {
    const lease = await tasks.claim(key);
    if (!lease) throw new Error('not claimed');
    return lease;
  };
  const expire = ([id]: [string]) =>
    app.database.execute(`UPDATE tasks SET lease_until = now() - interval '1 s' WHERE id = $1`, [id]);
  const rowOf = ([id]: [string]) =>
    app.database.one(
      `SELECT state, attempts, note, lease_until > now() AS leased, finished_at IS NOT NULL AS ended FROM tasks WHERE id = $1`,
      [id],
    );

  it('is granted to one of several concurrent claims', async () => {
    const key = await queued();
    const leases = await Promise.all(Array.from({ length: 8 }, () => tasks.claim(key)));
    expect(leases.filter(Boolean)).toEqual([{ key, attempt: 1, row: expect.objectContaining({ id: key[0] }) }]);
  });

  it('has only the columns that its table declares', async () => {
    const some = new LeasedRows(app.database, { name: 'tasks', key: ['id'], columns: ['id', 'attempts'] });
    const [id] = await queued();
    expect(await some.claim([id])).toEqual({ key: [id], attempt: 1, row: { id, attempts: 1 } });
  });

  it('is not granted while another attempt holds one', async () => {
    const key = await queued();
    await claimed(key);
    expect(await tasks.claim(key)).toBeNull();
  });

  it('is granted again after it expired', async () => {
    const key = await queued();
    await claimed(key);
    await expire(key);
    expect(await tasks.claim(key)).toMatchObject({ attempt: 2 });
  });

  it('is not granted again after the last attempt, unless that attempt released it', async () => {
    const key = await queued();
    const lease = await claimed(key);
    await tasks.release(lease);
    const last = await tasks.claim(key, { maxAttempts: 1 });
    await expire(key);
    expect([last?.attempt, await tasks.claim(key, { maxAttempts: 2 })]).toEqual([2, null]);
  });

  it('is not granted on a row that has ended', async () => {
    const key = await queued();
    await tasks.fail(await claimed(key));
    expect(await tasks.claim(key)).toBeNull();
  });

  it('is granted on a row that has ended if the claim allows it', async () => {
    const key = await queued();
    await tasks.fail(await claimed(key));
    expect(await tasks.claim(key, { orWhen: `leased.state = 'failed'`, set: { note: 'again' } })).toMatchObject({
      attempt: 2,
      row: { note: 'again' },
    });
  });

  it('is granted on a row that the claim inserts', async () => {
    const key = [`task-${++counter}`] as [string];
    const leases = await Promise.all(Array.from({ length: 8 }, () => tasks.claimOrInsert(key, { set: { note: 'n' } })));
    expect(leases.filter(Boolean)).toHaveLength(1);
    expect(await rowOf(key)).toEqual({ state: 'running', attempts: 1, note: 'n', leased: true, ended: false });
  });

  it('is granted on an inserted row whose lease has expired', async () => {
    const key = [`task-${++counter}`] as [string];
    await tasks.claimOrInsert(key, { set: { note: 'first' } });
    await expire(key);
    expect(await tasks.claimOrInsert(key, { set: { note: 'second' } })).toMatchObject({
      attempt: 2,
      row: { note: 'second' },
    });
  });

  it('is renewed together with other columns', async () => {
    const key = await queued();
    const lease = await claimed(key);
    await expire(key);
    expect(await tasks.renew(lease, { note: 'half' })).toBe(true);
    expect(await rowOf(key)).toMatchObject({ leased: true, note: 'half' });
  });

  it.each([
    ['complete', 'completed', true],
    ['fail', 'failed', true],
    ['release', 'queued', false],
  ] as const)('ends with %s', async (end, state, ended) => {
    const key = await queued();
    expect(await tasks[end](await claimed(key), { note: 'done' })).toBe(true);
    expect(await rowOf(key)).toEqual({ state, attempts: 1, note: 'done', leased: null, ended });
  });

  it('ends with a pause by the clock of the database', async () => {
    const key = await queued();
    await withClockOff(3, async () => tasks.releaseFor(await claimed(key), 90, { note: 'paused' }));
    const pause =
      'SELECT note, round(extract(epoch FROM next_attempt_at - now()))::int AS seconds FROM tasks WHERE id = $1';
    expect(await app.database.one(pause, key)).toEqual({ note: 'paused', seconds: expect.closeTo(90, -1) });
  });

  it.each(['renew', 'complete', 'fail', 'release'] as const)('allows no %s after a later claim', async (change) => {
    const key = await queued();
    const first = await claimed(key);
    await expire(key);
    await claimed(key);
    expect(await tasks[change](first)).toBe(false);
  });

  describe('of rows whose job was lost', () => {
    const silent = async (): Promise<[string]> => {
      const key = await queued();
      await app.database.execute(`UPDATE tasks SET enqueued_at = now() - interval '1 h' WHERE id = $1`, key);
      return key;
    };

    it('lets one of several workers enqueue them again', async () => {
      const [id] = await silent();
      const passes = await Promise.all(Array.from({ length: 4 }, () => tasks.requeueUnclaimed(30, 10)));
      expect(passes.flat()).toEqual([expect.objectContaining({ id, requeues: 1 })]);
    });

    it('skips rows that were enqueued recently, are claimed or have ended', async () => {
      await queued();
      await claimed(await silent());
      await tasks.complete(await claimed(await silent()));
      expect(await tasks.requeueUnclaimed(30, 10)).toEqual([]);
    });

    it('enqueues them again after their worker died', async () => {
      const key = await silent();
      await claimed(key);
      await expire(key);
      expect(await tasks.requeueUnclaimed(30, 10)).toEqual([expect.objectContaining({ id: key[0] })]);
    });

    it('takes rows in the given order', async () => {
      const [[first], [second]] = [await silent(), await silent()];
      await app.database.execute(`UPDATE tasks SET enqueued_at = now() - interval '2 h' WHERE id = $1`, [first]);
      const passes = [await tasks.requeueUnclaimed(30, 1, 'id DESC'), await tasks.requeueUnclaimed(30, 1, 'id DESC')];
      expect(passes.flat().map(({ id }) => id)).toEqual([second, first]);
    });
  });

  it('fails a row whose worker died during the last attempt', async () => {
    const [early, last] = [await queued(), await queued()];
    await tasks.release(await claimed(last));
    await claimed(early);
    await claimed(last);
    await Promise.all([expire(early), expire(last)]);
    await tasks.failExhausted(2);
    expect([await rowOf(early), await rowOf(last)]).toMatchObject([
      { state: 'running' },
      { state: 'failed', ended: true },
    ]);
  });

  it('is held until the work is done', async () => {
    expect(await tasks.hold(await claimed(await queued()), () => Promise.resolve('done'))).toBe('done');
  });

  it('stops waiting for the work as soon as the worker stops', async () => {
    const stop = new AbortController();
    const held = tasks.hold(await claimed(await queued()), () => new Promise(() => undefined), stop.signal);
    stop.abort(new Error('stopping'));
    await expect(held).rejects.toThrow('stopping');
  });

  it('stops waiting for the work when a renewal finds that the lease is lost', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const lease = { key: ['unknown'], attempt: 1, row: {} };
    const held = tasks.hold(lease, () => new Promise(() => undefined));
    jest.advanceTimersByTime(5_000);
    jest.useRealTimers();
    await expect(held).rejects.toThrow(LeaseLost);
  });
});
