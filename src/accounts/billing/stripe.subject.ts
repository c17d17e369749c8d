import type { BillingNotice } from './billing.provider.js';

const MAX_ID_LENGTH = 255;

/** A part of an object of Stripe, of which nothing is known but that it was signed. */
type Unknown = Record<string, unknown>;

/**
 * The subscription or the payment that the object of an event belongs to, by the fields in which each kind of object names
 * it. Null for objects that belong to neither.
 */
export function subjectOf(object: unknown): BillingNotice['subject'] {
  const { object: kind, id, subscription, payment_intent, parent } = asObject(object);
  if (kind === 'subscription') return subject('subscription', id);
  if (kind === 'payment_intent') return subject('payment', id);
  if (kind === 'invoice') return subject('subscription', asObject(asObject(parent).subscription_details).subscription);
  if (kind === 'checkout.session') return subject('subscription', subscription) ?? subject('payment', payment_intent);
  if (kind === 'charge' || kind === 'refund' || kind === 'dispute') return subject('payment', payment_intent);
  return null;
}

/** A field is an id, or the object with this id. */
function subject(kind: 'subscription' | 'payment', field: unknown): BillingNotice['subject'] {
  const id = typeof field === 'string' ? field : asObject(field).id;
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH ? { kind, id } : null;
}

const asObject = (value: unknown): Unknown => (typeof value === 'object' && value !== null ? (value as Unknown) : {});
