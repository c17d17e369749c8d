import { CreditsService } from '#accounts/credits/credits.service.js';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import type { BulkItemView, BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkErasureModule } from '#workspace/bulk/bulk-erasure.module.js';
import { BulkErasure } from '#workspace/bulk/bulk-erasure.service.js';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createSpender, orderOf } from '../../support/spender.js';

const UNKNOWN_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

let app: TestApp;
beforeAll(async () => {
  const env = {
    RATE_LIMIT_SPENDING: '1',
    SWEEP_INTERVAL_SECONDS: '3600',
    PLAN_LIMITS_GROWTH: 'bulk_items=6,bulk_jobs=1',
  };
  app = await startTestApp({ env, worker: true, modules: [BulkErasureModule] });
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await app.get(CreditsService).verify()).toEqual([]);
});

let sent = 0;
const buyer = (credits = 10, more: object = {}) => createKey(app, { credits, spendCap: 100, ...more });
const create = (key: string, body: object, idempotencyKey = `job ${++sent}`) =>
  call(app, 'POST', '/bulk-jobs', {
    key,
    body: { action: 'unlock_contact', max_credits: 10, ...body },
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
  });
const jobOf = ({ body }: ApiResponse) => body.data as BulkJobView;
const read = async (key: string, id: string): Promise<BulkJobView> =>
  jobOf(await call(app, 'GET', `/bulk-jobs/${id}`, { key }));
const itemsOf = async (key: string, id: string): Promise<BulkItemView[]> =>
  (await call(app, 'GET', `/bulk-jobs/${id}/items`, { key })).body.data as BulkItemView[];
const reasonOf = ({ body }: ApiResponse) => (body.error?.details as { reason: string } | undefined)?.reason;

/** Waits until the worker has ended a job. */
async function ended(key: string, id: string): Promise<BulkJobView> {
  for (;;) {
    const job = await read(key, id);
    if (job.finished_at) return job;
    await app.inWorker(BulkRunner).runDue();
  }
}

/** Opportunities whose writers are in the directory with an email address. */
async function known(count: number): Promise<object[]> {
  const items: object[] = [];
  for (let i = 0; i < count; i++) {
    const company = `Bulk ${++sent}`;
    await importLines(app, ContactsImporter, [{ name: 'Jane Doe', company, email: `jane${sent}@acme.example.com` }]);
    items.push({ opportunity_id: await insertReviewOpportunity(app.database, { company }), field: 'email' });
  }
  return items;
}

/** Leaves a job as a worker leaves it that dies after the charges and before the answers. */
async function loseAnswers(id: string): Promise<void> {
  await app.database.execute(
    `UPDATE bulk_items SET status = 'running', answer = NULL, credits_charged = 1 WHERE job_id = $1`,
    [id],
  );
  await app.database.execute(
    `UPDATE bulk_jobs SET state = 'running', finished_at = NULL, lease_until = now() - interval '1 minute',
       next_attempt_at = now() - interval '1 minute',
       credits_charged = (SELECT sum(credits_charged) FROM bulk_items WHERE job_id = $1) WHERE id = $1`,
    [id],
  );
}

describe('a bulk job', () => {
  it('does not show a contact again after the person is suppressed', async () => {
    const { key } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(1) }));
    await ended(key, id);
    const [{ data } = {}] = await itemsOf(key, id);
    await app.get(SuppressionsService).add((data as { value: string }).value);
    expect(await itemsOf(key, id)).toEqual([expect.not.objectContaining({ data: expect.anything() })]);
  });

  it("does not show a contact again after the person is on the team's list, and shows it to others", async () => {
    const teams = [await buyer(), await buyer()] as const;
    const items = await known(1);
    const ids = await Promise.all(teams.map(async ({ key }) => jobOf(await create(key, { items })).id));
    const shown = () => Promise.all(teams.map(async ({ key }, at) => (await itemsOf(key, ids[at] ?? ''))[0]?.data));
    await Promise.all(teams.map(({ key }, at) => ended(key, ids[at] ?? '')));
    const [data] = await shown();
    const { value } = data as { value: string };
    await call(app, 'POST', '/suppressions', { key: teams[0].key, body: { value } });
    expect(await shown()).toEqual([undefined, expect.objectContaining({ value })]);
  });

  it('loses the answers about an erased text, however the request wrote the id of its opportunity', async () => {
    const { key } = await buyer();
    const items = (await known(1)).map((item) => ({
      ...item,
      opportunity_id: (item as { opportunity_id: string }).opportunity_id.toUpperCase(),
    }));
    const { id } = jobOf(await create(key, { items }));
    await ended(key, id);
    const opportunityIds = items.map(({ opportunity_id }) => opportunity_id.toLowerCase());
    await app.get(BulkErasure).erase({ textIds: [], opportunityIds });
    expect(await itemsOf(key, id)).toEqual([expect.not.objectContaining({ data: expect.anything() })]);
  });

  it('makes each call like a single one, outside the limit for spending', async () => {
    const { key, teamId } = await buyer();
    const items = [...(await known(2)), { opportunity_id: UNKNOWN_ID, field: 'email' }];
    const created = await create(key, { items });
    expect([created.status, created.headers.get('retry-after'), jobOf(created)]).toMatchObject([
      200,
      '2',
      { action: 'unlock_contact', max_credits: 10, finished_at: null },
    ]);
    const { id } = jobOf(created);
    expect(await ended(key, id)).toMatchObject({
      status: 'completed',
      counts: { waiting: 0, running: 0, succeeded: 2, failed: 1, skipped: 0, canceled: 0 },
      credits_charged: 2,
    });
    const [first, , last] = await itemsOf(key, id);
    expect([first, last]).toMatchObject([
      { index: 0, request: items[0], http_status: 200, data: { found: true, reason: 'revealed' }, credits_charged: 1 },
      { index: 2, status: 'failed', http_status: 404, error: { code: 'not_found' }, credits_charged: 0 },
    ]);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(8);
    const events = await app.database.query(
      `SELECT (head || '0' || tail)::jsonb -> 'data' AS data FROM team_events
       WHERE team_id = $1 AND type = 'bulk_job.completed'`,
      [teamId],
    );
    expect(events).toMatchObject([{ data: { bulk_job_id: id, credits_charged: 2, counts: { succeeded: 2 } } }]);
  });

  it('never spends more than max_credits, and still makes calls that are free', async () => {
    const { key } = await buyer();
    const items = await known(5);
    const first = await create(key, { items: items.slice(0, 1) });
    await ended(key, jobOf(first).id);
    const { id } = jobOf(await create(key, { items: [...items.slice(1), ...items.slice(0, 1)], max_credits: 2 }));
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 3, skipped: 2 }, credits_charged: 2 });
    const answers = await itemsOf(key, id);
    expect(answers[4]).toMatchObject({ status: 'succeeded', data: { already_revealed: true }, credits_charged: 0 });
    expect(answers.map(({ status }) => status)).toEqual([
      ...['succeeded', 'succeeded', 'skipped', 'skipped', 'succeeded'],
    ]);
  });

  it('buys its items in their order until max_credits is reached, and says so of the others', async () => {
    const { key } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(6), max_credits: 2 }));
    await ended(key, id);
    const items = await itemsOf(key, id);
    expect(items.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', ...Array<string>(4).fill('skipped')]);
    expect(items[2]?.error).toMatchObject({
      code: 'payment_required',
      details: { reason: 'max_credits_reached', max_credits: 2, credits_required: 1 },
    });
  });

  it('counts a refunded call as free', async () => {
    const { key } = await buyer();
    const items = [{ opportunity_id: await insertReviewOpportunity(app.database), field: 'phone' }];
    const { id } = jobOf(await create(key, { items }));
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 1 }, credits_charged: 0 });
  });

  it('counts a call as free that is refunded after it was answered', async () => {
    const { key, teamId } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(1) }));
    expect(await ended(key, id)).toMatchObject({ credits_charged: 1 });
    const { purchaseId } = await app.get(CreditsService).open(orderOf(await createSpender(app, { teamId }), id));
    await app.database.execute('UPDATE runs SET purchase_id = $2 WHERE team_id = $1', [teamId, purchaseId]);
    await app.get(CreditsService).refund(purchaseId, 'the deadline passed');
    expect([await read(key, id), await itemsOf(key, id)]).toMatchObject([
      { credits_charged: 0 },
      [{ credits_charged: 0 }],
    ]);
  });

  it('skips no call because of refunded charges', async () => {
    const { key } = await buyer();
    const ids = await Promise.all(Array.from({ length: 6 }, () => insertReviewOpportunity(app.database)));
    const items = ids.map((opportunity_id) => ({ opportunity_id, field: 'phone' }));
    const { id } = jobOf(await create(key, { items, max_credits: 1 }));
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 6, skipped: 0 }, credits_charged: 0 });
  });

  it('buys an item before later ones if the refund of an earlier one makes room for it', async () => {
    const { key } = await buyer();
    const missed = { opportunity_id: await insertReviewOpportunity(app.database), field: 'phone' };
    const { id } = jobOf(await create(key, { items: [missed, ...(await known(4))], max_credits: 2 }));
    await ended(key, id);
    const statuses = (await itemsOf(key, id)).map(({ status }) => status);
    expect(statuses).toEqual(['succeeded', 'succeeded', 'succeeded', 'skipped', 'skipped']);
  });

  it('lists its counts in the order of the reference', async () => {
    const { key } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(1) }));
    const order = ['waiting', 'running', 'succeeded', 'failed', 'skipped', 'canceled'];
    expect(Object.keys((await ended(key, id)).counts)).toEqual(order);
  });

  it('skips calls that the balance does not cover, with the 402 of the call', async () => {
    const { key } = await buyer(1);
    const { id } = jobOf(await create(key, { items: await known(2) }));
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 1, skipped: 1 }, credits_charged: 1 });
  });

  it('buys nothing twice when its worker dies', async () => {
    const { key, teamId } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(2) }));
    await ended(key, id);
    await loseAnswers(id);
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 2 }, credits_charged: 2 });
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(8);
  });

  it('buys no pitch twice when its worker dies and the next one comes days later', async () => {
    const { key, teamId } = await buyer();
    const items = [{ opportunity_id: await insertReviewOpportunity(app.database), channels: ['email'] }];
    const { id } = jobOf(await create(key, { action: 'generate_pitch', items }));
    await ended(key, id);
    await app.database.execute(`UPDATE runs SET created_at = now() - interval '3 days' WHERE team_id = $1`, [teamId]);
    await loseAnswers(id);
    expect(await ended(key, id)).toMatchObject({ counts: { succeeded: 1 }, credits_charged: 1 });
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(9);
  });

  it('counts a call that was refunded before its worker died as free, and makes it again', async () => {
    const { key } = await buyer(0, { test: true });
    const items = [{ opportunity_id: sandboxId(203), field: 'email' }];
    const { id } = jobOf(await create(key, { items, max_credits: 1 }));
    await ended(key, id);
    await loseAnswers(id);
    expect(await ended(key, id)).toMatchObject({ counts: { failed: 1, skipped: 0 }, credits_charged: 0 });
    expect(await itemsOf(key, id)).toMatchObject([{ http_status: 500, credits_charged: 0 }]);
  });

  it('cancels unstarted items when its key is revoked, with the 401', async () => {
    const { key, keyId, teamId } = await buyer();
    const { key: other } = await createKey(app, { teamId });
    const items = await known(1);
    await app.get(ApiKeysService).revoke(keyId, teamId);
    const refused = await create(key, { items });
    const { key: spare, keyId: spareId } = await buyer(5, { teamId });
    const { id } = await app.database.one<{ id: string }>(
      `INSERT INTO bulk_jobs (id, team_id, action, max_credits, key_id, idempotency_id, request_id)
       VALUES (gen_random_uuid(), $1, 'unlock_contact', 5, $2, 'revoked', 'request-1') RETURNING id`,
      [teamId, spareId],
    );
    await app.database.execute('INSERT INTO bulk_items (job_id, index, request) VALUES ($1, 0, $2)', [id, items[0]]);
    await app.get(ApiKeysService).revoke(spareId, teamId);
    const job = await ended(other, id);
    expect([refused.status, spare === key, job.counts.canceled]).toEqual([401, false, 1]);
    expect(await itemsOf(other, id)).toMatchObject([
      { status: 'canceled', http_status: 401, error: { code: 'unauthorized' } },
    ]);
  });

  it('is created once for a repeated request', async () => {
    const { key } = await buyer();
    const body = { items: await known(1) };
    const ids = [await create(key, body, 'same'), await create(key, body, 'same')].map((answer) => jobOf(answer).id);
    expect(ids[0]).toBe(ids[1]);
    await ended(key, ids[0] as string);
  });

  it('is not given for its Idempotency-Key with other items, even if its answer was lost', async () => {
    const { key } = await buyer();
    const body = { items: await known(1) };
    const { id } = jobOf(await create(key, body, 'lost'));
    await app.database.execute('DELETE FROM idempotency_keys');
    const other = await create(key, { items: await known(1) }, 'lost');
    expect([other.status, reasonOf(other)]).toEqual([400, 'idempotency_key_reused']);
    expect(jobOf(await create(key, body, 'lost')).id).toBe(id);
    await ended(key, id);
  });

  it('is not given for its Idempotency-Key with another limit, even if its answer was lost', async () => {
    const { key } = await buyer();
    const body = { items: await known(1) };
    const { id } = jobOf(await create(key, { ...body, max_credits: 3 }, 'limit'));
    await app.database.execute('DELETE FROM idempotency_keys');
    const other = await create(key, { ...body, max_credits: 4 }, 'limit');
    expect([other.status, reasonOf(other)]).toEqual([400, 'idempotency_key_reused']);
    await ended(key, id);
  });

  it('is a new one when its Idempotency-Key is sent again after a day', async () => {
    const { key } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(1) }, 'daily'));
    await ended(key, id);
    await app.database.execute(`UPDATE bulk_jobs SET created_at = created_at - interval '25 hours' WHERE id = $1`, [
      id,
    ]);
    await app.database.execute(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const next = jobOf(await create(key, { items: await known(1) }, 'daily'));
    expect([next.id === id, next.counts.waiting]).toEqual([false, 1]);
    await ended(key, next.id);
  });

  it('is only priced with dry_run', async () => {
    const { key } = await buyer(1);
    const { status, body } = await create(key, { items: await known(2), dry_run: true }, '');
    expect([status, body.data]).toMatchObject([200, { total: { credits_required: 2, is_allowed: false } }]);
    expect((await call(app, 'GET', '/bulk-jobs', { key })).body.data).toEqual([]);
  });

  it('is canceled except for started items', async () => {
    const { key, keyId, teamId } = await buyer();
    const { id } = await app.database.one<{ id: string }>(
      `INSERT INTO bulk_jobs (id, team_id, action, max_credits, key_id, idempotency_id, request_id)
       VALUES (gen_random_uuid(), $1, 'unlock_contact', 5, $2, 'canceled', 'request-1') RETURNING id`,
      [teamId, keyId],
    );
    await app.database.execute('INSERT INTO bulk_items (job_id, index, request) VALUES ($1, 0, $2)', [
      id,
      (await known(1))[0],
    ]);
    const cancel = () => call(app, 'POST', `/bulk-jobs/${id}/cancel`, { key });
    const [first, again] = [await cancel(), await cancel()];
    expect([jobOf(first), jobOf(again)]).toMatchObject([
      { status: 'canceled', counts: { canceled: 1 }, credits_charged: 0 },
      { status: 'canceled', finished_at: jobOf(first).finished_at },
    ]);
  });

  it('that is canceled between two workers gets the answer of an item that has begun', async () => {
    const { key, teamId } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(2) }));
    await ended(key, id);
    await app.database.execute(
      `UPDATE bulk_items SET status = 'running', answer = NULL, http_status = NULL WHERE job_id = $1 AND index = 0`,
      [id],
    );
    await app.database.execute(
      `UPDATE bulk_jobs SET state = 'queued', finished_at = NULL, next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    const canceled = jobOf(await call(app, 'POST', `/bulk-jobs/${id}/cancel`, { key }));
    expect(canceled).toMatchObject({ status: 'canceled', finished_at: null, counts: { running: 1 } });
    await app.database.execute('UPDATE bulk_jobs SET next_attempt_at = now() WHERE id = $1', [id]);
    expect(await ended(key, id)).toMatchObject({ status: 'canceled', counts: { succeeded: 2 }, credits_charged: 2 });
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(8);
  });

  it.each<[string, number, string, object]>([
    ['without an Idempotency-Key', 400, 'idempotency_key_required', {}],
    [
      'with equal items',
      400,
      'duplicate_items',
      { items: [0, 0].map(() => ({ opportunity_id: UNKNOWN_ID, field: 'email' })) },
    ],
    [
      'with items that are equal once one has its default',
      400,
      'duplicate_items',
      {
        action: 'generate_pitch',
        items: [{}, { channels: ['email'] }].map((each) => ({ opportunity_id: UNKNOWN_ID, ...each })),
      },
    ],
    ['without items', 400, 'validation_failed', { items: [] }],
    ['with faults in an item', 400, 'validation_failed', { items: [{ opportunity_id: UNKNOWN_ID, field: 'fax' }] }],
    ...[
      ['with an action in an item', { action: 'generate_pitch' }],
      ['with an object whose key has a NUL in an item', { action: { 'a\0': 1 } }],
      ['with a key that is half of a surrogate pair in an item', { action: { '\ud800': 1 } }],
    ].map(([title, more]): [string, number, string, object] => [
      title as string,
      400,
      'validation_failed',
      { items: [{ opportunity_id: UNKNOWN_ID, field: 'email', ...(more as object) }] },
    ]),
    ['with a negative max_credits', 400, 'validation_failed', { max_credits: -1 }],
    [
      'with more items than the plan allows',
      403,
      'limit_reached',
      {
        items: Array.from({ length: 7 }, (_, i) => ({
          opportunity_id: UNKNOWN_ID.replace(/.$/, String(i)),
          field: 'email',
        })),
      },
    ],
  ])('is refused %s', async (title, status, reason, body) => {
    const { key } = await buyer();
    const items = [{ opportunity_id: UNKNOWN_ID, field: 'email' }];
    const answer = await create(key, { items, ...body }, title.includes('Idempotency-Key') ? '' : undefined);
    expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
  });

  it('needs the scope of its action and a spend cap', async () => {
    const items = [{ opportunity_id: UNKNOWN_ID, field: 'email' }];
    const { key: scopeless } = await buyer(1, { scopes: ['read', 'write'] });
    const { key: capless } = await createKey(app);
    expect([await create(scopeless, { items }), await create(capless, { items })].map(reasonOf)).toEqual([
      'insufficient_scope',
      'spend_cap_required',
    ]);
  });

  it('is not found by other teams', async () => {
    const { key } = await buyer();
    const { id } = jobOf(await create(key, { items: await known(1) }));
    const { key: other } = await buyer();
    const paths = [`/bulk-jobs/${id}`, `/bulk-jobs/${id}/items`];
    const answers = [
      ...(await Promise.all(paths.map((path) => call(app, 'GET', path, { key: other })))),
      await call(app, 'POST', `/bulk-jobs/${id}/cancel`, { key: other }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    await ended(key, id);
  });
});
