import { CLIENT_FILES } from '../client.archives.js';

/** The guide to the clients that the installation serves. */
export function clientsGuide(publicUrl: string) {
  const { typescript, python } = CLIENT_FILES;
  const markdown = `# Clients

This installation serves a client for TypeScript and one for Python. Both have a method for each operation, a class for each reason of a
failure, retries that never act or charge twice, lists that are read to their end, and the verification of webhooks.

## TypeScript {#typescript}

\`\`\`sh
npm install ${publicUrl}/sdk/${typescript}
\`\`\`

\`\`\`ts
import { allItems, errors, Qualm, webhooks } from '@qualm/client';

const qualm = new Qualm({ baseUrl: '${publicUrl}/api/v1', apiKey: process.env.QUALM_API_KEY });
const { data: products } = await qualm.searchProducts({ query: { query: 'drop' } });
for await (const event of allItems((cursor) => qualm.listEvents({ query: { cursor } }))) console.log(event.type);
\`\`\`

It runs in Node 20.19 and newer and in browsers, without other packages. \`webhooks.verify(body, headers, secret)\` returns the event of a
webhook request. A refused request throws a class of \`errors\`, such as \`errors.InsufficientCreditsError\`.

## Python {#python}

\`\`\`sh
pip install ${publicUrl}/sdk/${python}
\`\`\`

\`\`\`py
import os
from qualm import Qualm, all_items, errors, webhooks

qualm = Qualm("${publicUrl}/api/v1", os.environ["QUALM_API_KEY"])
products = qualm.search_products(query="drop")["data"]
for event in all_items(qualm.list_events):
    print(event["type"])
\`\`\`

It runs in Python 3.10 and newer with the standard library alone. \`webhooks.verify(body, headers, secret)\` returns the event of a webhook
request. A refused request raises a class of \`errors\`, such as \`errors.InsufficientCreditsError\`. \`idempotency_key=\` sets your own key.

## Mirror a list {#mirror}

- Read \`list_opportunities\` with \`updated_since\` and \`cursor\` to the end, and keep \`meta.synced_until\` of the first page for the next time.
- Delete what \`meta.removed\` names.

## Events on your machine {#listen}

\`\`\`sh
QUALM_API_KEY=$KEY npx --package ${publicUrl}/sdk/${typescript} qualm-listen http://localhost:4242/webhooks --url ${publicUrl}/api/v1
\`\`\`

With a test key, \`qualm-listen\` sends the events of test mode to an address of your machine, signed with a secret that it prints.
\`POST /test/events\` makes one.`;
  const summary = 'Clients for TypeScript and Python, and events on your machine.';
  return { slug: 'clients', title: 'Clients', summary, markdown };
}
