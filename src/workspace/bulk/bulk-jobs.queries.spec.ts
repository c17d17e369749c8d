import { v7 as uuidv7 } from 'uuid';
import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { whenLockIsAwaited } from '../../../test/support/lock-wait.js';
import { BulkJobsQueries, identityOf } from './bulk-jobs.queries.js';

describe('a stored bulk job', () => {
  let app: TestApp;
  let queries: BulkJobsQueries;
  let teamId: string;
  let requests = 0;

  beforeAll(async () => {
    app = await startTestApp();
    queries = app.get(BulkJobsQueries);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ teamId } = await createTeam(app));
  });

  const insert = (facts: { maxCredits?: number; idempotencyId?: string; items?: number } = {}) =>
    queries.insert({
      ...{
        id: uuidv7(),
        teamId,
        action: 'generate_pitch',
        credentialKind: 'key',
        keyId: uuidv7(),
        requestId: 'request',
      },
      maxCredits: facts.maxCredits ?? 10,
      idempotencyId: facts.idempotencyId ?? `bulk-${++requests}`,
      items: Array.from({ length: facts.items ?? 2 }, (_, index) => ({ opportunity_id: String(index) })),
    });
  const succeeded = { index: 0, status: 'succeeded', http_status: 200, answer: {} } as const;
  const unclaimed = (id: string) => ({ id, attempts: 0 });
  const job = async (id: string) => (await queries.find(teamId, id))!;

  it('is inserted once for one request', async () => {
    const idempotencyId = `bulk-${++requests}`;
    const inserted = await Promise.all(Array.from({ length: 5 }, () => insert({ idempotencyId })));
    expect([new Set(inserted.map(({ id }) => id)).size, inserted.filter(({ is_new }) => is_new).length]).toEqual([
      1, 1,
    ]);
  });

  it('keeps its items in the order of the request', async () => {
    const { id } = await insert({ items: 12 });
    const items = await queries.findItems(id, 100, 0);
    expect(items.map(({ request }) => request)).toEqual(
      Array.from({ length: 12 }, (_, index) => ({ opportunity_id: String(index) })),
    );
  });

  it('charges no more than its limit when its items are charged at once', async () => {
    const { id } = await insert({ maxCredits: 3, items: 8 });
    const charged = await Promise.all(
      Array.from({ length: 8 }, (_, index) => queries.charge({ job_id: id, index }, 1, `run-${id}-${index}`)),
    );
    expect([charged.filter(Boolean).length, (await job(id)).credits_charged]).toEqual([3, 3]);
  });

  it('gives the charge of an item back when the ledger has none for it', async () => {
    const { id } = await insert();
    await queries.begin(unclaimed(id), 0);
    await queries.charge({ job_id: id, index: 0 }, 1, identityOf({ job_id: id, index: 0 }));
    await queries.finish(unclaimed(id), succeeded);
    expect((await job(id)).credits_charged).toBe(0);
  });

  it('puts no item back while it is being canceled', async () => {
    const { id } = await insert();
    await queries.begin(unclaimed(id), 0);
    let putting: Promise<void> | undefined;
    await app.database.transaction(async () => {
      await queries.lock(teamId, id);
      await queries.cancel(id);
      await queries.cancelWaiting(id, null);
      const putBack = app.database.outside(() => queries.putBack(unclaimed(id), 0));
      await Promise.race([putBack, whenLockIsAwaited(app.database)]);
      putting = putBack;
    });
    await putting;
    expect((await job(id)).counts).toMatchObject({ waiting: 0, canceled: 2 });
  });

  it('keeps the first answer of an item', async () => {
    const { id } = await insert();
    await queries.begin(unclaimed(id), 0);
    await queries.finish(unclaimed(id), succeeded);
    await queries.finish(unclaimed(id), { index: 0, status: 'failed', http_status: 500, answer: {} });
    expect((await queries.findItems(id, 1, 0))[0]?.status).toBe('succeeded');
  });

  it('ends at once when it is canceled before a worker has claimed it', async () => {
    const { id } = await insert();
    await queries.cancelWaiting(id, null);
    expect([await queries.cancel(id), await queries.countOpen(teamId)]).toEqual([true, 0]);
  });

  it('does not end when it is canceled while an item has no answer', async () => {
    const { id } = await insert();
    await queries.begin(unclaimed(id), 0);
    await queries.cancelWaiting(id, null);
    expect([await queries.cancel(id), await queries.countOpen(teamId)]).toEqual([false, 1]);
  });

  it('begins no item that was canceled', async () => {
    const { id } = await insert();
    await queries.cancelWaiting(id, null);
    expect(await queries.begin(unclaimed(id), 0)).toBeNull();
  });

  describe('that another worker has claimed', () => {
    let id: string;
    const statuses = async () => (await queries.findItems(id, 10, 0)).map(({ status }) => status);

    beforeEach(async () => {
      ({ id } = await insert());
      await queries.begin(unclaimed(id), 0);
      await app.database.execute('UPDATE bulk_jobs SET attempts = 1 WHERE id = $1', [id]);
    });

    it('gives the worker that lost it no item', async () => {
      expect(await queries.begin(unclaimed(id), 1)).toBeNull();
    });

    it('takes no answer of the worker that lost it', async () => {
      await queries.finish(unclaimed(id), succeeded);
      expect(await statuses()).toEqual(['running', 'waiting']);
    });

    it('lets no item wait again for the worker that lost it', async () => {
      await queries.putBack(unclaimed(id), 0);
      await queries.resetRunning(unclaimed(id));
      expect(await statuses()).toEqual(['running', 'waiting']);
    });
  });

  it('keeps an item that waits again because its worker died, if it is canceled', async () => {
    const { id } = await insert();
    await app.database.execute(
      `INSERT INTO runs (id, kind, item, team_id, input, idempotency_id, deadline_at, enqueued_at, turn)
       VALUES (gen_random_uuid(), 'generate_pitch', $1, $2, '{}', $3, now(), now(), 0)`,
      [id, teamId, identityOf({ job_id: id, index: 0 })],
    );
    await queries.cancelWaiting(id, null);
    expect((await job(id)).counts).toMatchObject({ waiting: 1, canceled: 1 });
  });

  it('is unknown to another team', async () => {
    const { id } = await insert();
    expect(await queries.find((await createTeam(app)).teamId, id)).toBeNull();
  });
});
