import { existsSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestApp } from './app.js';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium of this machine, or undefined where none is installed. */
export const CHROMIUM = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

/** `describe` where there is a browser; elsewhere a skipped suite whose name says why. */
export const describeInBrowser = (name: string, suite: () => void): void => {
  if (CHROMIUM) describe(name, suite);
  else describe.skip(`${name} (skipped: no Chromium is installed on this machine)`, suite);
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** What a browser did that no page of ours may do. */
export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Requests to other hosts, violations of the policy and faults of scripts. */
  misdeeds: string[];
}

/** A fresh visitor, watched. `elsewhere` is the one other place it may be sent to. */
export async function visitor(
  browser: Browser,
  app: TestApp,
  { elsewhere, ...options }: { javaScriptEnabled?: boolean; elsewhere?: string } = {},
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: app.origin, ...options });
  const page = await context.newPage();
  const misdeeds: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== app.origin && origin !== elsewhere) misdeeds.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    // The browser reports every answer from 400 up; only what a page did itself counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      misdeeds.push(message.text());
  });
  page.on('pageerror', (error) => misdeeds.push(error.message));
  return { context, page, misdeeds };
}

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds serious or worse on a page, in a line each. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Run in the browser's own realm, which the policy of the page does not bind.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}
