import { randomUUID } from 'node:crypto';

/** A team that is a customer of Stripe, the events of its purchase (a plan, a pack, or a pack that is given back), and what it then has. */
export async function buyerOf(service, stripe, number) {
  const [id, customer] = [randomUUID(), `cus_${number}`];
  await service.rows(`INSERT INTO teams (id, name, tier, subscription_status) VALUES ($1, $2, 'free', 'none')`, [
    id,
    customer,
  ]);
  await service.rows('INSERT INTO billing_customers (team_id, customer_id) VALUES ($1, $2)', [id, customer]);
  if (number % 3 === 0) {
    const held = stripe.subscribe(customer);
    const types = ['customer.subscription.created', 'customer.subscription.updated'];
    const events = [...types.map((type) => stripe.event(type, held)), stripe.event('invoice.paid', held.invoices[0])];
    return { id, events, expected: { tier: 'growth', balance: 500 } };
  }
  const payment = stripe.payment(customer);
  const paid = ['payment_intent.created', 'payment_intent.succeeded'].map((type) => stripe.event(type, payment));
  if (number % 3 === 1) return { id, events: paid, expected: { tier: 'free', balance: 100 } };
  stripe.giveBack(payment.id, 'refund');
  const refund = stripe.event('charge.refunded', { object: 'charge', payment_intent: payment.id });
  return { id, events: [...paid, refund], expected: { tier: 'free', balance: 0 } };
}

/** @throws unless the team has exactly what it paid for */
export async function demandBought(service, { id, expected }) {
  const [team] = await service.rows(
    `SELECT tier, coalesce(balance, 0) AS balance, coalesce(entries, 0) AS entries
     FROM teams LEFT JOIN credit_accounts ON team_id = id WHERE id = $1`,
    [id],
  );
  const entries = expected.balance === 0 ? [0, 2] : [1];
  if (team.tier !== expected.tier || team.balance !== expected.balance || !entries.includes(team.entries)) {
    throw new Error(`Team ${id} has ${JSON.stringify(team)}, not ${JSON.stringify(expected)}`);
  }
}
