import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { READ_BILLING } from '#accounts/billing/billing.jobs.js';
import type { BillingQueries } from '#accounts/billing/billing.queries.js';
import { BillingReader } from '#accounts/billing/billing.reader.js';
import { BillingService } from '#accounts/billing/billing.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamDeletionService } from '#accounts/team-deletion/team-deletion.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { DueWork } from '#platform/queues/due-work.js';
import { createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { idOf, TestStripe } from '../../support/stand-ins/stripe.js';
import { until } from '../../support/until.js';

const DAY_SECONDS = 86_400;
const BY = { id: randomUUID(), email: 'owner@billing.example' };

let app: TestApp;
let stripe: TestStripe;

beforeAll(async () => {
  stripe = await TestStripe.start();
  app = await startTestApp({ worker: true, env: stripe.env });
});
afterEach(() => {
  stripe.intercept = () => false;
});
afterAll(async () => {
  expect(await app.get(CreditsService).verify()).toEqual([]);
  await app.close();
  await stripe.close();
});

const post = (body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${app.baseUrl}/billing/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

/** Sends events as Stripe does. @returns the statuses */
const deliver = (...events: Stripe.Event[]): Promise<number[]> =>
  Promise.all(
    events.map(async (event) => {
      const body = JSON.stringify(event);
      return (await post(body, { 'stripe-signature': stripe.sign(body) })).status;
    }),
  );

/** Waits until a worker has looked at all events. */
const settled = (): Promise<unknown> =>
  until(async () => {
    const open = `SELECT FROM billing_events WHERE state IN ('queued', 'running') LIMIT 1`;
    return (await app.database.query(open)).length === 0;
  });

/** Makes what waits for its next attempt due. */
async function hurry(): Promise<void> {
  await app.database.execute(`UPDATE billing_events SET next_attempt_at = now() WHERE state = 'queued'`);
  app.get(DueWork).notify(READ_BILLING);
}

const eventRow = (id: string) =>
  app.database.maybeOne<{ state: string; outcome: string | null; attempts: number; failure: string | null }>(
    'SELECT state, outcome, attempts, failure FROM billing_events WHERE id = $1',
    [id],
  );

/** Begins a purchase in the app. @returns the checkout at Stripe */
async function checkout(teamId: string, item: string): Promise<Stripe.Checkout.Session> {
  await app.get(BillingService).checkout(teamId, item, { by: BY, nonce: randomUUID() });
  return stripe.sessions.findLast((each) => each.client_reference_id === teamId) as Stripe.Checkout.Session;
}

const balanceOf = (teamId: string): Promise<number> => app.get(CreditsService).balanceOf(teamId);
const teamOf = (teamId: string) => app.get(TeamsService).get(teamId);
const entriesOf = async (teamId: string): Promise<string[]> =>
  (
    await app.database.query<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM credit_entries WHERE team_id = $1 ORDER BY position',
      [teamId],
    )
  ).map(({ kind, amount }) => `${kind} ${amount}`);

/** A team that has bought something, and the events about it, none of which has come yet. */
async function buying(item = 'growth') {
  const { teamId } = await createTeam(app, 'free');
  const session = await checkout(teamId, item);
  const events = stripe.complete(session.id);
  return { teamId, session, events, customer: idOf(session.customer), id: idOf(session.subscription) };
}

/** A team with a subscription that runs and is paid. */
async function subscribed(item = 'growth') {
  const bought = await buying(item);
  await deliver(...bought.events);
  await settled();
  const told = (type = 'customer.subscription.updated') =>
    deliver(stripe.event(type, stripe.subscription(bought.id))).then(settled);
  return { ...bought, told };
}

/** Every order of the items. */
const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

describe('buying a plan', () => {
  it('stores the customer before the team can pay, and names the team to Stripe', async () => {
    const { teamId } = await createTeam(app, 'free');
    const session = await checkout(teamId, 'growth');
    const row = await app.database.one(`SELECT customer_id FROM billing_customers WHERE team_id = $1`, [teamId]);
    expect([row, session.client_reference_id, session.mode]).toEqual([
      { customer_id: session.customer },
      teamId,
      'subscription',
    ]);
  });

  it('makes one customer and one checkout of a button that was pressed twice', async () => {
    const { teamId } = await createTeam(app, 'free');
    const [before, nonce] = [stripe.sessions.length, randomUUID()];
    const order = { by: BY, nonce };
    const pages = await Promise.all([1, 2, 3].map(() => app.get(BillingService).checkout(teamId, 'growth', order)));
    expect([new Set(pages).size, stripe.sessions.length - before]).toEqual([1, 1]);
  });

  it('ends the open checkout of another plan, and not that of a pack', async () => {
    const { teamId } = await createTeam(app, 'free');
    const sessions = [
      await checkout(teamId, 'pack_100'),
      await checkout(teamId, 'starter'),
      await checkout(teamId, 'growth'),
    ];
    expect(sessions.map(({ status }) => status)).toEqual(['open', 'expired', 'open']);
  });

  it('is refused once another plan is paid, although no event has come yet', async () => {
    const { teamId } = await buying('starter');
    await expect(checkout(teamId, 'growth')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('can begin again on the page from which a pack was bought', async () => {
    const { teamId } = await createTeam(app, 'free');
    const order = { by: BY, nonce: randomUUID() };
    const billing = app.get(BillingService);
    await billing.checkout(teamId, 'pack_100', order);
    await deliver(...stripe.complete(stripe.sessions.at(-1)?.id ?? ''));
    await settled();
    expect(await billing.checkout(teamId, 'pack_100', order)).toContain('/pay/');
  });

  it('gives the plan and the credits of its paid invoice', async () => {
    const { teamId, events, id } = await buying();
    expect(await balanceOf(teamId)).toBe(0);
    expect(await deliver(...events)).toEqual([200, 200, 200]);
    await settled();
    const { tier, subscriptionStatus, periodEndsAt } = await teamOf(teamId);
    const end = (stripe.subscription(id).items.data[0]?.current_period_end ?? 0) * 1_000;
    expect([tier, subscriptionStatus, periodEndsAt?.getTime()]).toEqual(['growth', 'active', end]);
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('ends in the same state in every order of the events, each of them twice', async () => {
    const teams = await Promise.all(ordersOf([0, 1, 2]).map(async (order) => ({ order, ...(await buying()) })));
    for (const { order, events } of teams) {
      for (const place of order) await deliver(events[place] as Stripe.Event, events[place] as Stripe.Event);
    }
    await settled();
    const ends = await Promise.all(
      teams.map(async ({ teamId }) => [(await teamOf(teamId)).tier, await entriesOf(teamId)]),
    );
    expect(ends).toEqual(teams.map(() => ['growth', ['refill 500']]));
  });

  it('gives the credits once, although an event comes 50 times at once', async () => {
    const { teamId, events } = await buying();
    const paid = events[2] as Stripe.Event;
    expect(await deliver(...Array.from({ length: 50 }, () => paid))).toEqual(Array.from({ length: 50 }, () => 200));
    await settled();
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('gives nothing before the first invoice is paid', async () => {
    const { teamId } = await createTeam(app, 'free');
    const { customer } = await checkout(teamId, 'growth');
    const held = stripe.subscribe(idOf(customer), 'price_growth', { isPaid: false });
    await deliver(stripe.event('customer.subscription.created', held));
    await settled();
    expect([(await teamOf(teamId)).tier, await entriesOf(teamId)]).toEqual(['free', []]);
    stripe.pay(held.id);
    await deliver(stripe.event('invoice.paid', held.invoices[0]));
    await settled();
    expect([(await teamOf(teamId)).tier, await entriesOf(teamId)]).toEqual(['growth', ['refill 500']]);
  });

  it('refuses a second subscription, and what is not for sale', async () => {
    const { teamId } = await subscribed();
    await expect(checkout(teamId, 'starter')).rejects.toMatchObject({ code: 'invalid_request' });
    for (const item of ['scale', 'free', 'pack_7', 'price_growth', '']) {
      await expect(checkout(teamId, item)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});

describe('the address for events', () => {
  const count = async () => (await app.database.one<{ n: number }>('SELECT count(*)::int AS n FROM billing_events')).n;

  it.each([
    ['without a signature', () => ''],
    ['with another secret', (body: string) => stripe.sign(body, { secret: 'whsec_other' })],
    ['with a signature of more than five minutes ago', (body: string) => stripe.sign(body, { secondsAgo: 301 })],
    ['with a signature of the future', (body: string) => stripe.sign(body, { secondsAgo: -301 })],
    ['with the signature of another body', () => stripe.sign('{"id":"evt_1"}')],
    ['with a signature that is none', () => 't=1,v1='],
  ])('refuses an event %s', async (_, sign) => {
    const { teamId, events } = await buying();
    const before = await count();
    const body = JSON.stringify(events[2]);
    expect((await post(body, { 'stripe-signature': sign(body) })).status).toBe(400);
    expect([await count(), await balanceOf(teamId)]).toEqual([before, 0]);
  });

  it.each([
    ['of more than 256 KB', JSON.stringify({ id: 'evt_large', pad: 'x'.repeat(262_144) })],
    ['that is no JSON', 'id=evt_1'],
    ['that is empty', ''],
  ])('refuses a body %s', async (_, body) => {
    expect((await post(body, { 'stripe-signature': stripe.sign(body) })).status).toBe(400);
  });

  it('stores an event that it does not know, once, and looks at nothing', async () => {
    const event = stripe.event('account.updated', { object: 'account', id: 'acct_1' });
    expect(await deliver(event, event)).toEqual([200, 200]);
    expect(await eventRow(event.id)).toMatchObject({ state: 'completed', outcome: 'ignored', attempts: 0 });
  });

  it('answers 500 when the database fails, so that Stripe sends the event again', async () => {
    const { teamId, events } = await buying();
    await app.database.query('ALTER TABLE billing_events RENAME TO billing_events_away');
    try {
      expect(await deliver(events[2] as Stripe.Event)).toEqual([500]);
    } finally {
      await app.database.query('ALTER TABLE billing_events_away RENAME TO billing_events');
    }
    await deliver(events[2] as Stripe.Event);
    await settled();
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('believes nothing that an event says about a subscription', async () => {
    const { teamId } = await createTeam(app, 'free');
    const { customer } = await checkout(teamId, 'growth');
    const held = stripe.subscribe(idOf(customer), 'price_growth', { isPaid: false });
    await deliver(stripe.event('customer.subscription.updated', { ...held, status: 'active' }));
    await settled();
    expect([(await teamOf(teamId)).tier, await balanceOf(teamId)]).toEqual(['free', 0]);
  });

  it('leaves out subscriptions and payments of customers that are no teams', async () => {
    const held = stripe.subscribe('cus_of_another_shop');
    const events = [
      stripe.event('customer.subscription.created', held),
      stripe.event('payment_intent.succeeded', stripe.payment('cus_of_another_shop')),
    ];
    await deliver(...events);
    await settled();
    for (const { id } of events) expect(await eventRow(id)).toMatchObject({ outcome: 'ignored' });
  });
});

describe('when Stripe', () => {
  it('fails, the look is repeated until it answers', async () => {
    const { teamId, events } = await buying();
    stripe.intercept = (_, response) => (response.writeHead(500).end('{}'), true);
    await deliver(events[2] as Stripe.Event);
    await until(async () => (await eventRow(events[2]?.id ?? ''))?.failure);
    expect(await balanceOf(teamId)).toBe(0);
    stripe.intercept = () => false;
    await hurry();
    await settled();
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('hangs, the look is given up and repeated', async () => {
    const { teamId, events } = await buying();
    stripe.intercept = () => true;
    await deliver(events[2] as Stripe.Event);
    await until(async () => (await eventRow(events[2]?.id ?? ''))?.failure);
    stripe.intercept = () => false;
    await hurry();
    await settled();
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('answers late with what was, the reading that began later counts', async () => {
    const { teamId, id } = await subscribed();
    const old = JSON.stringify(stripe.subscription(id));
    let answerLate: (() => void) | undefined;
    stripe.intercept = (request, response) => {
      if (answerLate || request.url !== `/v1/subscriptions/${id}`) return false;
      answerLate = () => response.writeHead(200, { 'content-type': 'application/json' }).end(old);
      return true;
    };
    const first = stripe.event('customer.subscription.updated', stripe.subscription(id));
    await deliver(first);
    await until(() => answerLate);
    stripe.setStatus(id, 'canceled');
    const second = stripe.event('customer.subscription.deleted', stripe.subscription(id));
    await deliver(second);
    await until(async () => (await eventRow(second.id))?.state === 'completed');
    answerLate?.();
    await settled();
    expect(await eventRow(first.id)).toMatchObject({ outcome: 'stale' });
    expect((await teamOf(teamId)).subscriptionStatus).toBe('canceled');
  });

  it('is read by a worker that dies before it applies the reading, another one reads again, and credits come once', async () => {
    const { teamId, events } = await buying();
    const { id } = events[2] as Stripe.Event;
    let release: (() => void) | undefined;
    stripe.intercept = (request) => {
      if (release || !request.url?.startsWith('/v1/subscriptions/')) return false;
      release = () => request.socket.destroy();
      return true;
    };
    await deliver(events[2] as Stripe.Event);
    await until(() => release);
    // What is left of a worker that was killed: a lease that nobody renews.
    await app.database.execute(
      `UPDATE billing_events SET lease_until = now() - interval '1 second', next_attempt_at = now() WHERE id = $1`,
      [id],
    );
    app.get(DueWork).notify(READ_BILLING);
    await until(async () => (await eventRow(id))?.state === 'completed');
    release?.();
    await settled();
    expect([await eventRow(id), await entriesOf(teamId)]).toMatchObject([
      { attempts: 2, outcome: 'applied' },
      ['refill 500'],
    ]);
  });

  it('has a price that is not in the list, the event fails where the operator sees it, and can be retried', async () => {
    const { id, teamId } = await subscribed('starter');
    stripe.setPrice(id, 'price_unknown');
    const event = stripe.event('customer.subscription.updated', stripe.subscription(id));
    await deliver(event);
    await until(async () => (await eventRow(event.id))?.failure);
    await app.database.execute(`UPDATE billing_events SET attempts = 9 WHERE id = $1`, [event.id]);
    await hurry();
    await until(async () => (await eventRow(event.id))?.state === 'failed');
    const [failed] = await app.get(BillingService).events(10, true);
    expect(failed).toMatchObject({ id: event.id, failure: expect.stringContaining('price_unknown') as string });
    stripe.setPrice(id, 'price_growth');
    expect(await app.get(BillingService).retry(event.id)).toBe(1);
    await settled();
    expect((await teamOf(teamId)).tier).toBe('growth');
  });
});

describe('a subscription', () => {
  it('begins a period when its invoice is paid: the old credits expire, and those of the plan come once', async () => {
    const { teamId, id, told } = await subscribed();
    stripe.age(id);
    await moveBack(teamId);
    stripe.renew(id);
    await told();
    await told('invoice.paid');
    expect(await entriesOf(teamId)).toEqual(['refill 500', 'expiry -500', 'refill 500']);
  });

  it('keeps its credits while the invoice is being paid, brings none without it, and then those of the period', async () => {
    const { teamId, id, told } = await subscribed();
    stripe.age(id);
    await moveBack(teamId);
    stripe.renew(id, false);
    await told();
    await app.get(RenewalsService).renewDue();
    expect([(await teamOf(teamId)).subscriptionStatus, await entriesOf(teamId)]).toEqual(['past_due', ['refill 500']]);
    stripe.pay(id);
    await told('invoice.paid');
    expect(await entriesOf(teamId)).toEqual(['refill 500', 'expiry -500', 'refill 500']);
  });

  it('loses the credits of a period that ended a day ago and was not paid again', async () => {
    const { teamId, id, told } = await subscribed();
    stripe.age(id, 31 * DAY_SECONDS + 60);
    await moveBack(teamId, 31 * DAY_SECONDS + 60);
    stripe.renew(id, false);
    await told();
    await endPeriod(teamId);
    expect(await entriesOf(teamId)).toEqual(['refill 500', 'expiry -500']);
  });

  it('is not paid for by the invoice of a change within its period', async () => {
    const { teamId, id, told } = await subscribed();
    stripe.age(id);
    await moveBack(teamId);
    stripe.renew(id, false);
    stripe.invoice(id, true, { proration: true });
    stripe.setStatus(id, 'active');
    await told();
    expect(await entriesOf(teamId)).toEqual(['refill 500']);
  });

  it('moves to another plan without the credits of the period a second time', async () => {
    const { teamId, id, told } = await subscribed('starter');
    stripe.setPrice(id, 'price_growth');
    stripe.invoice(id, true, { proration: true });
    await told();
    expect([(await teamOf(teamId)).tier, await entriesOf(teamId)]).toEqual(['growth', ['refill 100']]);
  });

  it.each([
    ['trialing', 'trialing'],
    ['active', 'active'],
    ['past_due', 'past_due'],
    ['paused', 'paused'],
    ['canceled', 'canceled'],
    ['unpaid', 'canceled'],
    ['incomplete_expired', 'canceled'],
    ['incomplete', 'none'],
  ] as const)('that is %s at Stripe is %s here', async (theirs, ours) => {
    const { teamId, id, told } = await subscribed();
    stripe.setStatus(id, theirs);
    await told();
    expect((await teamOf(teamId)).subscriptionStatus).toBe(ours);
  });

  it('that ends leaves its credits until the end of the period, and then they expire', async () => {
    const { teamId, id, told } = await subscribed();
    stripe.setStatus(id, 'canceled');
    await told('customer.subscription.deleted');
    expect(await balanceOf(teamId)).toBe(500);
    await moveBack(teamId);
    await endPeriod(teamId);
    expect(await entriesOf(teamId)).toEqual(['refill 500', 'expiry -500']);
  });

  it('does not end the plan of a team while another one of the team runs', async () => {
    const { teamId, id, customer, told } = await subscribed('starter');
    const larger = stripe.subscribe(customer, 'price_growth');
    await deliver(stripe.event('customer.subscription.created', larger));
    await settled();
    stripe.setStatus(id, 'canceled');
    await told('customer.subscription.deleted');
    expect(await teamOf(teamId)).toMatchObject({ tier: 'growth', subscriptionStatus: 'active' });
  });

  it('does not touch the plan that an operator gave to a team whose purchase was not completed', async () => {
    const { teamId } = await createTeam(app, 'scale');
    const { customer } = await checkout(teamId, 'growth');
    const held = stripe.subscribe(idOf(customer), 'price_growth', { isPaid: false });
    stripe.setStatus(held.id, 'incomplete_expired');
    await deliver(stripe.event('customer.subscription.updated', held));
    await settled();
    expect(await teamOf(teamId)).toMatchObject({ tier: 'scale', subscriptionStatus: 'active' });
  });

  it('decides about the plan until it has ended; then an operator may give one, which the clock renews', async () => {
    const { teamId, id, told } = await subscribed();
    await expect(app.get(RenewalsService).changePlan(teamId, 'scale')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    stripe.setStatus(id, 'canceled');
    await told('customer.subscription.deleted');
    await app.get(RenewalsService).changePlan(teamId, 'starter');
    await moveBack(teamId);
    await endPeriod(teamId);
    await told('customer.subscription.deleted');
    expect([await entriesOf(teamId), (await teamOf(teamId)).subscriptionStatus]).toEqual([
      ['refill 500', 'expiry -500', 'refill 100'],
      'active',
    ]);
  });

  it('of a deleted team is ended at Stripe, and the restored team has none', async () => {
    const { teamId, id } = await subscribed();
    await app.get(TeamDeletionService).delete(teamId);
    await settled();
    expect(stripe.subscription(id).status).toBe('canceled');
    await app.get(TeamDeletionService).restore(teamId);
    await settled();
    expect((await teamOf(teamId)).subscriptionStatus).toBe('canceled');
  });
});

describe('a subscription of a team that is deleted', () => {
  it('while it is read for the first time is ended, too', async () => {
    const { teamId, id, events } = await buying();
    const reader = app.inWorker(BillingReader) as unknown as { queries: BillingQueries };
    const findTeam = reader.queries.findTeam.bind(reader.queries);
    let found = 0;
    jest.spyOn(reader.queries, 'findTeam').mockImplementation(async (customer) => {
      if (++found === 2) await app.get(TeamDeletionService).delete(teamId);
      return findTeam(customer);
    });
    await deliver(...events.filter(({ type }) => type === 'customer.subscription.created'));
    await until(() => found >= 2);
    await until(async () => {
      await hurry();
      const [open] = await app.database.query(
        `SELECT FROM billing_events WHERE state IN ('queued', 'running') LIMIT 1`,
      );
      return !open;
    });
    jest.restoreAllMocks();
    expect(stripe.subscription(id).status).toBe('canceled');
  });

  it('is ended although it was read while the deletion waited', async () => {
    const { teamId, id, told } = await subscribed();
    await app.database.transaction(async () => {
      // A transaction has the time of its first statement.
      await app.database.query('SELECT now()');
      await told();
      await app.get(TeamDeletionService).delete(teamId);
    });
    await settled();
    expect(stripe.subscription(id).status).toBe('canceled');
  });
});

describe('a pack', () => {
  it('comes once for its payment, in every order of its events, each of them twice', async () => {
    const teams = await Promise.all(ordersOf([0, 1]).map(async (order) => ({ order, ...(await buying('pack_100')) })));
    for (const { order, events } of teams) {
      for (const place of order) await deliver(events[place] as Stripe.Event, events[place] as Stripe.Event);
    }
    await settled();
    for (const { teamId } of teams) expect(await entriesOf(teamId)).toEqual(['grant 100']);
  });

  it('comes only when the payment has succeeded', async () => {
    const { teamId } = await createTeam(app, 'growth');
    const { customer } = await checkout(teamId, 'pack_100');
    const payment = stripe.payment(idOf(customer), { status: 'processing' });
    await deliver(stripe.event('payment_intent.processing', payment));
    await settled();
    expect(await balanceOf(teamId)).toBe(0);
    Object.assign(payment, { status: 'succeeded', amount_received: 2_900 });
    await deliver(stripe.event('payment_intent.succeeded', payment));
    await settled();
    expect(await balanceOf(teamId)).toBe(100);
  });

  it.each([
    ['refund', 'charge.refunded'],
    ['dispute', 'charge.dispute.created'],
  ] as const)('is taken back by a %s, as far as it is left', async (how, type) => {
    const { teamId, session, events } = await buying('pack_100');
    await deliver(...events);
    await settled();
    const id = idOf(session.payment_intent);
    stripe.giveBack(id, how);
    const object = how === 'refund' ? 'charge' : 'dispute';
    const event = stripe.event(type, { object, id: 'any_1', payment_intent: id });
    await deliver(event, event);
    await settled();
    expect(await entriesOf(teamId)).toEqual(['grant 100', 'reversal -100']);
  });

  it('does not come when the refund is seen first', async () => {
    const { teamId, session, events } = await buying('pack_100');
    stripe.giveBack(idOf(session.payment_intent), 'refund');
    await deliver(...events);
    await settled();
    expect(await entriesOf(teamId)).toEqual([]);
  });
});

/** Moves the period of a team into the past, as time does. */
async function moveBack(teamId: string, seconds = 30 * DAY_SECONDS + 3_600): Promise<void> {
  await app.database.execute(
    `UPDATE teams SET period_started_at = period_started_at - make_interval(secs => $2),
       period_ends_at = period_ends_at - make_interval(secs => $2) WHERE id = $1`,
    [teamId, seconds],
  );
}

/** Ends the period of a team that has ended. Work on the changed plan may hold the team at first, which renewals leave alone. */
const endPeriod = (teamId: string): Promise<boolean> => until(() => app.get(RenewalsService).renew(teamId));
