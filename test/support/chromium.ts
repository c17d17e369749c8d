import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { TestApp } from './app.js';

/** The headless shell comes first: it takes half the CPU time, because it has no windows. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of Chromium on this machine, or undefined when it is not installed. */
export const CHROMIUM = [process.env.CHROMIUM_PATH ?? '', ...PATHS].find((path) => path !== '' && existsSync(path));

/** Like `describe`. Without a browser it skips the suite, with a note in its name. */
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

/** A page in a fresh browser context, and its violations of the rules for pages. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Requests to other hosts, violations of the content security policy, and script errors. */
  violations: string[];
}

/** Opens a fresh visitor. `elsewhere` is the one other origin that the page may be sent to. */
export async function visitor(
  browser: Browser,
  app: TestApp,
  { elsewhere, ...options }: BrowserContextOptions & { elsewhere?: string } = {},
): Promise<Visitor> {
  // Colors in the middle of a transition are not those of the page.
  const context = await browser.newContext({ baseURL: app.origin, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== app.origin && origin !== elsewhere) violations.push(`requested ${request.url()}`);
  });
  page.on('console', (message) => {
    // The browser also reports every response from 400 up. Only errors of the page itself count.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  return { context, page, violations };
}

/** The looks of a page: on a screen and on a phone, light and dark. From each to the next, only one of the two changes. */
export const LOOKS = (
  [
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'dark'],
    [360, 'light'],
  ] as const
).map(([width, colorScheme]) => ({ viewport: { width, height: 800 }, colorScheme }));
/** Looks this many places apart differ in both the width and the scheme. */
const OPPOSITE = 2;

/** How often each page was seen in two looks. */
const turns = new WeakMap<Page, number>();

/**
 * The faults that `faultsOf` finds on a page on a screen and on a phone, one of them dark, with the look. Where a part is depends on the
 * width and its colors on the scheme, so two looks show both; which two changes with each call.
 */
export async function faultsInLooks(page: Page, faultsOf: () => Promise<readonly string[]>): Promise<string[]> {
  const faults: string[] = [];
  const turn = turns.get(page) ?? 0;
  turns.set(page, turn + 1);
  for (const place of [turn, turn + OPPOSITE]) {
    const { viewport, colorScheme } = LOOKS[place % LOOKS.length]!;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    faults.push(...(await faultsOf()).map((fault) => `${page.url()} ${viewport.width} ${colorScheme}: ${fault}`));
  }
  return faults;
}

/** Unfolds everything on a page. */
export const UNFOLD = 'for (const each of document.querySelectorAll("main details")) each.open = true';

/** The overflow of a page beyond the width of the window, if any. */
export async function overflowOf(page: Page): Promise<string[]> {
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  return overflow > 0 ? [`${overflow} px too wide`] : [];
}

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe-core finds on a page, one per line: by all its rules, or only by `rules`. */
export async function accessibilityViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Evaluated scripts are exempt from the content security policy of the page.
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const results = await axe.run(only.length > 0 ? { runOnly: only } : {});
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[];
}
