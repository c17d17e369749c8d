import { defineFailure } from '#platform/errors/application-error.js';
import type { RefusalCause } from '#platform/egress/egress.error.js';

const CAUSES: Record<RefusalCause, string> = {
  scheme: 'it must begin with https://',
  credentials: 'it must not contain a user or a password',
  port: 'the port must be 443 or 8443',
  host: 'it must name a public host, not a number or a local name',
  host_not_allowed: 'the operator of this service does not allow this host',
  private_address: 'its host has a private address',
  unresolvable: 'its host is not known',
  own_address: 'it is an address of this service',
};

export const endpointRefused = defineFailure<{ cause: RefusalCause }>({
  reason: 'endpoint_refused',
  code: 'invalid_request',
  message: ({ cause }) => `Events cannot be sent to this address: ${CAUSES[cause]}`,
  cause: 'The service may not send requests to the address of the endpoint. `details.cause` has the reason.',
  cure: 'Choose an https address on port 443 or 8443 of a host that the public internet can reach.',
  on: ['create_webhook_endpoint', 'update_webhook_endpoint'],
  fields: {
    cause: { type: 'string', enum: Object.keys(CAUSES), description: 'The fault of the address' },
  },
  example: { cause: 'private_address' },
});

export const endpointDisabled = defineFailure({
  reason: 'endpoint_disabled',
  code: 'forbidden',
  message: 'The endpoint is disabled; enable it first',
  cause: 'A replay was requested for a disabled endpoint.',
  cure: 'Enable the endpoint with `PATCH /webhook-endpoints/{id}` and `status: "enabled"`, then send the request again.',
  on: ['replay_webhook_events'],
});
