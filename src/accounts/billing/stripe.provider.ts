import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Env } from '#config/env.js';
import { PAYING } from '#accounts/teams/plans.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import {
  type BillingNotice,
  type BillingProvider,
  type CheckoutOrder,
  type ReadPayment,
  type ReadSubscription,
  SignatureInvalid,
} from './billing.provider.js';
import { subjectOf } from './stripe.subject.js';

/** The version whose fields this file reads. Stripe sends answers in it, whatever the account has. */
const API_VERSION = '2026-10-28.endive';
const TOLERANCE_SECONDS = 300;
const MAX_INVOICES = 20;
const MAX_LISTED = 100;

const STATUSES: Record<string, SubscriptionStatus> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'canceled',
  unpaid: 'canceled',
  incomplete_expired: 'canceled',
  incomplete: 'none',
};

/** Stripe. Its library signs and checks, pins the version of the API, and repeats calls that failed in between. */
export class StripeProvider implements BillingProvider {
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;

  constructor(env: Env) {
    const { STRIPE_SECRET_KEY: key = '', STRIPE_WEBHOOK_SECRET: secret = '', STRIPE_API_BASE: base } = env;
    this.webhookSecret = secret;
    const address = base === undefined ? null : new URL(base);
    this.stripe = new Stripe(key, {
      apiVersion: API_VERSION,
      timeout: env.STRIPE_TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(address && {
        host: address.hostname,
        protocol: address.protocol === 'http:' ? 'http' : 'https',
        port: address.port || (address.protocol === 'http:' ? 80 : 443),
      }),
    });
  }

  async createCustomer({ id, name, email }: { id: string; name: string; email: string }): Promise<string> {
    const details = { name, email, metadata: { team_id: id } };
    // Stripe refuses a key that comes again with other details.
    const digest = createHash('sha256').update(JSON.stringify(details)).digest('hex');
    return (await this.stripe.customers.create(details, { idempotencyKey: `customer-${digest}` })).id;
  }

  async createCheckout(order: CheckoutOrder): Promise<string> {
    const { teamId, customerId, priceId, credits, idempotencyKey } = order;
    const common = {
      customer: customerId,
      client_reference_id: teamId,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: order.paidUrl,
      cancel_url: order.leftUrl,
    };
    const metadata = { team_id: teamId };
    const session = await this.stripe.checkout.sessions.create(
      credits === null
        ? { ...common, mode: 'subscription', subscription_data: { metadata } }
        : { ...common, mode: 'payment', payment_intent_data: { metadata: { ...metadata, credits: String(credits) } } },
      { idempotencyKey },
    );
    if (!session.url) throw new Error('Stripe made a checkout without an address');
    if (credits === null) await this.expireBefore(session, customerId);
    return session.url;
  }

  async hasSubscription(customer: string): Promise<boolean> {
    const { data } = await this.stripe.subscriptions.list({ customer, limit: MAX_LISTED });
    return data.some(({ status }) => PAYING.includes(STATUSES[status] ?? 'none'));
  }

  async createPortal(customerId: string, returnUrl: string): Promise<string> {
    return (await this.stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url;
  }

  async readSubscription(id: string): Promise<ReadSubscription> {
    const subscription = await this.stripe.subscriptions.retrieve(id);
    const [item] = subscription.items.data;
    if (!item) throw new Error(`The subscription ${id} has no price`);
    const status = STATUSES[subscription.status];
    if (!status) throw new Error(`The subscription ${id} has the unknown status ${subscription.status}`);
    return {
      id: subscription.id,
      customerId: idOf(subscription.customer),
      status,
      priceIds: subscription.items.data.map(({ price }) => price.id),
      periodStartsAt: timeOf(item.current_period_start),
      periodEndsAt: timeOf(item.current_period_end),
      isPaid: await this.isPaid(id, item.current_period_end),
      endsWithPeriod: subscription.cancel_at_period_end,
      createdAt: timeOf(subscription.created),
    };
  }

  async readPayment(id: string): Promise<ReadPayment> {
    const payment = await this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    const charge = payment.latest_charge;
    if (typeof charge === 'string') throw new Error(`Stripe did not expand the charge of ${id}`);
    const credits = Number(payment.metadata.credits);
    return {
      id: payment.id,
      customerId: payment.customer === null ? null : idOf(payment.customer),
      credits: Number.isInteger(credits) && credits > 0 ? credits : null,
      isPaid: payment.status === 'succeeded' && payment.amount_received > 0,
      isReturned: charge !== null && (charge.amount_refunded > 0 || charge.disputed),
    };
  }

  async endSubscription(id: string): Promise<void> {
    if ((await this.stripe.subscriptions.retrieve(id)).status === 'canceled') return;
    await this.stripe.subscriptions.cancel(id);
  }

  verifyWebhook(body: Buffer, signature: string): BillingNotice {
    const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
    // The library accepts signatures of the future.
    if (!(Math.abs(Date.now() / 1_000 - signedAt) <= TOLERANCE_SECONDS)) throw new SignatureInvalid();
    try {
      const event = this.stripe.webhooks.constructEvent(body, signature, this.webhookSecret, TOLERANCE_SECONDS);
      return { id: event.id, type: event.type, subject: subjectOf(event.data.object) };
    } catch (error) {
      throw new SignatureInvalid('The event is not signed by Stripe', { cause: error });
    }
  }

  /** Ends the checkouts of plans that were opened before this one. @throws if one of them is paid at this moment */
  private async expireBefore({ id, created }: Stripe.Checkout.Session, customer: string): Promise<void> {
    const { data } = await this.stripe.checkout.sessions.list({ customer, status: 'open', limit: MAX_LISTED });
    const earlier = data.filter((each) => each.mode === 'subscription' && each.id !== id && each.created <= created);
    for (const each of earlier) await this.stripe.checkout.sessions.expire(each.id);
  }

  /** Whether an invoice of the period is paid. An invoice of a change within the period does not pay for the period. */
  private async isPaid(subscription: string, periodEnd: number): Promise<boolean> {
    const invoices = await this.stripe.invoices.list({ subscription, status: 'paid', limit: MAX_INVOICES });
    return invoices.data.some(({ lines }) =>
      lines.data.some(
        ({ period, parent }) => period.end === periodEnd && parent?.subscription_item_details?.proration === false,
      ),
    );
  }
}

const idOf = (thing: string | { id: string }): string => (typeof thing === 'string' ? thing : thing.id);

const timeOf = (seconds: number): Date => new Date(seconds * 1_000);
