import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { RunningService } from './running-service.mjs';

/**
 * Measures the time of the answer of each page, and the sizes of the page, its styles and its font; then the largest contentful paint
 * (LCP) and the layout shift (CLS) on a phone and on a screen, with a processor that is four times slower. Needs a quiet
 * machine and Chromium (`CHROMIUM_PATH`). Exits with 1 if a page misses its limits.
 */
const PAGES = [
  ...['/', '/products', '/docs', '/docs/clients', '/sources', '/app/opportunities', '/app/credits', '/app/sources'],
  ...['/app/settings/plan', '/app/settings/destinations', '/app/settings/keys', '/ops', '/ops/imports'],
];
const MAX_LCP_MS = 1_500;
/** None to three digits, as browsers report it. */
const MAX_CLS = 0.0005;
/** The time to the first byte on a quiet machine. */
const MAX_ANSWER_MS = 100;
const MAX_PAGE_BYTES = 60_000;
const MAX_STYLE_BYTES = 45 * 1024;
const MAX_FONT_BYTES = 60_000;
const VIEWPORTS = { phone: { width: 360, height: 740 }, screen: { width: 1440, height: 900 } };
const SLOWDOWN = 4;
const RUNS = 3;
const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The size of a page, the median time to its answer of five, and the sizes of its styles and fonts, in bytes. */
async function weigh(context, baseURL, path) {
  const times = [];
  let html = '';
  for (let run = 0; run < 5; run++) {
    const began = performance.now();
    const response = await context.request.get(path);
    times.push(performance.now() - began);
    if (response.status() !== 200) throw new Error(`${path} answered ${response.status()}`);
    html = await response.text();
  }
  const styles = [];
  const fonts = new Set();
  for (const [, href] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
    const css = await (await context.request.get(href)).text();
    styles.push(Buffer.byteLength(css));
    for (const [, font] of css.matchAll(/url\(['"]?([^'")]+\.woff2)['"]?\)/g))
      fonts.add(new URL(font, new URL(href, baseURL)).href);
  }
  const sizes = await Promise.all(
    [...fonts].map(async (font) => (await (await context.request.get(font)).body()).length),
  );
  return { bytes: Buffer.byteLength(html), ms: times.sort((one, other) => one - other)[2], styles, fonts: sizes };
}

/** Runs in the page: collects both measures until they are read. */
function observe() {
  globalThis.vitals = { lcp: 0, cls: 0 };
  const watch = (type, each) =>
    new globalThis.PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (globalThis.vitals.lcp = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => (globalThis.vitals.cls += hadRecentInput ? 0 : value));
}

/** The median LCP of three loads with an empty cache, and the largest CLS. */
async function measure(browser, options, path) {
  const loads = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(path, { waitUntil: 'load' });
    await page.evaluate(() => new Promise((done) => globalThis.requestAnimationFrame(() => setTimeout(done, 300))));
    loads.push(await page.evaluate(() => globalThis.vitals));
    await context.close();
  }
  const { lcp } = loads.sort((one, other) => one.lcp - other.lcp)[1];
  return { lcp, cls: Math.max(...loads.map(({ cls }) => cls)) };
}

const service = await RunningService.prepare();
await service.start();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
let missed = 0;
try {
  const baseURL = new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');
  const { user } = await service.demo();
  const password = (await readFile(join(service.dataDir, 'ops.password'), 'utf8')).trim();
  const httpCredentials = { username: 'ops', password };
  const context = await browser.newContext({ baseURL, httpCredentials });
  const page = await context.newPage();
  await page.goto('/login');
  await page.fill('[name=email]', user.email);
  await page.fill('[name=password]', user.password);
  await page.click('main [type=submit]');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  const storageState = await context.storageState();
  await page.goto('/products');
  const product = await page.locator('.cards a[href^="/products/"]').first().getAttribute('href');
  const { data } = await (await context.request.get('/api/v1/products?page_size=2')).json();
  await page.goto(product);
  await page.getByText('Share or print this report').click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const shared = new URL(await page.locator('#share-link').innerText()).pathname;
  const pages = [
    ...PAGES,
    product,
    `${product}/battle-card`,
    shared,
    `/app/compare?${data.map(({ id }) => `ids=${id}`).join('&')}`,
  ];
  for (const path of pages) {
    const { bytes, ms, styles, fonts } = await weigh(context, baseURL, path);
    const isMissed =
      bytes >= MAX_PAGE_BYTES ||
      ms > MAX_ANSWER_MS ||
      styles.some((size) => size > MAX_STYLE_BYTES) ||
      fonts.length > 1 ||
      fonts.some((size) => size >= MAX_FONT_BYTES);
    missed += isMissed ? 1 : 0;
    const sizes = `HTML ${bytes}, CSS ${styles.join(' + ')}, font ${fonts.join(' + ') || 'none'} bytes`;
    console.log(`${isMissed ? 'MISSED' : 'ok    '} ${path}: ${Math.round(ms)} ms, ${sizes}`);
  }
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    for (const path of pages) {
      const { lcp, cls } = await measure(browser, { baseURL, httpCredentials, storageState, viewport }, path);
      const isMissed = lcp > MAX_LCP_MS || cls > MAX_CLS;
      missed += isMissed ? 1 : 0;
      console.log(
        `${isMissed ? 'MISSED' : 'ok    '} ${name} ${path}: LCP ${Math.round(lcp)} ms, CLS ${cls.toFixed(4)}`,
      );
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
process.exit(missed > 0 ? 1 : 0);
