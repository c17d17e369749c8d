import { defineFailure } from '#platform/errors/application-error.js';

/** Why the secret of a new destination cannot be used. */
export type DestinationRefusal = 'not_slack' | 'address_refused' | 'not_a_token';

const REFUSALS: Record<DestinationRefusal, string> = {
  not_slack: 'it is not the address of an incoming webhook of Slack',
  address_refused: 'this service may not send requests to it',
  not_a_token: 'it is not the access token of a private app, which begins with pat-',
};

export const destinationRefused = defineFailure<{ refusal: DestinationRefusal }>({
  reason: 'destination_refused',
  code: 'invalid_request',
  message: ({ refusal }) => `The secret of the destination cannot be used: ${REFUSALS[refusal]}`,
  cause: 'The secret is not one of the kind of destination. `details.refusal` has the reason.',
  cure: 'Slack: copy the address from Incoming Webhooks of your Slack app. HubSpot: copy the access token of your private app.',
  on: ['create_destination', 'update_destination'],
  fields: { refusal: { type: 'string', enum: Object.keys(REFUSALS), description: 'The fault of the secret' } },
  example: { refusal: 'not_slack' },
});

export const destinationDisabled = defineFailure({
  reason: 'destination_disabled',
  code: 'forbidden',
  message: 'The destination is disabled; enable it first',
  cause: 'Something was to be sent to a disabled destination.',
  cure: 'Enable the destination with `PATCH /destinations/{id}` and `status: "enabled"`, then send the request again.',
  on: ['retry_destination_delivery', 'hand_over_opportunity'],
});

export const noDestination = defineFailure({
  reason: 'no_destination',
  code: 'forbidden',
  message: 'Your team has no HubSpot destination',
  cause: 'An opportunity was to be handed over, and the team has no destination for it.',
  cure: 'Create a destination of the kind `hubspot` with `POST /destinations`, or in the app under Settings, Destinations.',
  on: ['hand_over_opportunity'],
});
