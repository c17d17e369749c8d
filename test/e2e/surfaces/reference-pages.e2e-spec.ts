import { parseAtomFeed } from 'feedsmith';
import { explainedFailures } from '#platform/errors/application-error.js';
import { CHANGES } from '#surfaces/reference/changelog.entries.js';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { accessibilityViolations, describeInBrowser, launchChromium, visitor } from '../../support/chromium.js';
import type { OpenApiDocument } from '../../support/contract.js';
import { callOf } from '../../support/clients/curl.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';

const PUBLIC_URL = 'https://api.qualm.dev';
const MAX_PAGE_SIZE = 50_000;
const MAX_GUIDE_LENGTH = 150;

describe('the pages of the reference', () => {
  let app: TestApp;
  let document: OpenApiDocument;
  const pages: { path: string; html: string }[] = [];
  const textAt = async (path: string) => (await fetch(`${app.origin}${path}`)).text();
  const topics = async () => {
    const addresses = [...(await textAt('/llms-full.txt')).matchAll(/\(\S+?(\/llms-full\/\w+\.txt)\)/g)];
    return Promise.all(addresses.map(async ([, path = '']) => ({ path, text: await textAt(path) })));
  };
  const everything = async () => (await topics()).map(({ text }) => text).join('\n');
  const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) => link);
  const operationIds = () =>
    Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));

  beforeAll(async () => {
    app = await startTestApp({ env: { PUBLIC_URL }, worker: true });
    document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
    const start = await textAt('/docs');
    const paths = linksIn(start).map((link) => link.replace(/#.*/, ''));
    for (const path of new Set(paths.filter((each) => each.startsWith('/docs')))) {
      pages.push({ path, html: await textAt(path) });
    }
  });
  afterAll(() => app.close());

  it('consist of the first page and one for each tag and each guide', () => {
    const tags = document.tags.map(({ name }) => `/docs/${name.toLowerCase().replace(' ', '-')}`);
    const guides = ['errors', 'limits', 'idempotency', 'receiving-webhooks', 'clients', 'sandbox', 'assistants'].map(
      (guide) => `/docs/${guide}`,
    );
    expect(pages.map(({ path }) => path).sort()).toEqual(['/docs', ...tags, ...guides].sort());
  });

  it('have less than 50 KB each', () => {
    expect(pages.filter(({ html }) => Buffer.byteLength(html) >= MAX_PAGE_SIZE).map(({ path }) => path)).toEqual([]);
  });

  it('load everything from this host, without inline scripts and styles, under a policy that forbids them', async () => {
    const { headers } = await fetch(`${app.origin}/docs`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self';.*script-src 'self';/,
    );
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    for (const { html } of pages) {
      const loaded = [...html.matchAll(/<(?:script|link(?! rel="canonical")|img)[^>]* (?:src|href)="([^"]+)"/g)].map(
        ([, url = '']) => url,
      );
      expect(loaded.filter((url) => !url.startsWith('/assets/'))).toEqual([]);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="/);
    }
  });

  it('contain no broken link', async () => {
    const anchors = new Map(pages.map(({ path, html }) => [path, new Set(idsIn(html))]));
    const links = new Set(
      pages.flatMap(({ path, html }) => linksIn(html).map((link) => (link.startsWith('#') ? path + link : link))),
    );
    const broken: string[] = [];
    for (const link of links) {
      const [target = '', anchor] = link.split('#');
      const isThere = anchor ? anchors.get(target)?.has(anchor) : (await fetch(`${app.origin}${target}`)).ok;
      if (!isThere) broken.push(link);
    }
    expect(broken).toEqual([]);
  });

  it('show every operation once, at its own anchor', () => {
    const anchors = pages.flatMap(({ html }) => idsIn(html));
    expect(anchors.filter((anchor) => operationIds().includes(anchor)).sort()).toEqual(operationIds().sort());
    expect(pages.filter(({ html }) => new Set(idsIn(html)).size < idsIn(html).length)).toEqual([]);
  });

  it('explain every reason for a failure: cause, remedy and an example', async () => {
    const sections = (await textAt('/docs/errors.md')).split('\n### ').slice(1);
    const explained = sections.filter((section) =>
      /\*\*Cause:\*\* .+\n\n\*\*Remedy:\*\* .+[^]*"success": false/.test(section),
    );
    const retried = sections.filter((section) => section.includes('**Try again:**')).length;
    expect(retried).toBe(explainedFailures().filter(({ mayRetry }) => mayRetry).length);
    expect(explained.map((section) => section.split('\n')[0]).sort()).toEqual(
      explainedFailures().map(({ reason }) => reason),
    );
  });

  it('name for an operation only the reasons that it can answer', async () => {
    const markdown = await textAt('/docs/products.md');
    expect(markdown).toMatch(/^\| 403 \| `forbidden` \| .*\[`plan_required`\]\(\/docs\/errors#plan_required\)/m);
    expect(markdown).not.toMatch(/spend_cap_required|malformed_json|idempotency_key_in_use/);
  });

  it('offer a command for every operation, which the service accepts', async () => {
    const ids = {
      products: await createReviewedProduct(app.database),
      opportunities: await insertReviewOpportunity(app.database),
    };
    const commands = [...(await everything()).matchAll(/^curl .*\/api\/v1.*$/gm)].map(([line]) => line);
    expect(commands.length).toBeGreaterThanOrEqual(operationIds().length);
    const refused: string[] = [];
    const { teamId, key: lasting } = await createKey(app, { credits: 500, spendCap: 500 });
    for (const command of new Set(commands)) {
      const key = command.includes(' -X DELETE ') ? (await createKey(app, { teamId })).key : lasting;
      const { path, init } = callOf(command.replaceAll(PUBLIC_URL, ''), { key, ids });
      const response = await fetch(`${app.origin}${path}`, init);
      // An export is read to its end, because a team has one at a time.
      const answer = await response.text();
      // An id may be unknown to the service, or a feature not configured. It must understand the request.
      if (response.ok || [402, 403, 404].includes(response.status)) continue;
      if (!/"reason":"endpoint_refused"/.test(answer)) refused.push(`${response.status} ${command} ${answer}`);
    }
    expect(refused).toEqual([]);
  });

  it('find operations by words, without a script', async () => {
    const found = linksIn(await textAt('/docs?q=COMMITTEE+target_id')).filter((link) => link.includes('#'));
    expect(found).toEqual(['#main', '/docs/opportunities#unlock_contact']);
    expect(await textAt('/docs?q=%3Cb%3Enothing')).toContain('0 operations with “&lt;b>nothing”');
  });

  it('are also Markdown, listed in llms.txt', async () => {
    const list = await textAt('/llms.txt');
    const links = [...list.matchAll(/^- \[.+\]\((.+)\): .+\.$/gm)].map(([, link = '']) => link.replace(PUBLIC_URL, ''));
    const answers = await Promise.all(links.map((link) => fetch(`${app.origin}${link}`)));
    const types = new Set(answers.map(({ headers }) => headers.get('content-type')));
    expect(list).toMatch(/^# Qualm\n\n> .+\n/);
    expect(list).not.toMatch(/\.\.$/m);
    expect(links).toEqual(expect.arrayContaining(pages.map(({ path }) => `${path}.md`)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect([...types].sort()).toEqual([
      'application/json; charset=utf-8',
      'text/markdown; charset=utf-8',
      'text/plain; charset=utf-8',
    ]);
  });

  it('are also texts of a topic each, which a model can read at once, and which have every page', async () => {
    const texts = await topics();
    const titles = pages.map(({ html }) => /<h1[^>]*>(?:<a[^>]*>)?([^<]+)/.exec(html)?.[1]);
    const all = await everything();
    expect(texts.filter(({ text }) => text.length >= 60_000).map(({ path }) => path)).toEqual([]);
    expect(titles.filter((title) => !all.includes(`# ${title}\n`))).toEqual([]);
    expect((await fetch(`${app.origin}/llms-full/nothing.txt`)).status).toBe(404);
  });

  it('include the changelog as a feed', async () => {
    const xml = await textAt('/changelog.atom');
    const { entries = [] } = parseAtomFeed(xml) as { entries?: { id?: string; updated?: string }[] };
    expect(entries.map(({ id }) => id?.split('#')[1])).toEqual(CHANGES.map(({ id }) => id));
    expect(await textAt('/api/v1/changelog.atom')).toBe(xml);
  });

  it('include a guide for assistants of at most 150 lines that names every price', async () => {
    const guide = await textAt('/guide.md');
    expect(guide.split('\n').length).toBeLessThanOrEqual(MAX_GUIDE_LENGTH);
    for (const path of ['generate-report', 'generate-pitch', 'unlock-contact']) {
      expect(guide).toMatch(new RegExp(`${path}.*\\| 1 credit \\|`));
    }
  });

  it.each(['/docs/nothing', '/docs/nothing.md', '/docs/.md', '/docs/__proto__'])('answer 404 at %s', async (path) => {
    const response = await fetch(`${app.origin}${path}`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Page not found')]);
  });

  describeInBrowser('in a browser', () => {
    it('are accessible in both color schemes, and fit a phone', async () => {
      const browser = await launchChromium();
      // axe injects inline styles, which the content security policy of the pages forbids.
      const page = await (await browser.newContext({ baseURL: app.origin, bypassCSP: true })).newPage();
      const faults: string[] = [];
      for (const path of ['/docs', '/docs/products', '/docs/errors', '/docs/limits']) {
        for (const [colorScheme, width] of [
          ['light', 1440],
          ['dark', 360],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.goto(path);
          const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
          if (overflow > 0) faults.push(`${path} is ${overflow} px too wide at ${width} px`);
          faults.push(...(await accessibilityViolations(page)).map((fault) => `${path} ${colorScheme}: ${fault}`));
        }
      }
      await browser.close();
      expect(faults).toEqual([]);
    });

    it('find operations while one types', async () => {
      const browser = await launchChromium();
      const { page, violations } = await visitor(browser, app);
      await page.goto('/docs');
      await page.getByLabel('Search operations').pressSequentially('pitch history');
      await page.getByText('operations with “pitch history”').or(page.getByText('1 operation with')).waitFor();
      expect(await page.locator('#operations a').allTextContents()).toContain('GET /pitches');
      await browser.close();
      expect(violations).toEqual([]);
    });
  });
});
