import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createSpender, orderOf } from '../../../test/support/spender.js';
import { BudgetsService } from './budgets.service.js';
import { CreditsService } from './credits.service.js';

describe('the credits service', () => {
  let app: TestApp;
  let credits: CreditsService;

  beforeAll(async () => {
    app = await startTestApp();
    credits = app.get(CreditsService);
  });
  afterAll(() => app.close());

  const age = (purchaseId: string, days: number): Promise<number> =>
    app.database.execute('UPDATE purchases SET opened_at = opened_at - make_interval(days => $2) WHERE id = $1', [
      purchaseId,
      days,
    ]);

  it('charges a purchase, and records the buyer and the item', async () => {
    const caller = await createSpender(app, { credits: 3 });
    const { purchaseId } = await credits.open(orderOf(caller, 'charged'));
    const entry = await app.database.one(
      `SELECT kind, amount, balance_after, purchase_id, action, thing, credential_kind, credential_id, request_id
       FROM credit_entries WHERE team_id = $1 AND kind = 'charge'`,
      [caller.team.id],
    );
    expect(entry).toEqual({
      kind: 'charge',
      amount: -1,
      balance_after: 2,
      purchase_id: purchaseId,
      action: 'generate_report',
      thing: 'charged',
      credential_kind: 'key',
      credential_id: 'credential',
      request_id: 'request-1',
    });
  });

  it('lets a second buyer of the same item join without a charge', async () => {
    const [first, second] = [await createSpender(app), await createSpender(app)];
    const opened = await credits.open(orderOf(first, 'joined'));
    expect(await credits.open(orderOf(second, 'joined'))).toEqual({ purchaseId: opened.purchaseId, joined: true });
    expect(await credits.balanceOf(second.team.id)).toBe(10);
  });

  it('charges only one of many concurrent buyers', async () => {
    const callers = await Promise.all(Array.from({ length: 4 }, () => createSpender(app)));
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, index) => credits.open(orderOf(callers[index % 4] ?? callers[0]!, 'raced'))),
    );
    expect(opened.filter(({ joined }) => !joined)).toHaveLength(1);
    expect(new Set(opened.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  });

  it('does not exceed the balance with concurrent buyers of different items', async () => {
    const caller = await createSpender(app, { credits: 3 });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => credits.open(orderOf(caller, `scarce-${index}`))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await credits.balanceOf(caller.team.id)).toBe(0);
  });

  it('does not exceed the cap with concurrent buyers of different items', async () => {
    const caller = await createSpender(app, { credits: 50, limit: 2 });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => credits.open(orderOf(caller, `capped-${index}`))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await credits.balanceOf(caller.team.id)).toBe(48);
  });

  it('reports the balance when it is too low', async () => {
    const caller = await createSpender(app, { credits: 0 });
    await expect(credits.open(orderOf(caller, 'too-expensive'))).rejects.toMatchObject({
      code: 'payment_required',
      details: { reason: 'insufficient_credits', credits_balance: 0, credits_required: 1 },
    });
  });

  it('reports the cap before the balance when both are too low', async () => {
    const caller = await createSpender(app, { credits: 1, limit: 1 });
    await credits.open(orderOf(caller, 'last-credit'));
    await expect(credits.open(orderOf(caller, 'beyond-both'))).rejects.toMatchObject({
      code: 'payment_required',
      details: {
        reason: 'spend_cap_reached',
        spend_cap: 1,
        spend_used: 1,
        spend_remaining: 0,
        credits_required: 1,
      },
    });
  });

  it('writes nothing when it refuses a purchase', async () => {
    const caller = await createSpender(app, { credits: 0 });
    await credits.open(orderOf(caller, 'refused')).catch(() => undefined);
    expect(await app.database.query(`SELECT FROM purchases WHERE thing = 'refused'`)).toEqual([]);
  });

  it('refuses a credential without a budget', async () => {
    const caller = await createSpender(app);
    await expect(credits.open(orderOf({ ...caller, budget: null }, 'no-budget'))).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'spend_cap_required' },
    });
  });

  it('charges a person in the app against the balance only', async () => {
    const caller = { ...(await createSpender(app, { credits: 1 })), lane: 'session' as const };
    await credits.open(orderOf({ ...caller, budget: { kind: 'team' } }, 'by-hand'));
    expect(await credits.balanceOf(caller.team.id)).toBe(0);
  });

  it('restores balance and budget with a refund', async () => {
    const caller = await createSpender(app, { credits: 1, limit: 1 });
    const { purchaseId } = await credits.open(orderOf(caller, 'refunded'));
    expect(await credits.refund(purchaseId, 'failed')).toBe(true);
    expect(await credits.balanceOf(caller.team.id)).toBe(1);
    expect(await app.get(BudgetsService).stateOf(caller.budget.id)).toEqual({
      limit: 1,
      used: 0,
      daily_limit: null,
      daily_used: 0,
    });
  });

  it('refunds a purchase once', async () => {
    const caller = await createSpender(app, { credits: 1 });
    const { purchaseId } = await credits.open(orderOf(caller, 'refunded-once'));
    const refunds = await Promise.all(Array.from({ length: 8 }, () => credits.refund(purchaseId, 'failed')));
    expect(refunds.filter(Boolean)).toHaveLength(1);
    expect(await credits.balanceOf(caller.team.id)).toBe(1);
  });

  it('either settles or refunds a purchase when both run at the same time', async () => {
    const caller = await createSpender(app, { credits: 1 });
    const { purchaseId } = await credits.open(orderOf(caller, 'settled-or-refunded'));
    const [settled, refunded] = await Promise.all([credits.settle(purchaseId), credits.refund(purchaseId, 'late')]);
    expect([settled, refunded].filter(Boolean)).toHaveLength(1);
    expect(await credits.balanceOf(caller.team.id)).toBe(refunded ? 1 : 0);
  });

  it('sells an item again after its purchase has ended', async () => {
    const caller = await createSpender(app);
    const first = await credits.open(orderOf(caller, 'again'));
    await credits.settle(first.purchaseId);
    expect(await credits.open(orderOf(caller, 'again'))).toMatchObject({ joined: false });
  });

  it('does not count spending of more than 30 days ago against a rolling budget', async () => {
    const caller = await createSpender(app, { kind: 'rolling', limit: 1 });
    await age((await credits.open(orderOf(caller, 'rolled'))).purchaseId, 31);
    expect(await credits.open(orderOf(caller, 'rolled-on'))).toMatchObject({ joined: false });
  });

  it('counts spending of 29 days ago against a rolling budget', async () => {
    const caller = await createSpender(app, { kind: 'rolling', limit: 1 });
    await age((await credits.open(orderOf(caller, 'recent'))).purchaseId, 29);
    await expect(credits.open(orderOf(caller, 'too-soon'))).rejects.toMatchObject({
      details: { reason: 'spend_cap_reached', spend_used: 1 },
    });
  });

  it('counts all spending of a key', async () => {
    const caller = await createSpender(app, { kind: 'lifetime', limit: 1 });
    await age((await credits.open(orderOf(caller, 'long-ago'))).purchaseId, 400);
    await expect(credits.open(orderOf(caller, 'after-a-year'))).rejects.toMatchObject({
      details: { reason: 'spend_cap_reached' },
    });
  });

  it('never exceeds a daily cap, even for concurrent purchases', async () => {
    const caller = await createSpender(app, { credits: 100 });
    await app.get(BudgetsService).setLimits(caller.budget.id, 1_000, 10);
    const orders = Array.from({ length: 100 }, (_, index) => credits.open(orderOf(caller, `daily-${index}`)));
    const outcomes = await Promise.allSettled(orders);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await credits.balanceOf(caller.team.id)).toBe(90);
  });

  it('states the rest of a daily cap, and when the next day begins', async () => {
    const caller = await createSpender(app, { credits: 0 });
    await app.get(BudgetsService).setLimits(caller.budget.id, 1_000, 0);
    await expect(credits.open(orderOf(caller, 'capped-today'))).rejects.toMatchObject({
      code: 'payment_required',
      details: {
        reason: 'daily_cap_reached',
        daily_cap: 0,
        daily_used: 0,
        daily_remaining: 0,
        credits_required: 1,
        resets_at: expect.stringMatching(/T00:00:00\.000Z$/) as string,
      },
    });
  });

  it('counts neither refunds nor yesterday against a daily cap', async () => {
    const caller = await createSpender(app);
    await app.get(BudgetsService).setLimits(caller.budget.id, 1_000, 1);
    await age((await credits.open(orderOf(caller, 'yesterday'))).purchaseId, 1);
    await credits.refund((await credits.open(orderOf(caller, 'undone-today'))).purchaseId, 'failed');
    expect(await credits.open(orderOf(caller, 'today'))).toMatchObject({ joined: false });
    await expect(credits.open(orderOf(caller, 'also-today'))).rejects.toMatchObject({
      details: { reason: 'daily_cap_reached', daily_used: 1 },
    });
  });

  it('accepts purchases again after the cap was raised', async () => {
    const caller = await createSpender(app, { limit: 0 });
    await app.get(BudgetsService).setLimits(caller.budget.id, 1, null);
    expect(await credits.open(orderOf(caller, 'raised'))).toMatchObject({ joined: false });
  });

  it('refunds only purchases past their deadline', async () => {
    const caller = await createSpender(app);
    const late = await credits.open({ ...orderOf(caller, 'overdue'), deadlineSeconds: -10 });
    await credits.open(orderOf(caller, 'in-time'));
    expect(await credits.refundOverdue(5)).toBe(1);
    expect(await app.database.one('SELECT state FROM purchases WHERE id = $1', [late.purchaseId])).toEqual({
      state: 'refunded',
    });
  });

  it('does not refund an overdue purchase before the grace period ends', async () => {
    const caller = await createSpender(app);
    const { purchaseId } = await credits.open({ ...orderOf(caller, 'graced'), deadlineSeconds: -10 });
    expect(await credits.refundOverdue(3_600)).toBe(0);
    await credits.settle(purchaseId);
  });

  it('refuses a grant to an unknown team', async () => {
    const unknownTeam = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
    const actor = { kind: 'operator', id: null, requestId: null } as const;
    await expect(credits.grant(unknownTeam, 5, 'test', actor)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses a grant to a deleted team', async () => {
    const { team } = await createSpender(app);
    await app.database.execute('UPDATE teams SET deleted_at = now() WHERE id = $1', [team.id]);
    const actor = { kind: 'operator', id: null, requestId: null } as const;
    await expect(credits.grant(team.id, 5, 'test', actor)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([0, -1, 1.5, Number.NaN, 1e12])('refuses a grant of %p', async (amount) => {
    const { team } = await createSpender(app);
    const actor = { kind: 'operator', id: null, requestId: null } as const;
    await expect(credits.grant(team.id, amount, 'test', actor)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('leaves a ledger that passes verification', async () => {
    expect(await credits.verify()).toEqual([]);
  });
});
