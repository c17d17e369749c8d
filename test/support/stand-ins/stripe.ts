import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const VERSION = '2026-10-28.endive';

/** Handles a request instead of the stand-in. @returns whether it does */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A subscription at the stand-in, and the invoices of its periods. */
type Held = Stripe.Subscription & { invoices: Stripe.Invoice[] };

const NEVER: Intercept = () => false;

/** The calls of Stripe that the service makes, as a server with a memory. The package `stripe` gives the shape of its objects. */
export class TestStripe {
  readonly secretKey = 'sk_test_stand_in';
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  readonly sessions: Stripe.Checkout.Session[] = [];
  readonly requests: { method: string; path: string; body: URLSearchParams; headers: IncomingMessage['headers'] }[] =
    [];
  intercept: Intercept = NEVER;
  /** Where the page of a checkout sends its events when the customer has paid. */
  webhookUrl: string | null = null;
  private readonly customers = new Map<string, Stripe.Customer>();
  private readonly subscriptions = new Map<string, Held>();
  private readonly payments = new Map<string, Stripe.PaymentIntent>();
  private readonly idempotent = new Map<string, { sent: string; answer: unknown }>();
  private readonly signer = new Stripe(this.secretKey);
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(port = 0): Promise<TestStripe> {
    const stripe = new TestStripe();
    stripe.server.listen(port, '127.0.0.1');
    await once(stripe.server, 'listening');
    return stripe;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The variables that configure the service. */
  get env(): Record<string, string> {
    return {
      BILLING_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.url,
      STRIPE_PRICES: 'starter:price_starter,growth:price_growth,pack_100:price_pack:$29',
      STRIPE_TIMEOUT_MS: '500',
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** A subscription of a customer that has paid for its first period. */
  subscribe(customer: string, price = 'price_growth', { isPaid = true } = {}): Held {
    const now = Math.floor(Date.now() / 1_000);
    const id = newId('sub');
    const item = {
      ...{ id: newId('si'), object: 'subscription_item', quantity: 1, price: { id: price, object: 'price' } },
      ...{ current_period_start: now, current_period_end: now + MONTH_SECONDS },
    } as Stripe.SubscriptionItem;
    const held = {
      ...{ id, object: 'subscription', customer, created: now, status: isPaid ? 'active' : 'incomplete' },
      items: { object: 'list', data: [item], has_more: false, url: '' },
      ...{ cancel_at_period_end: false, latest_invoice: null, livemode: false, metadata: {} },
      invoices: [] as Stripe.Invoice[],
    } as unknown as Held;
    this.subscriptions.set(id, held);
    this.invoice(id, isPaid);
    return held;
  }

  /** Begins the next period of a subscription, whose invoice is paid or not. */
  renew(id: string, isPaid = true): void {
    const item = this.itemOf(id);
    const length = item.current_period_end - item.current_period_start;
    item.current_period_start = item.current_period_end;
    item.current_period_end += length;
    this.invoice(id, isPaid);
    this.held(id).status = isPaid ? 'active' : 'past_due';
  }

  /** Moves the period of a subscription into the past, so that it has ended an hour ago. */
  age(id: string, seconds = MONTH_SECONDS + 3_600): void {
    const item = this.itemOf(id);
    item.current_period_start -= seconds;
    item.current_period_end -= seconds;
    for (const { lines } of this.held(id).invoices) {
      for (const line of lines.data)
        line.period = { start: line.period.start - seconds, end: line.period.end - seconds };
    }
  }

  /** Pays the last invoice of a subscription. */
  pay(id: string): void {
    const held = this.held(id);
    const last = held.invoices.at(-1);
    if (last) last.status = 'paid';
    held.status = 'active';
  }

  /** Adds an invoice to a subscription: of its period, or of a change within it. */
  invoice(id: string, isPaid: boolean, { proration = false } = {}): Stripe.Invoice {
    const { current_period_start: start, current_period_end: end } = this.itemOf(id);
    const line = {
      ...{ id: newId('il'), object: 'line_item', period: { start, end } },
      parent: { type: 'subscription_item_details', subscription_item_details: { subscription: id, proration } },
    } as Stripe.InvoiceLineItem;
    const invoice = {
      ...{ id: newId('in'), object: 'invoice', status: isPaid ? 'paid' : 'open', livemode: false },
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
      lines: { object: 'list', data: [line], has_more: false, url: '' },
    } as unknown as Stripe.Invoice;
    this.held(id).invoices.push(invoice);
    return invoice;
  }

  setStatus(id: string, status: Stripe.Subscription.Status): void {
    this.held(id).status = status;
  }

  setPrice(id: string, price: string): void {
    this.itemOf(id).price.id = price;
  }

  subscription(id: string): Stripe.Subscription {
    return this.held(id);
  }

  /** A payment of a pack. */
  payment(customer: string, { credits = 100, status = 'succeeded' } = {}): Stripe.PaymentIntent {
    const id = newId('pi');
    const charge = { id: newId('ch'), object: 'charge', payment_intent: id, amount_refunded: 0, disputed: false };
    const payment = {
      ...{ id, object: 'payment_intent', customer, status, livemode: false },
      amount_received: status === 'succeeded' ? 2_900 : 0,
      ...{ metadata: { credits: String(credits) }, latest_charge: charge },
    } as unknown as Stripe.PaymentIntent;
    this.payments.set(id, payment);
    return payment;
  }

  /** Marks the charge of a payment as refunded or disputed. */
  giveBack(id: string, how: 'refund' | 'dispute'): void {
    const charge = this.payments.get(id)?.latest_charge as Stripe.Charge;
    if (how === 'refund') charge.amount_refunded = 2_900;
    else charge.disputed = true;
  }

  /** Completes a checkout, as its page does when the customer has paid. @returns the events that Stripe sends */
  complete(sessionId: string): Stripe.Event[] {
    const session = this.sessions.find(({ id }) => id === sessionId);
    if (session?.status !== 'open') throw new Error(`There is no open checkout ${sessionId}`);
    const customer = idOf(session.customer);
    session.status = 'complete';
    if (session.mode === 'subscription') {
      const held = this.subscribe(customer, session.metadata?.price);
      session.subscription = held.id;
      const events = [
        this.event('checkout.session.completed', session),
        this.event('customer.subscription.created', held),
      ];
      return [...events, this.event('invoice.paid', held.invoices[0])];
    }
    const payment = this.payment(customer, { credits: Number(session.metadata?.credits) });
    session.payment_intent = payment.id;
    return [this.event('payment_intent.succeeded', payment), this.event('checkout.session.completed', session)];
  }

  /** An event about an object, as it is now. */
  event(type: string, object: unknown): Stripe.Event {
    const created = Math.floor(Date.now() / 1_000);
    const { invoices: _, ...data } = structuredClone(object) as { invoices?: unknown };
    return {
      ...{ id: newId('evt'), object: 'event', api_version: VERSION, created, type, data: { object: data } },
      ...{ livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
    } as unknown as Stripe.Event;
  }

  /** The header that signs a body, of now or of another time. */
  sign(payload: string, { secondsAgo = 0, secret = this.webhookSecret } = {}): string {
    const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
    return this.signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  }

  private held(id: string): Held {
    const held = this.subscriptions.get(id);
    if (!held) throw new Error(`There is no subscription ${id}`);
    return held;
  }

  private itemOf(id: string): Stripe.SubscriptionItem {
    return this.held(id).items.data[0] as Stripe.SubscriptionItem;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const body = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    const { method = 'GET', headers } = request;
    this.requests.push({ method, path: url.pathname, body, headers });
    if (this.intercept(request, response)) return;
    if (url.pathname.startsWith('/pay/')) return this.servePay(method, url, response);
    const send = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(value));
    };
    const refuse = (status: number, message: string): void =>
      send(status, { error: { type: 'invalid_request_error', message } });
    if (headers.authorization !== `Bearer ${this.secretKey}`) return refuse(401, 'Invalid API Key provided');
    if (headers['stripe-version'] !== VERSION) return refuse(400, 'Another version is pinned');
    const key = headers['idempotency-key'];
    const known = typeof key === 'string' ? this.idempotent.get(key) : undefined;
    if (known && known.sent !== body.toString()) return refuse(400, 'The key was used with other parameters');
    const answer = known ? known.answer : this.answer(method, url, body);
    if (answer === undefined) return refuse(404, `No such resource: ${url.pathname}`);
    if (typeof key === 'string') this.idempotent.set(key, { sent: body.toString(), answer });
    send(200, answer);
  }

  /** The page of a checkout, with one button. */
  private async servePay(method: string, url: URL, response: ServerResponse): Promise<void> {
    const session = this.sessions.find(({ id }) => url.pathname === `/pay/${id}`);
    if (session?.status !== 'open') return void response.writeHead(404).end();
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Pay</title><form method="post"><button>Pay</button></form>');
    }
    for (const event of this.complete(session.id)) await this.send(event);
    response.writeHead(303, { location: session.success_url ?? '' }).end();
  }

  private async send(event: Stripe.Event): Promise<void> {
    if (this.webhookUrl === null) return;
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': this.sign(body) };
    await fetch(this.webhookUrl, { method: 'POST', body, headers });
  }

  private answer(method: string, url: URL, body: URLSearchParams): unknown {
    const [, , resource, first, second, third] = url.pathname.split('/');
    if (method === 'POST' && resource === 'customers') return this.createCustomer(body);
    if (resource === 'checkout' && method === 'GET') return this.sessionsOf(url.searchParams);
    if (resource === 'checkout' && third === 'expire') return this.expire(second);
    if (method === 'POST' && resource === 'checkout') return this.createSession(body);
    if (method === 'POST' && resource === 'billing_portal') {
      return { object: 'billing_portal.session', id: newId('bps'), url: `${this.url}/portal/${body.get('customer')}` };
    }
    if (resource === 'subscriptions' && !first) return this.subscriptionsOf(url.searchParams.get('customer'));
    if (resource === 'subscriptions') return this.atSubscription(method, first ?? '');
    if (method === 'GET' && resource === 'payment_intents' && !second) return this.payments.get(first ?? '');
    if (method === 'GET' && resource === 'invoices') return this.invoicesOf(url.searchParams);
    return undefined;
  }

  private createCustomer(body: URLSearchParams): Stripe.Customer {
    const customer = { id: newId('cus'), object: 'customer', name: body.get('name'), email: body.get('email') };
    this.customers.set(customer.id, customer as Stripe.Customer);
    return customer as Stripe.Customer;
  }

  private createSession(body: URLSearchParams): Stripe.Checkout.Session | undefined {
    const customer = body.get('customer') ?? '';
    if (!this.customers.has(customer)) return undefined;
    const id = newId('cs');
    const session = {
      ...{
        id,
        object: 'checkout.session',
        mode: body.get('mode'),
        customer,
        status: 'open',
        created: Math.floor(Date.now() / 1_000),
      },
      ...{ client_reference_id: body.get('client_reference_id'), subscription: null, payment_intent: null },
      ...{ success_url: body.get('success_url'), cancel_url: body.get('cancel_url'), url: `${this.url}/pay/${id}` },
      metadata: {
        price: body.get('line_items[0][price]'),
        credits: body.get('payment_intent_data[metadata][credits]'),
      },
    } as unknown as Stripe.Checkout.Session;
    this.sessions.push(session);
    return session;
  }

  private sessionsOf(query: URLSearchParams): Stripe.ApiList<Stripe.Checkout.Session> {
    const data = this.sessions.filter(
      ({ customer, status }) => customer === query.get('customer') && status === query.get('status'),
    );
    return { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' };
  }

  /** Ends a checkout. Stripe refuses it for one that is not open. */
  private expire(id?: string): Stripe.Checkout.Session | undefined {
    const session = this.sessions.find((each) => each.id === id && each.status === 'open');
    if (session) session.status = 'expired';
    return session;
  }

  /** Those of a customer that have not been canceled. */
  private subscriptionsOf(customer: string | null): Stripe.ApiList<unknown> {
    const held = [...this.subscriptions.values()];
    const data = held
      .filter((each) => each.customer === customer && each.status !== 'canceled')
      .map(({ invoices: _, ...subscription }) => subscription);
    return { object: 'list', data, has_more: false, url: '/v1/subscriptions' };
  }

  private atSubscription(method: string, id: string): unknown {
    const held = this.subscriptions.get(id);
    if (!held) return undefined;
    if (method === 'DELETE') held.status = 'canceled';
    const { invoices: _, ...subscription } = held;
    return subscription;
  }

  private invoicesOf(query: URLSearchParams): Stripe.ApiList<Stripe.Invoice> {
    const all = this.subscriptions.get(query.get('subscription') ?? '')?.invoices ?? [];
    const data = all.filter(({ status }) => status === query.get('status')).reverse();
    return { object: 'list', data, has_more: false, url: '/v1/invoices' };
  }
}

/** The id of an object that Stripe may expand. */
export const idOf = (field: string | { id: string } | null | undefined): string =>
  typeof field === 'string' ? field : (field?.id ?? '');

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
