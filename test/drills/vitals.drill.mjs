import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { RunningService } from './running-service.mjs';

/**
 * Measures the largest contentful paint (LCP) and the layout shift (CLS) of pages on a phone and on a screen, with a processor
 * that is four times slower. Needs a quiet machine and Chromium (`CHROMIUM_PATH`). Exits with 1 if a page misses its limits.
 */
const PAGES = ['/', '/products', '/docs', '/app/opportunities', '/app/credits', '/app/settings/plan'];
const MAX_LCP_MS = 1_500;
const VIEWPORTS = { phone: { width: 360, height: 740 }, screen: { width: 1440, height: 900 } };
const SLOWDOWN = 4;
const RUNS = 3;
const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

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
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/login');
  await page.fill('[name=email]', user.email);
  await page.fill('[name=password]', user.password);
  await page.click('main [type=submit]');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  const storageState = await context.storageState();
  await page.goto('/products');
  const product = await page.locator('.cards a').first().getAttribute('href');
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    for (const path of [...PAGES, product]) {
      const { lcp, cls } = await measure(browser, { baseURL, storageState, viewport }, path);
      const isMissed = lcp > MAX_LCP_MS || cls > 0;
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
