import { defineFailure } from '#platform/errors/application-error.js';
import type { RefusalCause } from '#platform/egress/egress.error.js';

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
