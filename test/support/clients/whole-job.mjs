/**
 * A customer's program with the TypeScript client, written from the reference. It does the whole job: search, buy, read with a
 * cursor, mirror, receive a webhook, export and hand over. The first line of its output is one JSON object of facts.
 */
import { createServer } from 'node:http';
import { allItems, errors, Qualm, webhooks } from '@qualm/client';

const [baseUrl, apiKey, productName, since] = process.argv.slice(2);
const qualm = new Qualm({ baseUrl, apiKey });
const facts = {};

/** What changed since the last time: the ids to store, the ids to delete, and where to go on. */
async function changes(updated_since) {
  const found = { ids: [], removed: [], until: updated_since };
  for (let cursor = 'start', hasMore = true; hasMore;) {
    const { data, meta } = await qualm.listOpportunities({ query: { updated_since, cursor } });
    if (cursor === 'start') found.until = meta.synced_until;
    found.ids.push(...data.map(({ id }) => id));
    found.removed.push(...(meta.removed ?? []).map(({ id }) => id));
    cursor = meta.pagination.next_cursor;
    hasMore = meta.pagination.has_more;
  }
  return found;
}

/** Takes one webhook request. */
function receiver() {
  let take;
  const received = new Promise((resolve) => (take = resolve));
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      response.writeHead(204).end();
      take({ body: Buffer.concat(parts).toString(), headers: request.headers });
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, received, close: () => server.close() }),
    );
  });
}

if (since) {
  facts.removed = (await changes(since)).removed;
} else {
  const { data: products } = await qualm.searchProducts({ query: { query: productName } });
  const [{ id }] = products;
  facts.found = products.map(({ name }) => name);

  const before = (await qualm.getAccount()).data.credits.balance;
  const headers = { 'Idempotency-Key': `report-${id}` };
  await qualm.generateReport({ path: { id }, headers });
  await qualm.generateReport({ path: { id }, headers });
  let report = await qualm.getPainPoints({ path: { id } });
  while (report.data.status === 'generating') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    report = await qualm.getPainPoints({ path: { id } });
  }
  facts.report = [report.data.status, report.data.themes.length > 0];
  facts.charged = before - (await qualm.getAccount()).data.credits.balance;

  const movements = [];
  for await (const { kind } of allItems((cursor) => qualm.listLedger({ query: { cursor, page_size: 1 } })))
    movements.push(kind);
  facts.ledger = movements;

  const mirror = await changes('2020-01-01T00:00:00Z');
  facts.mirrored = mirror.ids.length > 0;
  facts.until = mirror.until;

  const local = await receiver();
  const { data: endpoint } = await qualm.createWebhookEndpoint({
    body: { url: local.url, event_types: ['contact.unlocked'] },
  });
  await qualm.testWebhookEndpoint({ path: { id: endpoint.id } });
  const { body, headers: sent } = await local.received;
  facts.webhook = (await webhooks.verify(body, sent, endpoint.secret)).type;
  local.close();

  const file = await qualm.exportOpportunities({ query: { format: 'csv' }, parseAs: 'text' });
  facts.exported = (file.data ?? file).split('\n')[0].startsWith('id,');

  const [first] = mirror.ids;
  facts.handed_over = (
    await qualm.updateOpportunity({ path: { id: first }, body: { status: 'qualified' } })
  ).data.status;
  facts.refused = await qualm
    .getOpportunity({ path: { id } })
    .catch((error) => error instanceof errors.NotFoundError && error.reason);
}
console.log(JSON.stringify(facts));
