import type { Env } from '#config/env.js';
import { markdownTable } from '../markdown.table.js';

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** The guide to receiving webhooks: verification, retries, repeats and repairs, with the numbers of this service. */
export function webhooksGuide(env: Env) {
  const { WEBHOOK_RETRY_SECONDS: pauses, WEBHOOK_TIMEOUT_MS: timeout, WEBHOOK_DISABLE_AFTER_HOURS: hours } = env;
  const markdown = `# Receiving webhooks

An endpoint gets each event of its types as a \`POST\` with the JSON of [\`GET /events/{id}\`](/docs/events#get_event), signed according to Standard Webhooks 1.0.0. Create one with
[\`POST /webhook-endpoints\`](/docs/webhooks#create_webhook_endpoint) or in the app under Settings, Webhooks. The answer has the secret,
which is not shown again.

## Verify {#verify}

Verify the bytes of the body before you parse them. A library of Standard Webhooks does it, in most languages:

\`\`\`js
import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers); // throws if it is forged or old
\`\`\`

Without a library: remove \`whsec_\` from the secret and decode the rest as base64. Compute the HMAC-SHA256 of \`webhook-id\`, a dot,
\`webhook-timestamp\`, a dot and the body; in base64 and after \`v1,\` it must equal one of the signatures in \`webhook-signature\`, which
blanks separate. Compare in constant time, and refuse a timestamp that is more than five minutes away.

${markdownTable(
  ['header', 'meaning'],
  [
    ['`webhook-id`', 'the id of the event: the same at every attempt, endpoint and replay'],
    ['`webhook-timestamp`', 'the time of this attempt, in Unix seconds'],
    ['`webhook-signature`', 'a signature for each secret; two while a secret is being replaced'],
    ['`X-Delivery-Id`, `X-Delivery-Attempt`', 'the delivery in the log, and the number of the attempt'],
  ],
)}

## Answer {#answer}

Answer with any 2xx status within ${timeout / 1_000} seconds, before you do the work. An event may come twice: ignore a \`webhook-id\` that you
have handled. Events may come in another order than they happened: \`sequence\` counts them. Ignore types and fields that you do not know.

## Failed attempts {#retries}

Any other answer is a failure, redirects included. There are ${pauses.length} attempts, with pauses of ${pauses.map(inWords).join(', ')}, each varied by a
tenth; an endpoint of test mode gets three. A \`Retry-After\` of 429, 502, 503 and 504 delays the next attempt. 410 disables the endpoint at once. An
endpoint that has failed for ${hours} hours is disabled, and the owners and admins of the team get a mail before.

## Test and repair {#repair}

1. [\`POST /webhook-endpoints/{id}/test\`](/docs/webhooks#test_webhook_endpoint) sends an example and says what the receiver answered.
2. [\`GET /webhook-endpoints/{id}/deliveries\`](/docs/webhook-deliveries#list_webhook_deliveries) is the log of what was sent.
3. Enable an endpoint that was disabled: \`PATCH\` with \`status: "enabled"\`.
4. [\`POST /webhook-endpoints/{id}/replay\`](/docs/webhook-deliveries#replay_webhook_events) sends what was missed since a time.

Nothing is lost if the receiver is away for longer: [\`GET /events\`](/docs/events#list_events) lists the same events without gaps, as
many days as your plan keeps them.`;
  const summary = 'How to verify, answer and repeat what webhook endpoints get.';
  return { slug: 'receiving-webhooks', title: 'Receiving webhooks', summary, markdown };
}

/** Seconds in the largest unit that divides them. */
function inWords(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds > 0 && seconds % unit === 0) ?? [1, 's'];
  return `${seconds / size} ${name}`;
}
