import { allFixtures } from '#accounts/runs/fixtures.js';
import type { Env } from '#config/env.js';
import { markdownTable } from '../markdown.table.js';

/** The guide to test mode, with all magic ids. */
export function sandboxGuide({ BRAND_PREFIX, PUBLIC_URL, TEST_MODE_CREDITS }: Env) {
  const ids = allFixtures().map(({ id, operation, effect }) => [`\`${id}\``, `\`${operation}\``, effect]);
  const markdown = `# Sandbox

A key that begins with \`${BRAND_PREFIX}_test_\` works on a sandbox: 12 products, 200 opportunities, 40 contacts and some reports, all invented.
Create one in the app under Settings, API keys, on any plan. Limits, scopes, caps and answers are those of live mode, and every answer has
\`X-Livemode: false\`. A test key never reads or changes real data, and a live key never sees the sandbox: ids of the other mode are 404.

Your team has a balance of ${TEST_MODE_CREDITS.toLocaleString('en')} credits there, its own ledger, keys, webhook endpoints and events, which no other team sees.

\`\`\`sh
curl -H "Authorization: Bearer $KEY" "${PUBLIC_URL}/api/v1/products"
\`\`\`

## Magic ids {#magic-ids}

These ids force an outcome in any state. Other ids behave like live ones. \`GET /test/fixtures\` lists them too.

${markdownTable(['id', 'operation', 'what happens'], ids)}

## Start over, and events {#reset}

\`POST /test/reset\` resets your test mode to its initial state: balance, reports, triage, unlocks, pitches, followed products, events and spent caps. Keys
and webhook endpoints stay. \`POST /test/events\` writes the example of an event type into the feed and sends it to your test endpoints,
which get three attempts.`;
  const summary = 'A sandbox with ids that force each outcome.';
  return { slug: 'sandbox', title: 'Sandbox', summary, markdown };
}
