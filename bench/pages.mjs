import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

/**
 * `node bench/pages.mjs [DATA_DIR]`: requests every page of the web app from a running `npm start` as the demo
 * user, one request at a time, and prints the median and the maximum time to the complete page, and its size.
 */
const ROUNDS = 30;
const LIMIT_MS = 50;
const LIMIT_BYTES = 60_000;

const [dataDir = '.data'] = parseArgs({ allowPositionals: true }).positionals;
const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
const origin = new URL(demo.app_url).origin;
const cookies = new Map();

async function ask(path, { method = 'GET', form, signedIn = true } = {}) {
  const response = await fetch(new URL(path, origin), {
    method,
    redirect: 'manual',
    headers: { ...(signedIn && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }) },
    ...(form && { body: new URLSearchParams(form) }),
  });
  for (const cookie of signedIn ? response.headers.getSetCookie() : []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
    cookies.set(name, value);
  }
  return { status: response.status, html: await response.text() };
}

async function call(path, method = 'GET', body) {
  const response = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${demo.api_keys.spending}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.error.message}`);
  return answer.data;
}

async function logIn() {
  const { html } = await ask('/login');
  const [, csrf_token] = /name="csrf_token" value="([^"]+)"/.exec(html);
  const { status } = await ask('/login', { method: 'POST', form: { csrf_token, ...demo.user } });
  if (status !== 303) throw new Error(`The demo person could not log in: ${status}`);
}

/** Finds a report, a pitch and an opportunity to request. Buys the report and the pitch if there are none. */
async function subjects() {
  let [product] = await call('/products?page_size=1');
  if (product.pain_points_report_status !== 'completed') {
    await call(`/products/${product.id}/generate-report`, 'POST');
    do {
      await new Promise((resolve) => setTimeout(resolve, 200));
      [product] = await call('/products?page_size=1');
    } while (product.pain_points_report_status === 'generating');
    if (product.pain_points_report_status !== 'completed') throw new Error('The report to look at failed.');
  }
  const [opportunity] = await call('/opportunities?page_size=1');
  let [pitch] = await call('/pitches?page_size=1');
  if (!pitch) {
    await call(`/opportunities/${opportunity.id}/generate-pitch`, 'POST', { channels: ['email'] });
    [pitch] = await call('/pitches?page_size=1');
  }
  return { product, opportunity, pitch };
}

async function measure(path, options) {
  const times = [];
  let page;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    page = await ask(path, options);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return {
    status: page.status,
    bytes: Buffer.byteLength(page.html),
    median: times[ROUNDS >> 1],
    slowest: times.at(-1),
  };
}

await logIn();
const { product, opportunity, pitch } = await subjects();
const visitor = { signedIn: false };
const pages = [
  ['/', visitor],
  ['/login', visitor],
  ['/signup', visitor],
  [`/products/${product.id}`, visitor],
  ['/docs', visitor],
  ['/nowhere', visitor],
  ['/'],
  ['/products'],
  ['/products?query=a'],
  [`/products/${product.id}`],
  ['/app/opportunities'],
  ['/app/opportunities?q=crash&sort=-frustration&page_size=50'],
  [`/app/opportunities/${opportunity.id}`],
  ['/app/pitches'],
  [`/app/pitches/${pitch.id}`],
  ['/app/credits'],
  ...['keys', 'connections', 'team', 'password'].map((tab) => [`/app/settings/${tab}`]),
];
for (const [path, options] of pages) {
  const { status, bytes, median, slowest } = await measure(path, options);
  const isGood = status === (path === '/nowhere' ? 404 : 200) && median <= LIMIT_MS && bytes <= LIMIT_BYTES;
  if (!isGood) process.exitCode = 1;
  const name = `${path.replace(/[0-9a-f-]{36}/, ':id')}${options ? ' (visitor)' : ''}`;
  console.log(
    `${isGood ? 'ok  ' : 'MISS'} ${name.padEnd(62)} ${status}  median ${median.toFixed(1).padStart(5)} ms  ` +
      `slowest ${slowest.toFixed(1).padStart(5)} ms  ${String(bytes).padStart(6)} bytes`,
  );
}
