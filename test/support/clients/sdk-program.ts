/** A customer's program with the client in sdk/typescript. Each line of the output is one fact. */
export const WITH_SDK = `
import { allItems, errors, Qualm, QualmError, webhooks } from './sdk/index.js';
import type { Product } from './sdk/index.js';

const [baseUrl = '', apiKey = '', id = '', busyUrl = '', webhook = ''] = process.argv.slice(2);
const qualm = new Qualm({ baseUrl, apiKey });
const outcomeOf = (call: Promise<unknown>) => call.then(() => 'done', (error: unknown) => error);
const facts: unknown[] = [];

const { data: products } = await qualm.searchProducts({ query: { query: 'tab' } });
const product: Product | undefined = products[0];
facts.push(product?.name);
const triaged = await qualm.updateOpportunity({ path: { id }, body: { status: 'contacted' } });
facts.push(triaged.data.status);

const readEvents = () => allItems((cursor) => qualm.listEvents({ query: { cursor, page_size: 1 } }));
let types = new Set<string>();
while (!types.has('opportunity.status_changed')) {
  types = new Set();
  for await (const { type } of readEvents()) types.add(type);
}
facts.push([...types]);

const unknown = await outcomeOf(qualm.getCompetitors({ path: { id } }));
facts.push([unknown instanceof errors.NotFoundError, unknown instanceof QualmError && unknown.status]);
const stranger = await outcomeOf(new Qualm({ baseUrl }).getAccount());
facts.push(stranger instanceof errors.UnauthorizedError && typeof stranger.requestId);

const busy = new Qualm({ baseUrl: busyUrl, apiKey, timeoutMs: 5_000 });
facts.push((await busy.followProduct({ body: { product_id: id } })).data.followed);
const tired = await outcomeOf(new Qualm({ baseUrl: busyUrl, retries: 0 }).ping());
facts.push(tired instanceof QualmError && [tired.status, tired.code]);

const { body, headers, secret } = JSON.parse(webhook) as { body: string; headers: Record<string, string>; secret: string };
facts.push((await webhooks.verify(body, headers, secret)).type);
const forged = await outcomeOf(webhooks.verify(body + ' ', headers, secret));
facts.push(forged instanceof webhooks.WebhookVerificationError);
const old = await outcomeOf(webhooks.verify(body, { ...headers, 'webhook-timestamp': '1000000000' }, secret));
facts.push(old instanceof webhooks.WebhookVerificationError);
console.log(JSON.stringify(facts));
`;
