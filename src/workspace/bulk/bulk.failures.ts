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

export const idempotencyKeyRequired = defineFailure({
  reason: 'idempotency_key_required',
  code: 'invalid_request',
  message: 'This request needs an Idempotency-Key',
  cause: 'A request that buys several items was sent without the header `Idempotency-Key`.',
  cure: 'Send a key of your choice, and the same key when you send the request again.',
  on: ['create_bulk_job'],
});
