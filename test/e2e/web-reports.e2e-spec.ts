import { randomUUID } from 'node:crypto';
import type { Browser as Chromium } from 'playwright-core';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/pain-points/generate-report.action.js';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { type TestApp } from '../support/app.js';
import { Browser, textOf } from '../support/browser.js';
import { describeInBrowser, launchChromium, visitor } from '../support/chromium.js';
import { startPublicApp } from '../support/oauth.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../support/opportunities.js';
import { createReviewedProduct, MANY_REVIEWS, type TestReview } from '../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../support/signed-in.js';

let app: TestApp;
/** A member of a team that may read full reports. */
let member: SignedIn;
/** A product whose reviews have dates, with a report. */
let dated: string;

beforeAll(async () => {
  app = await startPublicApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  await app.inWorker(processorOf(GenerateReport)).worker.pause();
  member = await signedIn(app);
  dated = await reported('Dated');
}, 60_000);
afterAll(() => app.close());

/** Creates a product with a report. @returns the product's id */
async function reported(name: string, reviews: TestReview[] = MANY_REVIEWS): Promise<string> {
  const id = await createReviewedProduct(app.database, { name, reviews });
  await app.get(ReportGenerationService).generateFree(id);
  const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [id]);
  await app.inWorker(RunExecutor).execute('generate_report', run.id);
  return id;
}

/** The text of a page as a stranger sees it. */
const strangersText = async (path: string): Promise<string> => textOf(await new Browser().open(app.origin + path));

const undatedReviews = (): TestReview[] => MANY_REVIEWS.map((review) => ({ ...review, publishedAt: undefined }));

const markFailed = (product: string): Promise<number> =>
  app.database.execute(`UPDATE products SET report_status = 'failed' WHERE id = $1`, [product]);

describe('the public pages', () => {
  it('show a real preview of a report, the steps and the plans on the front page', async () => {
    const text = await strangersText('/');
    expect(text).toMatch(/How it works.*What a report says.*The beginning of the report on Dated.*Pain points/s);
    expect(text).toMatch(/Plans.*growth\s*500\s*50\s*yes/s);
  });

  it.each(['/', '/products', '/docs'])('describe themselves for search engines and previews: %s', async (path) => {
    const { html } = await new Browser().open(app.origin + path);
    const [, description] = /<meta name="description" content="([^"]{20,})"/.exec(html) ?? [];
    expect(html).toContain(`<meta property="og:description" content="${description}"`);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+"/);
  });

  it('are listed in the sitemap that robots.txt names, with every previewed report', async () => {
    const robots = await (await fetch(`${app.origin}/robots.txt`)).text();
    const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
    const response = await fetch(app.origin + new URL(sitemap).pathname);
    const addresses = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(addresses.map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining(['/', '/docs', `/products/${dated}`]),
    );
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(addresses.filter(({ pathname }) => closed.some((path) => pathname.startsWith(path)))).toEqual([]);
    for (const { pathname } of addresses) expect((await fetch(app.origin + pathname)).status).toBe(200);
  });
});

describe('the page of a report', () => {
  it('A2: draws the mentions of a theme per 100 reviews of each month', async () => {
    const page = await member.open(`/products/${dated}`);
    expect(textOf(page)).toMatch(/Mentions per 100 reviews, Jan 2025 – May 2025 \(peak [\d.]+\)/);
  });

  it('A2: says of themes without dates that they have none, instead of calling them stable', async () => {
    const page = await member.open(`/products/${await reported('Undated', undatedReviews())}`);
    expect([page.html.includes('>no dates<'), page.html.includes('>stable<')]).toEqual([true, false]);
  });

  it('A2: calls no theme of a preview stable', async () => {
    expect((await new Browser().open(`${app.origin}/products/${dated}`)).html).not.toContain('>stable<');
  });

  it('A3: says of reviews in unread languages that none could be read', async () => {
    const text = 'التطبيق يتعطل كل يوم ولا أستطيع تسجيل الدخول إلى حسابي أبدا';
    const reviews = Array.from({ length: 5 }, (_, index) => ({ text: `${text} ${index}`, rating: 1 }));
    const page = await member.open(`/products/${await reported('Unread', reviews)}`);
    expect(textOf(page)).toContain('5 reviews, none in a language that we read.');
  });

  it('A4: says how many reviews a report would read, with the price', async () => {
    const page = await member.open(`/products/${await createReviewedProduct(app.database, { name: 'Unreported' })}`);
    expect(textOf(page)).toMatch(/Generate report · 1 credit.*It reads 50 reviews/);
  });

  it('A5: calls the quote of a review without a date undated', async () => {
    const page = await member.open(`/products/${await reported('Undated quotes', undatedReviews())}`);
    expect(textOf(page)).toContain('Test Store , undated');
  });

  it('A6: says that full reports come with a paid plan, and promises nothing for a sign-up', async () => {
    const text = await strangersText(`/products/${dated}`);
    expect(text).toMatch(/Preview: 3 of \d+ themes\. Full reports come with a paid plan\./);
    expect(text).not.toMatch(/Sign up (to|for)/);
  });

  it('A7: tells a member why the report failed, that the credit is back, and offers to retry', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Failed for members' });
    await markFailed(product);
    const text = textOf(await member.open(`/products/${product}`));
    expect(text).toMatch(
      /The last report failed\. An unexpected error occurred\. Your credit is back\..*Retry · 1 credit/,
    );
  });

  it('A7: shows visitors no failure', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Failed for nobody' });
    await markFailed(product);
    for (const path of ['/', `/products/${product}`, '/products?query=nobody']) {
      expect(await strangersText(path)).not.toMatch(/report failed/);
    }
  });

  it('A9: explains its colors above the chart, and names the impact in words', async () => {
    const { html } = await member.open(`/products/${dated}`);
    expect(html.indexOf('class="legend"')).toBeGreaterThan(0);
    expect(html.indexOf('class="legend"')).toBeLessThan(html.indexOf('<svg'));
    expect(html).toMatch(/<tspan[^>]*>(high|medium|low) impact</);
    expect(html).not.toMatch(/Red|Green/);
  });
});

describe('the page of a theme', () => {
  const themesOf = (page: { html: string }): string[] => [
    ...new Set(
      [...page.html.matchAll(/href="(\/app\/products\/[^"/]+\/themes\/[^"/]+)"/g)].map(([, path]) => path ?? ''),
    ),
  ];
  const quotesIn = (html: string): number => html.match(/<blockquote/g)?.length ?? 0;
  let path: string;

  beforeAll(async () => {
    path = themesOf(await member.open(`/products/${dated}`))[0] ?? '';
  });

  it('is where the heading and the bar of a theme lead, for a member only', async () => {
    const { html } = await member.open(`/products/${dated}`);
    expect(html.split(`href="${path}"`)).toHaveLength(3);
    expect(themesOf(await new Browser().open(`${app.origin}/products/${dated}`))).toEqual([]);
    expect((await new Browser().open(app.origin + path)).next?.pathname).toBe('/login');
  });

  it('shows the share with its interval, the months, and every mention', async () => {
    const page = await member.open(path);
    const text = textOf(page);
    expect(text).toMatch(/Share of reviews [\d.]+% .*95% interval [\d.]+% to [\d.]+%/);
    expect(text).toMatch(/Mentions per 100 reviews, Jan 2025 – May 2025/);
    expect(quotesIn(page.html)).toBe(Number(/Mentions (\d+)/.exec(text)?.[1]));
  });

  it('filters the mentions, keeps the filters in the form, and leads to the next page', async () => {
    const page = await member.open(`${path}?min_rating=&max_rating=2&platform=&page_size=2`);
    expect(quotesIn(page.html)).toBe(2);
    expect(page.html).toMatch(/<option value="2" selected>/);
    const next = /href="([^"]+)" rel="next"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toMatch(/max_rating=2&page_size=2&cursor=/);
    expect(quotesIn((await member.open(next)).html)).toBeGreaterThan(0);
  });

  it('offers the mentions as a file whose cells are no formulas', async () => {
    const texts = ['one', 'two', 'three'].map((word) => ({
      text: `=1+1 it crashes every time I open file ${word}.`,
      rating: 1,
    }));
    const product = await reported('Formulas', texts);
    const theme = themesOf(await member.open(`/products/${product}`))[0] ?? '';
    const { html } = await member.open(`${theme}/mentions.csv?max_rating=1`);
    expect(html.trim().split('\r\n')).toHaveLength(4);
    expect(html).toMatch(/,'=1\+1 it crashes/);
  });

  it.each(['x', '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10'])('answers 404 to the theme %s', async (theme) => {
    expect((await member.open(`/app/products/${dated}/themes/${theme}`)).status).toBe(404);
  });
});

describe('the inbox', () => {
  const UNPROVEN = {
    summary: '',
    items: [],
    buying_signals: [],
    competitors_mentioned: [],
    reason: 'high frustration',
  };

  it('A1: shows the words of a review that has no quote', async () => {
    const text = 'Nothing but trouble since we moved.';
    const id = await insertReviewOpportunity(app.database, { text, painPoints: UNPROVEN });
    for (const path of ['/app/opportunities?q=', `/app/opportunities/${id}`]) {
      expect(textOf(await member.open(path))).toContain(text);
    }
  });

  it('A5: says when a post without a date was found, instead of giving it that date', async () => {
    const id = await insertPostOpportunity(app.database, { text: 'An undated post.', painPoints: UNPROVEN });
    for (const path of ['/app/opportunities?source=forum', `/app/opportunities/${id}`]) {
      expect(textOf(await member.open(path))).toMatch(/forum, found [A-Z][a-z]{2} \d+, \d{4}/);
    }
  });

  it('B15: names each filter that is set, and the product, with a link that removes the filter', async () => {
    await insertReviewOpportunity(app.database, { productName: 'Chipped' });
    const { id } = await app.database.one<{ id: string }>(`SELECT id FROM products WHERE name = 'Chipped'`);
    const page = await member.open(`/app/opportunities?product_id=${id}&status=new&page=1`);
    expect(page.html).toContain(`href="/app/opportunities?status=new" aria-label="Remove the filter Product: Chipped"`);
    expect(page.html).toContain(
      `href="/app/opportunities?product_id=${id}" aria-label="Remove the filter Status: new"`,
    );
  });

  it('B15: offers to show all only when a filter is set', async () => {
    expect(textOf(await member.open('/app/opportunities?page=1'))).not.toContain('Show all');
    expect(textOf(await member.open('/app/opportunities?page=1&status=new'))).toContain('Show all');
  });

  it('says why an opportunity has its score, lists its pitches, and marks it as viewed when it is opened', async () => {
    const id = await insertReviewOpportunity(app.database, { productName: 'Reasoned' });
    const pitch = randomUUID();
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine) VALUES ($1, $2, $3, '{call}', 'Hi', 'test/1')`,
      [pitch, member.teamId, id],
    );
    const page = await member.open(`/app/opportunities/${id}`);
    expect(textOf(page)).toMatch(/Has a problem, but states no need Names Reasoned High frustration/);
    expect(page.html).toContain(`href="/app/pitches/${pitch}"`);
    expect(textOf(page)).toContain('Mark as not viewed');
  });

  it('refuses forged changes and states, and comes back only to its own pages', async () => {
    const id = await insertReviewOpportunity(app.database);
    const page = await member.open('/app/opportunities?view=all');
    const send = (fields: Record<string, string>) =>
      member.browser.submit(page, '/app/opportunities/triage', { back: '', ...fields });
    const answers = await Promise.all([
      send({ change: 'won', ids: id }),
      send({ change: 'lost', ids: 'x' }),
      send({ change: 'undo', before: `${id}.won.1` }),
      send({ one: `${id} won` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const changed = await send({ change: 'lost', ids: id, back: '//elsewhere.example/' });
    expect(changed.next?.pathname).toBe('/app/opportunities');
  });
});

describeInBrowser('pages in a browser', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser.close());

  it('A10: shows times in the zone of the browser, and in UTC as a title', async () => {
    const { page } = await visitor(browser, app, { timezoneId: 'Asia/Kolkata' });
    await page.goto(`/products/${dated}`);
    const time = page.locator('time[data-minutes]').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const shown = (timeZone: string): string =>
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
    expect([await time.textContent(), await time.getAttribute('title')]).toEqual([
      shown('Asia/Kolkata'),
      `${shown('UTC')} UTC`,
    ]);
  });

  it('B2: hides what works only with JavaScript when there is none', async () => {
    const { page } = await visitor(browser, app, { javaScriptEnabled: false });
    await page.goto('/');
    expect(await page.locator('[data-copy]').isVisible()).toBe(false);
  });

  it('B3: selects the text and says which keys copy it when there is no clipboard', async () => {
    const { page, violations } = await visitor(browser, app);
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.goto('/');
    await page.locator('[data-copy]').click();
    await page.getByText('Press Ctrl-C or Cmd-C').waitFor();
    expect(await page.evaluate('String(getSelection())')).toMatch(/^curl /);
    expect(violations).toEqual([]);
  });

  it('B4: breaks a name without spaces, so that no page is too wide for a phone', async () => {
    const name = 'Unbreakable'.repeat(18);
    const product = await reported(name);
    const { context, page } = await visitor(browser, app);
    await context.addCookies(member.browser.cookiesFor(app.origin));
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [`/products/${product}`, '/products?query=unbreakable', `/products/${dated}`]) {
      await page.goto(path);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, overflow]).toEqual([path, 0]);
    }
  });

  it('B7: goes on asking for the progress of a report after failed answers', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Polled' });
    await app.database.execute(`UPDATE products SET report_status = 'generating' WHERE id = $1`, [product]);
    const { page } = await visitor(browser, app);
    await page.addInitScript('const later = setTimeout; window.setTimeout = (work, ms) => later(work, ms / 100);');
    let polls = 0;
    await page.route('**/progress', async (route) => {
      polls++;
      if (polls === 1) return route.abort();
      if (polls === 2) return route.fulfill({ status: 503 });
      await app.database.execute(`UPDATE products SET report_status = 'none' WHERE id = $1`, [product]);
      await route.continue();
    });
    await page.goto(`/products/${product}`);
    await page.locator('[data-progress]').waitFor({ state: 'detached' });
    expect(polls).toBe(3);
  });
});
