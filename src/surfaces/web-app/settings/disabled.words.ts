import type { WebhookEndpointView } from '#accounts/webhooks/webhook-endpoints.operations.js';
import type { DestinationView } from '#workspace/destinations/destinations.operations.js';

type Reason = NonNullable<(WebhookEndpointView | DestinationView)['disabled_reason']>;

/** Why an endpoint, a destination or a saved search was turned off, in words. */
export const DISABLED_WORDS: Record<Reason, string> = {
  manual: 'by a person',
  failing: 'all messages failed',
  gone: 'the address is gone',
  refused: 'messages were refused',
  plan: 'over the limit of the plan',
};
