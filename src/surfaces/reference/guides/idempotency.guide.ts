import type { Env } from '#config/env.js';

/** The guide to safe retries. */
export function idempotencyGuide({ IDEMPOTENCY_HOURS: hours, IDEMPOTENCY_WAIT_SECONDS: seconds, PUBLIC_URL }: Env) {
  const markdown = `# Idempotency

A request that changes something may reach the service although its answer never reaches you. With an \`Idempotency-Key\` you can send
it again: the service acts once, and both answers are the same.

\`\`\`sh
curl -X POST -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(uuidgen)" "${PUBLIC_URL}/api/v1/products/$ID/generate-report"
\`\`\`

Every \`POST\`, \`PATCH\` and \`DELETE\` takes the header. Make a new key, such as a UUID, for each action, and send the same key with every retry.

- **The same key and body:** the stored status and body again, with \`Idempotent-Replayed: true\`. The order of the fields in the
  body does not matter.
- **The same key and a different body:** 400 [\`idempotency_key_reused\`](/docs/errors#idempotency_key_reused).
- **While the first request runs:** the second waits for up to ${seconds} seconds and gets the answer of the first. After that:
  400 [\`idempotency_key_in_use\`](/docs/errors#idempotency_key_in_use) with \`Retry-After\`.
- **If the service dies during the first request:** the retry joins the purchase of the first request, and what is created is created
  once. Other changes are made again, which changes nothing more: a repeated deletion may answer 404. A test delivery may be sent twice.

A key belongs to one API key, method and path, and is kept for ${hours} hours. Answers that did nothing are not stored, so that a retry
can succeed: 429, refusals before the work began, and a 500 whose credit was refunded. A 500 that says that the work still runs is not
stored either: the same request finds the work, and one with another body gets \`idempotency_key_reused\`.

Even without the header, one thing is charged once: two requests at the same moment for the same report or contact share one run and
one charge.`;
  const summary = 'How to send a write again without acting or paying twice.';
  return { slug: 'idempotency', title: 'Idempotency', summary, markdown };
}
