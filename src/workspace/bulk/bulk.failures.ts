import { defineFailure } from '#platform/errors/application-error.js';

export const duplicateItems = defineFailure<{ indexes: number[] }>({
  reason: 'duplicate_items',
  code: 'invalid_request',
  message: 'Some items are equal; send each only once',
  cause: 'Two or more items of the list are equal.',
  cure: 'Keep only one of the equal items in `details.indexes`.',
  on: ['create_bulk_job'],
  fields: {
    indexes: { type: 'array', items: { type: 'integer' }, description: 'The indexes of the equal items, from 0' },
  },
  example: { indexes: [0, 3] },
});

/** Only items of bulk jobs have this failure, so no operation answers with it. */
export const maxCreditsReached = defineFailure<{ max_credits: number; credits_required: number }>({
  reason: 'max_credits_reached',
  code: 'payment_required',
  message: '`max_credits` of the bulk job is reached',
  cause: 'An item of a bulk job would have made the job spend more than its `max_credits`, so it was skipped.',
  cure: 'Send the skipped items as a new job.',
  fields: {
    max_credits: { type: 'integer', minimum: 0, description: 'The maximum number of credits that the job may spend' },
    credits_required: { type: 'integer', minimum: 0, description: 'The price of the action' },
  },
  example: { max_credits: 20, credits_required: 1 },
  nextStep: 'Tell the person which items were skipped. A new job with them needs their consent.',
  isInternal: true,
});

export const idempotencyKeyRequired = defineFailure({
  reason: 'idempotency_key_required',
  code: 'invalid_request',
  message: 'This request needs an Idempotency-Key',
  cause: 'A request that buys several items was sent without the header `Idempotency-Key`.',
  cure: 'Send a key of your choice, and the same key when you send the request again.',
  on: ['create_bulk_job'],
});
