import type { SubscriptionStatus } from '#platform/caller/caller.js';

/** What an event of the provider can be about. */
export type SubjectKind = 'subscription' | 'payment';

/** What a team buys: a plan by its price, or a pack by its price and credits. */
export interface CheckoutOrder {
  teamId: string;
  customerId: string;
  priceId: string;
  /** The credits of a pack; null for a plan. */
  credits: number | null;
  /** The same order with the same key makes one checkout. */
  idempotencyKey: string;
  /** The pages to which the browser comes back: after a payment, and without one. */
  paidUrl: string;
  leftUrl: string;
}

/** A subscription as the provider has it now. */
export interface ReadSubscription {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  priceIds: string[];
  periodStartsAt: Date;
  periodEndsAt: Date;
  /** Whether an invoice of this period is paid. */
  isPaid: boolean;
  endsWithPeriod: boolean;
  createdAt: Date;
}

/** A payment as the provider has it now. */
export interface ReadPayment {
  id: string;
  /** Null for a payment that no customer made. */
  customerId: string | null;
  /** The credits of the pack that it pays for; null for any other payment. */
  credits: number | null;
  isPaid: boolean;
  /** Whether it was refunded, in full or in part, or disputed. */
  isReturned: boolean;
}

/** An event with a valid signature. Without a subject there is nothing to look at. */
export interface BillingNotice {
  id: string;
  type: string;
  subject: { kind: SubjectKind; id: string } | null;
}

/** The service that takes payments. Every call throws if it does not answer. */
export interface BillingProvider {
  /** Makes the customer of a team, once however often it is asked. @returns its id */
  createCustomer(team: { id: string; name: string; email: string }): Promise<string>;
  /** A checkout of a plan ends the customer's open ones, so that only the newest can be paid. @returns the address where the team pays */
  createCheckout(order: CheckoutOrder): Promise<string>;
  /** Whether a customer has a running subscription, even if its events have not arrived yet. */
  hasSubscription(customerId: string): Promise<boolean>;
  /** @returns the address of the page where a customer changes cards and subscriptions */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  readSubscription(id: string): Promise<ReadSubscription>;
  readPayment(id: string): Promise<ReadPayment>;
  /** Ends a subscription at once. Does nothing if it has ended. */
  endSubscription(id: string): Promise<void>;
  /** Reads an event from the bytes of its request. @throws SignatureInvalid */
  verifyWebhook(body: Buffer, signature: string): BillingNotice;
}

/** The request was not signed by the provider in the last minutes. */
export class SignatureInvalid extends Error {}

/** Injection token of the provider; null where teams cannot pay in the app. */
export const BILLING_PROVIDER = Symbol('BillingProvider');
