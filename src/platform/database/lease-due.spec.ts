import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { LeasedRows } from './lease.js';

interface Parcel {
  id: string;
  city: string;
}

describe('the claim of due rows', () => {
  let app: TestApp;
  let parcels: LeasedRows<Parcel>;

  beforeAll(async () => {
    app = await startTestApp();
    await app.database.execute(`
      CREATE TABLE parcels (id text PRIMARY KEY, city text NOT NULL DEFAULT 'Rome', state text NOT NULL DEFAULT 'queued',
                            attempts integer NOT NULL DEFAULT 0, lease_until timestamptz, finished_at timestamptz,
                            next_attempt_at timestamptz NOT NULL DEFAULT now())`);
    parcels = new LeasedRows(app.database, { name: 'parcels', key: ['id'], paced: true });
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.execute('DELETE FROM parcels'));

  /** Inserts rows that became due one after the other, in this order. */
  const insert = async (...rows: (string | [id: string, city: string])[]): Promise<void> => {
    for (const [index, row] of rows.entries()) {
      const [id, city = 'Rome'] = typeof row === 'string' ? [row] : row;
      await app.database.execute(
        `INSERT INTO parcels (id, city, next_attempt_at) VALUES ($1, $2, now() - make_interval(mins => $3))`,
        [id, city, rows.length - index],
      );
    }
  };
  const change = (id: string, set: string) => app.database.execute(`UPDATE parcels SET ${set} WHERE id = $1`, [id]);
  type Options = Parameters<LeasedRows['claimDue']>[0];
  const claim = async (options: Partial<Options> = {}): Promise<string[]> =>
    (await parcels.claimDue({ limit: 10, ...options })).map(({ row }) => row.id);
  const fairly = (atOnce: number, limit = 10) => claim({ limit, fairBy: { column: 'city', atOnce } });

  it('gives those first that have been due for longest, up to the limit', async () => {
    await insert('a', 'b', 'c');
    expect([await claim({ limit: 2 }), await claim({ limit: 2 })]).toEqual([['a', 'b'], ['c']]);
  });

  it('gives each row to one of several concurrent callers', async () => {
    await insert('a', 'b', 'c', 'd');
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim({ limit: 1 })));
    expect(claims.flat().sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('leaves rows that pause, have ended, or are held', async () => {
    await insert('pausing', 'ended', 'held');
    await change('pausing', `next_attempt_at = now() + interval '1 min'`);
    await change('ended', `state = 'completed', finished_at = now()`);
    await change('held', `state = 'running', lease_until = now() + interval '1 min'`);
    expect(await claim()).toEqual([]);
  });

  it('takes pausing rows too if it is early', async () => {
    await insert('pausing');
    await change('pausing', `next_attempt_at = now() + interval '1 min'`);
    expect(await claim({ early: true })).toEqual(['pausing']);
  });

  it('gives a row again after its worker died, up to the last attempt', async () => {
    await insert('a');
    const attempts: unknown[] = [];
    for (let time = 1; time <= 3; time++) {
      attempts.push(await claim({ maxAttempts: 2 }));
      await change('a', `lease_until = now() - interval '1 s', next_attempt_at = now()`);
    }
    expect(attempts).toEqual([['a'], ['a'], []]);
  });

  it('keeps a row from being due until its lease ends, also after a renewal', async () => {
    await insert('a');
    const [lease] = await parcels.claimDue({ limit: 1, seconds: 60 });
    await parcels.renew(lease!, {}, 3_600);
    const sql = `SELECT next_attempt_at = lease_until AND lease_until > now() + interval '50 min' AS held FROM parcels`;
    expect(await app.database.one(sql)).toEqual({ held: true });
  });

  it('takes only rows that meet the condition', async () => {
    await insert(['a', 'Rome'], ['b', 'Oslo']);
    expect(await claim({ where: { sql: 'leased.city = $1', values: ['Oslo'] } })).toEqual(['b']);
  });

  it('lets a fair column take turns, the longest due first', async () => {
    await insert(['r1', 'Rome'], ['r2', 'Rome'], ['r3', 'Rome'], ['o1', 'Oslo'], ['o2', 'Oslo']);
    expect([(await fairly(5, 3)).sort(), (await fairly(5, 3)).sort()]).toEqual([
      ['o1', 'r1', 'r2'],
      ['o2', 'r3'],
    ]);
  });

  it('runs at most so many rows with one value of a fair column at the same time', async () => {
    await insert(['r1', 'Rome'], ['r2', 'Rome'], ['r3', 'Rome'], ['o1', 'Oslo']);
    const claims = await Promise.all(Array.from({ length: 4 }, () => fairly(2)));
    expect(claims.flat().sort()).toEqual(['o1', 'r1', 'r2']);
  });
});
