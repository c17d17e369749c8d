import { defineFailure } from '#platform/errors/application-error.js';
import type { RefusalCause } from '#platform/egress/egress.error.js';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

export const endpointRefused = defineFailure<{ cause: RefusalCause }>({
  reason: 'endpoint_refused',
  code: 'invalid_request',
  message: 'Events cannot be sent to this address; see details.cause',
  fields: { cause: { type: 'string', description: 'What is wrong with the address, such as `private_address`' } },
  example: { cause: 'private_address' },
});

export const endpointDisabled = defineFailure({
  reason: 'endpoint_disabled',
  code: 'forbidden',
  message: 'The endpoint is disabled; enable it first',
});

export const tooManyEvents = defineFailure<{ limit: number; found: number }>({
  reason: 'too_many_rows',
  code: 'invalid_request',
  message: ({ limit }) => `The range has more than ${limit} events; choose a shorter one`,
  fields: { limit: count('The most rows'), found: count('The rows that were found') },
  example: { limit: 10_000, found: 10_001 },
});
