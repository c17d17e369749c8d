import { type Env, PLAN_TIERS } from '#config/env.js';
import { markdownTable } from '../markdown.table.js';

const HEADERS = markdownTable(
  ['header', 'meaning'],
  [
    ['`X-RateLimit-Limit`', 'requests allowed in the window'],
    ['`X-RateLimit-Remaining`', 'requests remaining in the window'],
    ['`X-RateLimit-Reset`', 'when the window resets, in Unix seconds'],
    [
      '`RateLimit`, `RateLimit-Policy`',
      'the same in the form of the draft standard: `"default";r=97;t=23`, `"default";q=120;w=60`',
    ],
    ['`Retry-After`', 'seconds to wait; with [429](/docs/errors#rate_limited) and while a result is not final'],
  ],
);

const ASKING_AGAIN = `## Polling {#etags}

Every read but \`/ping\` has an \`ETag\`. Send it as \`If-None-Match\`: if nothing has changed, the answer is 304 without a body. With a key, a
304 does not count as a request. All requests of a key, 304 included, are limited to five times those of the plan; near that limit
\`RateLimit\` names the window \`checks\`.`;

/** The limits of each plan. */
function plansTable(env: Env): string {
  const plans = PLAN_TIERS.map((tier) => {
    const { monthlyCredits, watchlistProducts, requestsPerMinute, export_rows, exports_per_hour } = env.plans[tier];
    const requests = `${requestsPerMinute.toLocaleString('en')}${tier === 'free' ? ', test keys only' : ''}`;
    const counts = [monthlyCredits, watchlistProducts, exports_per_hour, export_rows];
    return [tier, requests, ...counts.map((count) => count.toLocaleString('en'))];
  });
  const header = [
    ...['plan', `requests in ${env.RATE_LIMIT_WINDOW_SECONDS} s for each key`, 'credits a month'],
    ...['products on the watchlist', 'exports an hour', 'rows of an export'],
  ];
  return markdownTable(header, plans);
}

/** The guide to rate limits, plans and sizes, with the numbers of this service. */
export function limitsGuide(env: Env) {
  const window = env.RATE_LIMIT_WINDOW_SECONDS;
  const markdown = `# Limits

## Requests {#requests}

Requests are counted in windows of ${window} seconds. Without a credential, each address has ${env.RATE_LIMIT_ANONYMOUS} requests; an IPv6
address counts as its /64 network. With a key, each key has the requests of the team's plan. Operations that spend credits also have
${env.RATE_LIMIT_SPENDING} requests for each credential, ${env.RATE_LIMIT_TEST_SPENDING} in test mode, and a few times as many for all credentials of a team together. Dry runs, replays of
an \`Idempotency-Key\` and refusals do not count there.

${plansTable(env)}

Every answer reports your use:

${HEADERS}

\`/health\`, \`/openapi.json\` and these pages are not limited.

${ASKING_AGAIN}

## Credits {#credits}

Generating a report, drafting a pitch and unlocking a contact cost credits. A key needs a **spend cap** to spend at all; the cap counts over
the life of the key, and refunds are returned to it. The credits of a plan arrive at the start of each period, and the unused ones expire with the period.

You are not charged twice for the same result, or without a result:

- a report that is being generated, or to which no review was added, is free;
- a failed report or pitch is refunded, and so is a contact that was not found;
- a contact that your team has unlocked before is free.

To stay within a budget:

- \`dry_run: true\` in the body of a paid call returns its effect and its price; \`POST /quotes\` prices up to 100 calls;
- \`X-Credits-Charged\`, \`X-Credits-Remaining\` and \`X-Credits-Cap-Remaining\` state the credits that a request spent, and the remaining ones;
- \`POST /bulk-jobs\` makes up to 100 calls and never spends more than \`max_credits\`;
- \`GET /account/usage\` sums up the spending by day, action and key, and \`GET /account/ledger\` lists every movement;
- the events \`credits.low\` and \`key.spend_threshold\` report when 50, 80 and 100 percent are used.

## Sizes {#sizes}

${markdownTable(
  ['what', 'limit'],
  [
    ['body of a request', `${env.BODY_LIMIT_BYTES.toLocaleString('en')} bytes`],
    ['`page_size`', '1 to 100, 20 if absent'],
    ['headers of a request', '16 KB in total'],
    ['`Idempotency-Key`', '1 to 255 characters'],
    ['a request', `${env.HTTP_REQUEST_TIMEOUT_SECONDS} seconds to arrive`],
  ],
)}`;
  const summary = 'Rate limits, plans, credits and sizes.';
  return { slug: 'limits', title: 'Limits', summary, markdown };
}
