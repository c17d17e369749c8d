import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:latency [-- --lines 100]`: imports one review line after another and waits for the webhook of the saved search that
 * each matches. Prints the median and the 99th percentile of the time from the commit of the line to the request of the webhook.
 */
const { values } = parseArgs({ options: { lines: { type: 'string', default: '100' } } });
const LINES = Number(values.lines);
/** The first lines find caches empty. */
const WARM_UP = 5;
const LIMIT_MS = 30_000;
const CLI = join(import.meta.dirname, '../../dist/cli.js');
const WORDS = ['invoice', 'export', 'calendar', 'editor', 'search', 'import', 'backup', 'login', 'report', 'sync'];

const service = await RunningService.prepare({ EGRESS_ALLOWED_CIDRS: '127.0.0.0/8', ALERT_MATCHES_PER_DAY: '100000' });
const receipts = [];
const receiver = createServer((request, response) => {
  receipts.push(Date.now());
  request.resume();
  response.writeHead(204).end();
  receiver.emit('receipt');
}).listen(0, '127.0.0.1');
try {
  await Promise.all([once(receiver, 'listening'), service.start()]);
  await subscribe(`http://127.0.0.1:${receiver.address().port}/`);
  const delays = [];
  for (let line = 0; line < WARM_UP + LINES; line++) delays.push(await delayOf(line));
  const measured = delays.slice(WARM_UP).sort((one, other) => one - other);
  const percentile = (share) => measured[Math.ceil(share * measured.length) - 1];
  console.log(`${measured.length} lines: median ${percentile(0.5)} ms, 99th percentile ${percentile(0.99)} ms`);
} finally {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
}

/** Makes a team with a saved search that every line matches, and an endpoint for its alerts. */
async function subscribe(url) {
  const team = ['team', 'create', '--name', 'Latency', '--plan', 'scale'];
  const { team_id } = JSON.parse(await service.qualm('--json', ...team));
  const scopes = ['--name', 'Latency', '--scopes', 'read,write,webhooks'];
  const { key } = JSON.parse(await service.qualm('--json', 'key', 'create', '--team', team_id, ...scopes));
  const search = { name: 'Latency', filters: { q: ['zebra'] }, deliver: { webhook: true } };
  const answers = [
    await service.post('/saved-searches', { key, json: search }),
    await service.post('/webhook-endpoints', { key, json: { url, event_types: ['alert.matched'] } }),
  ];
  const refused = answers.find(({ status }) => status >= 300);
  if (refused) throw new Error(JSON.stringify(refused.body));
}

/** The milliseconds from the commit of a new line to the request of its webhook. */
async function delayOf(line) {
  const expected = receipts.length + 1;
  const received = once(receiver, 'receipt');
  await importLine(line);
  const isReceived = await Promise.race([received.then(() => true), wait(LIMIT_MS, false, { ref: false })]);
  if (!isReceived || receipts.length !== expected) throw new Error(`Line ${line} made ${receipts.length} webhooks.`);
  const [{ at }] = await service.rows(
    `SELECT max(extract(epoch FROM created_at) * 1000)::float8 AS at FROM events WHERE name = 'reviews.imported'`,
  );
  return Math.round(receipts.at(-1) - at);
}

/** Imports a review that is an opportunity, in words that no earlier line has. */
async function importLine(line) {
  const word = WORDS[line % WORDS.length];
  const review = {
    external_id: `latency-${line}`,
    platform: 'Drill',
    product_name: 'Zebra Desk',
    text: `Number ${line}: the ${word} crashes every day and loses ${line + 2} files. Terrible, we are switching to another tool.`,
    rating: 1,
    published_at: new Date().toISOString(),
  };
  const importing = execFile(process.execPath, [CLI, 'import', 'reviews', '-'], { env: service.variables });
  importing.stdin.end(`${JSON.stringify(review)}\n`);
  const [code] = await once(importing, 'exit');
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
}
