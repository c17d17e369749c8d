import { defineFailure } from '#platform/errors/application-error.js';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

/** 400 for a request whose answer would have too many rows. */
export const tooManyRows = defineFailure<{ limit: number; found: number }>({
  reason: 'too_many_rows',
  code: 'invalid_request',
  message: ({ limit }) => `There are more than ${limit} rows; choose a shorter range, narrower filters or fewer groups`,
  cause: 'The result has more rows than one answer, or an export of the plan, may have.',
  cure: 'Choose a shorter range, narrower filters, or group by less.',
  on: 'operations that name it',
  fields: {
    limit: count('The most rows'),
    found: count('The number of rows; for an export, counted up to one more than the limit'),
  },
  example: { limit: 10_000, found: 10_001 },
});
