import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Browser as Chromium, BrowserContext, Locator, Page as ChromiumPage } from 'playwright-core';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { call, type TestApp } from '../../support/app.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import {
  accessibilityViolations,
  describeInBrowser,
  faultsInLooks,
  launchChromium,
  UNFOLD,
  visitor,
} from '../../support/chromium.js';
import { fillActivity, fillTeam } from '../../support/full-team.js';
import { importLines } from '../../support/imported.js';
import { press, sees, type Shown, unseenInLooks } from '../../support/looks.js';
import { PASSWORD, startPublicApp } from '../../support/clients/oauth.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, MANY_REVIEWS, type TestReview } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

/** The analysis of a text without words that show a need. */
const UNPROVEN = {
  summary: '',
  items: [],
  buying_signals: [],
  competitors_mentioned: [],
  reason: 'high frustration',
};

let app: TestApp;
/** A member of a team that may read full reports. */
let member: SignedIn;
/** A product whose reviews have dates, with a report. */
let dated: string;

beforeAll(async () => {
  const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
  app = await startPublicApp({ worker: true, env: { ENCRYPTION_KEYS, SWEEP_INTERVAL_SECONDS: '3600' } });
  await app.inWorker(processorOf(GenerateReport)).worker.pause();
  member = await signedIn(app);
  dated = await reported('Dated');
});
afterAll(() => app.close());

/** Creates a product with a report. @returns the product's id */
async function reported(name: string, reviews: TestReview[] = MANY_REVIEWS): Promise<string> {
  const id = await createReviewedProduct(app.database, { name, reviews });
  await report(id);
  return id;
}

/** Makes a report on a product. */
async function report(id: string): Promise<void> {
  await app.get(ReportGenerationService).generateFree(id);
  await run(id);
}

/** Makes the report on a product that waits. */
async function run(id: string): Promise<void> {
  const queued = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [
    id,
  ]);
  await app.inWorker(RunExecutor).execute('generate_report', queued.id);
}

/** The text of a page for a visitor who is not logged in. */
const strangersText = async (path: string): Promise<string> => textOf(await new Browser().open(app.origin + path));

const undatedReviews = (): TestReview[] => MANY_REVIEWS.map((review) => ({ ...review, publishedAt: undefined }));

/** Enough texts in each of five months for a chart. */
const CHARTED = Array.from({ length: 120 }, (_, index) => ({
  text: `It crashes every time I open file ${index}.`,
  rating: 1,
  publishedAt: `2025-0${1 + (index % 5)}-10`,
}));

/** Gives a report `count` themes, each with long quotes and the months of five years. */
async function storeLongReport(product: string, count = 200): Promise<void> {
  const months = Array.from({ length: 60 }, (_, index) => ({
    month: new Date(Date.UTC(2020, index)).toISOString().slice(0, 7),
    ...{ mentions: index % 7, reviews: 50 },
  }));
  const quotes = ['first', 'second'].map((word) => ({
    quote_text: `The ${word} of many words. `.repeat(20),
    ...{ platform: 'Test Store', source_url: `https://reviews.example/${'x'.repeat(80)}`, review_date: '' },
  }));
  await app.database.execute(
    `UPDATE reports SET total_themes = jsonb_array_length($2::jsonb),
       themes = (SELECT json_agg((themes -> 0)::jsonb || each) FROM jsonb_array_elements($2::jsonb) each),
       metadata = (metadata::jsonb || jsonb_build_object('themes', (SELECT jsonb_agg(jsonb_build_object(
         'category_name', each -> 'category_name', 'average_rating', 2, 'mentions_by_month', each -> 'months'))
         FROM jsonb_array_elements($2::jsonb) each)))::json
     WHERE product_id = $1`,
    [
      product,
      JSON.stringify(
        Array.from({ length: count }, (_, index) => ({
          category_name: `Theme ${index} that its reviewers name`,
          ...{ theme_id: randomUUID(), total_mentions: 300 - index, months, quotes },
        })),
      ),
    ],
  );
}

const markFailed = (product: string): Promise<number> =>
  app.database.execute(`UPDATE products SET report_status = 'failed' WHERE id = $1`, [product]);

/** Makes a second report of a product, of fewer reviews, and the first one 60 days older. */
async function replaceReport(product: string): Promise<void> {
  await app.database.execute(
    `UPDATE reports SET generated_at = generated_at - interval '60 days' WHERE product_id = $1`,
    [product],
  );
  await app.database.execute(
    `DELETE FROM reviews WHERE id IN (SELECT id FROM reviews WHERE product_id = $1 ORDER BY external_id LIMIT 30)`,
    [product],
  );
  await report(product);
}

describe('the home page of a team that has bought reports', () => {
  let buyer: SignedIn;
  let page: Page;
  let bought: string;

  beforeAll(async () => {
    buyer = await signedIn(app, 'growth', 5);
    for (const name of ['Bought first', 'Bought last']) {
      bought = await createReviewedProduct(app.database, { name });
      await buyer.send(await buyer.open(`/products/${bought}`), '/report');
      await run(bought);
    }
    page = await buyer.open('/');
  });

  it('counts them', () => {
    expect(textOf(page)).toContain(', 2 new reports.');
  });

  it('leads to them, the newest first', () => {
    expect(textOf(page)).toMatch(
      /Reports on products you do not follow .*Bought last Report of .*Bought first Report of /,
    );
    expect(page.html).toContain(`<a href="/products/${bought}"`);
  });

  it('offers to follow their products, which then stand among the followed ones alone', async () => {
    await buyer.send(page, `/products/${bought}/follow`);
    const { html } = await buyer.open('/');
    expect(html.match(/<h3><a [^>]*>Bought last</g)).toHaveLength(1);
    expect(textOf({ html })).toContain('Follow Bought first');
  });
});

describe('a comparison with a product without a report', () => {
  let buyer: SignedIn;
  let page: Page;
  let missing: string;

  beforeAll(async () => {
    buyer = await signedIn(app, 'growth', 5);
    missing = await createReviewedProduct(app.database, { name: 'Tidewell' });
    const ids = [dated, await reported('Comparable'), missing].join(',');
    page = await buyer.open(`/app/compare?ids=${ids}`);
  });

  it('says of it only that it has no report', () => {
    expect(page.html).toContain('What hurts most');
    expect(textOf(page)).toContain('Tidewell has no report.');
    expect(textOf(page)).not.toMatch(/Tidewell has no problem|No report yet: Tidewell/);
  });

  it('offers to generate it, with the price', async () => {
    expect(textOf(page)).toContain('Generate report · 1 credit');
    const answer = await buyer.send(page, `/products/${missing}/report`);
    expect(textOf(answer)).toContain('The report is being generated');
  });
});

describe('the public pages', () => {
  it('show a real preview of a report, the steps and the plans on the front page', async () => {
    const text = await strangersText('/');
    expect(text).toMatch(/Show me.*Dated 50 texts read.*name a problem.*Read the report on Dated.*How it works/s);
    expect(text).toMatch(/Plans.*Growth.*Credits a month 0 100 500 .*Followed products 3 10 50 .*API keys none 5 /s);
  });

  it('announce no prices where the plans have none', async () => {
    expect(await strangersText('/')).not.toContain('Price');
  });

  it('compare no previews, whose first themes do not add up to the figures of the reports', async () => {
    await reported('Beside on the front page');
    expect(await strangersText('/')).not.toMatch(/Where each one stands|Mentions per 100/);
  });

  it.each(['/', '/products', '/docs', '/login', '/signup', '/forgot', '/privacy'])(
    'describe themselves for search engines: %s',
    async (path) => {
      const { html } = await new Browser().open(app.origin + path);
      const [, description] = /<meta name="description" content="([^"]{20,})"/.exec(html) ?? [];
      expect(html).toContain(`<meta property="og:description" content="${description}"`);
      expect(html).toMatch(/<meta property="og:title" content="[^"]+"/);
    },
  );

  it.each([
    ['/', '/'],
    ['/products?query=dated', '/products'],
    ['/docs?q=report', '/docs'],
    ['/login?next=/app/pitches', '/login'],
  ])('name their absolute address without the query: %s', async (asked, path) => {
    const { html } = await new Browser().open(app.origin + asked);
    expect(html).toContain(`<link rel="canonical" href="${app.origin}${path}"`);
  });

  it('are open to search engines, and every address with a secret is closed', async () => {
    const robots = await (await fetch(`${app.origin}/robots.txt`)).text();
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    const pages = app.get(RouteRegistry).routes();
    const secrets = pages.filter(({ path }) => path.includes(':secret')).map(({ path }) => path);
    expect(secrets.filter((path) => !closed.some((start) => path.startsWith(start)))).toEqual([]);
  });

  it('have an icon where browsers look for it', async () => {
    const response = await fetch(`${app.origin}/favicon.ico`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('are listed in the sitemap that robots.txt names, with every previewed report', async () => {
    const robots = await (await fetch(`${app.origin}/robots.txt`)).text();
    const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
    const response = await fetch(app.origin + new URL(sitemap).pathname);
    const addresses = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(addresses.map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining(['/', '/docs', '/docs/errors', '/docs/limits', `/products/${dated}`]),
    );
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    const isClosed = (address: string): boolean => closed.some((path) => address.startsWith(path));
    expect(['/login', '/login?next=/', '/signup', '/app/credits'].map(isClosed)).toEqual([false, true, false, true]);
    expect(addresses.filter(({ pathname }) => isClosed(pathname))).toEqual([]);
    for (const { pathname } of addresses) expect((await fetch(app.origin + pathname)).status).toBe(200);
  });
});

describe('the list of products', () => {
  it('suggests a similar name for a misspelled one', async () => {
    await createReviewedProduct(app.database, { name: 'Quillbox' });
    expect(await strangersText('/products?query=qiullbox')).toMatch(/Did you mean Quillbox \?/);
    expect(await strangersText('/products?query=zzzzzz')).not.toContain('Did you mean');
  });

  it('shows all products, or only those with a report or of a category, with a chip for each filter', async () => {
    const id = await createReviewedProduct(app.database, { name: 'Without a report yet' });
    await app.database.execute(`UPDATE products SET categories = '{Storage,Rare kind}' WHERE id = $1`, [id]);
    const listed = async (query: string): Promise<boolean[]> => {
      const { html } = await new Browser().open(`${app.origin}/products?${query}`);
      return [dated, id].map((product) => html.includes(`href="/products/${product}"`));
    };
    expect(await listed('')).toEqual([true, true]);
    expect(await listed('view=reported')).toEqual([true, false]);
    expect(await listed('category=Rare+kind')).toEqual([false, true]);
    expect(await listed('category=Rare+kind&view=reported')).toEqual([false, false]);
    expect(await listed('query=e&category=Rare+kind')).toEqual([false, true]);
    expect(await listed('category=%00')).toEqual([true, true]);
    expect(await strangersText('/products?view=reported&page=9')).toContain('The list has fewer pages.');
    const { html } = await new Browser().open(`${app.origin}/products?query=dated&category=Storage&view=reported`);
    expect(html).toContain(
      'href="/products?query=dated&amp;view=reported" aria-label="Remove the filter Category: Storage"',
    );
    expect(html).toContain('<option value="Storage" selected>');
  });
});

describe('the page of a report', () => {
  it('A2: draws the problems per 100 texts of each month that has 20', async () => {
    const page = await member.open(`/products/${await reported('Charted', CHARTED)}`);
    expect(textOf(page)).toMatch(/Problems named per 100 texts.*Jan 2025 .*May 2025 /);
  });

  it('A2: states once that a report has no dates, instead of calling its themes stable', async () => {
    const page = await member.open(`/products/${await reported('Undated', undatedReviews())}`);
    expect(textOf(page).match(/No review has a date, so no theme has a trend\./g)).toHaveLength(1);
    expect(page.html).not.toMatch(/>(no dates|stable)</);
  });

  it('A2: shows the largest problems and their words in place of months and changes that it does not know', async () => {
    const page = await member.open(`/products/${await reported('Unknown months', undatedReviews())}`);
    expect(textOf(page)).toMatch(/Most named problems .* In their words /);
    expect(textOf(page)).not.toMatch(/What changed|Rising|per 100 texts Color/);
  });

  it('shows no list of problems where no text names one', async () => {
    const praise = Array.from({ length: 5 }, (_, index) => ({ text: `I love it, great app ${index}!`, rating: 5 }));
    const page = textOf(await member.open(`/products/${await reported('Praised', praise)}`));
    expect(page).toContain('Name a problem 0% 0 to 43%');
    expect(page).not.toMatch(/Most named problems|In their words|What changed/);
  });

  it('A2: calls no theme of a preview stable', async () => {
    expect((await new Browser().open(`${app.origin}/products/${dated}`)).html).not.toContain('>stable<');
  });

  it('A3: states that reviews in unread languages could not be read', async () => {
    const text = 'التطبيق يتعطل كل يوم ولا أستطيع تسجيل الدخول إلى حسابي أبدا';
    const reviews = Array.from({ length: 5 }, (_, index) => ({ text: `${text} ${index}`, rating: 1 }));
    const page = await member.open(`/products/${await reported('Unread', reviews)}`);
    expect(textOf(page)).toContain('5 reviews, none in a language that we read.');
  });

  it('shows the number of reviews without copies, which the verdict counts', async () => {
    const text = 'The app crashes every single morning while we load the board with our customers.';
    const copies = Array.from({ length: 5 }, () => ({ text, rating: 1 }));
    const page = textOf(
      await member.open(`/products/${await reported('Copied', [...copies, { text: 'It crashes.' }])}`),
    );
    expect(page).toContain('from 6 reviews, 2 of them read.');
    expect(page).toContain('100% of 2 texts name a problem');
  });

  it('A4: shows how many reviews a report would read, their dates and their languages, with the price', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Unreported' });
    const page = textOf(await member.open(`/products/${product}`));
    expect(page).toMatch(/Generate report · 1 credit.*It reads 50 reviews, Jan 2025 – May 2025\./);
    expect(await strangersText('/products?query=unreported')).toContain('50 reviews, Jan 2025 – May 2025');
    const text = 'C’est une application qui plante tous les jours, et je ne peux pas la recommander à mes amis.';
    const mixed = [...MANY_REVIEWS.slice(0, 9), { text, rating: 1, publishedAt: '2024-02-01' }];
    const { html } = await member.open(`/products/${await reported('Mixed', mixed)}`);
    expect(html).toContain('The product has 10 reviews, Feb 2024 – Feb 2025, English and French.');
  });

  it('A5: calls the quote of a review without a date undated', async () => {
    const page = await member.open(`/products/${await reported('Undated quotes', undatedReviews())}`);
    expect(textOf(page)).toContain('Test Store , undated');
  });

  it('A6: states that full reports come with a paid plan, and promises nothing for a sign-up', async () => {
    const text = await strangersText(`/products/${dated}`);
    expect(text).toMatch(/Preview: 3 of \d+ themes\. Full reports come with a paid plan\./);
    expect(text).not.toMatch(/Sign up (to|for)/);
  });

  it('A7: shows a member why the report failed and that its credit is refunded, and offers to retry', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Failed for members' });
    await markFailed(product);
    const text = textOf(await member.open(`/products/${product}`));
    expect(text).toMatch(
      /The last report failed\. An unexpected error occurred\. A credit that it cost is refunded\..*Retry · 1 credit/,
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
    const { html } = await member.open(`/products/${await reported('Colored', CHARTED)}`);
    expect(html.indexOf('Color: what changed.')).toBeGreaterThan(0);
    expect(html.indexOf('Color: what changed.')).toBeLessThan(html.indexOf('class="chart of-screen"'));
    expect(html).toMatch(/aria-label="(high|medium|low) impact"/);
    expect(html).not.toMatch(/Red|Green/);
  });
});

describe('the report', () => {
  it('has one sentence, the figures and a picture first, then its themes, which open in place', async () => {
    const { html } = await member.open(`/products/${dated}`);
    const order = ['class="verdict"', 'Texts read', 'Most named', 'What they complain about', 'How this report'];
    const places = order.map((text) => html.indexOf(text));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(html).toMatch(/<details class="theme" id="theme-[^>]*><summary class="theme-row">/);
  });

  describe('whose last year has one month with many texts', () => {
    const crash = (index: number, publishedAt: string): TestReview => ({
      ...{ text: `It crashes every time I open file ${index}.`, rating: 1, publishedAt },
    });
    let text: string;
    beforeAll(async () => {
      const quiet = Array.from({ length: 12 }, (_, month) =>
        crash(month, new Date(Date.UTC(2024, month)).toISOString()),
      );
      const busy = Array.from({ length: 60 }, (_, index) => crash(100 + index, '2025-01-10'));
      const product = await reported('One busy month', [...quiet, ...busy]);
      const ratings = { average: 4.62, last_90_days: 4.66, before: 4.61 };
      await app.database.execute(
        `UPDATE reports SET metadata = (metadata::jsonb || jsonb_build_object('ratings', $2::jsonb))::json WHERE product_id = $1`,
        [product, JSON.stringify(ratings)],
      );
      text = textOf(await member.open(`/products/${product}`));
    });

    it('says why it has no chart', () => {
      expect(text).toContain(
        'Too few texts from Feb 2024 to Jan 2025 for a chart: at least half of its points need 20 each, in at most three months.',
      );
    });

    it('compares the stars of the 90 days up to the newest review, in two decimals', () => {
      expect(text).toContain('+0.05 in the 90 days to Jan 2025');
    });

    it('has no column of months, which would be empty', () => {
      expect(text).toMatch(/Problem Share of texts Change Stars/);
    });
  });

  it('calls no problem the same as before when no text has a date', async () => {
    const text = textOf(await member.open(`/products/${await reported('Never dated', undatedReviews())}`));
    expect(text).not.toContain('the problems are the same as before');
  });

  it('shows the themes of the preview with their quotes, opened', async () => {
    const { html } = await new Browser().open(`${app.origin}/products/${dated}`);
    const { body } = await call(app, 'GET', `/products/${dated}/pain-points`);
    const { themes } = body.data as PainPointsReport;
    expect(html.match(/<details class="theme" open/g)).toHaveLength(themes.length);
  });

  it('shows 12 of 200 themes and all in a list, on pages under 60 kB', async () => {
    const [product, { open, send }] = [await reported('Long'), await signedIn(app)];
    await storeLongReport(product);
    const { html } = await open(`/products/${product}`);
    expect(html).toContain('12 of 200 themes');
    expect(html.match(/class="theme-row"/g)).toHaveLength(12);
    expect(html.match(/<details class="theme"/g)?.length).toBeGreaterThanOrEqual(7);
    const shared = await send(await open(`/products/${product}`), '/share', { days: '7' });
    const link = new URL(/<code id="share-link">([^<]+)</.exec(shared.html)?.[1] ?? '').pathname;
    for (const path of [`/products/${product}`, link]) {
      const list = await open(`${path}?themes=1`);
      expect([path, textOf(list).match(/Theme \d+/g)?.length]).toEqual([path, 200]);
      for (const page of [list, await open(path)]) expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
    }
    expect((await open(`${link}?themes=1`)).html).not.toContain('/themes/');
    await app.database.execute('DELETE FROM report_shares');
  });
});

describe('any products side by side', () => {
  let other: string;
  beforeAll(async () => {
    other = await reported('Beside');
  });

  it('compare the product with its competitors by kind of problem, only for a member', async () => {
    const path = `/products/${dated}`;
    const text = textOf(await member.open(path));
    expect(text).toMatch(/Compared with \d+ competitors? that ha(s|ve) a report/);
    expect(text).toMatch(/mentions per 100 texts: [\d.]+ \([\d.]+–[\d.]+\); competitors [\d.]+ \([\d.]+–[\d.]+\)/);
    expect(await strangersText(path)).not.toContain('Compared with');
  });

  it('are compared for a member, with those that can be chosen', async () => {
    const text = textOf(await member.open(`/app/compare?ids=${dated}&ids=${other}&ids=x`));
    expect(text).toMatch(/Dated.*Beside.*Complaints about Dated 50 texts Beside 50 texts.*Themes that several/);
  });

  it('are compared with the numbers of ratings of which the lost stars are made', async () => {
    const text = textOf(await member.open(`/app/compare?ids=${dated}&ids=${other}`));
    expect(text).toMatch(/Problem Product Share Stars lost Ratings .*% \d\.\d \d+ of 50/);
  });

  it('are listed with the changes between two of them, by default the last two', async () => {
    const product = await reported('Changing');
    const path = `/app/products/${product}/reports`;
    expect(textOf(await member.open(path))).toContain('There are fewer than two reports');
    await replaceReport(product);
    const { html } = await member.open(path);
    const [later, earlier] = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);
    const text = textOf(await member.open(`${path}?from=${earlier}&to=${later}`));
    expect(text).toMatch(/Earlier report.*50 reviews.*Later report.*From .* to .*Theme Earlier Later Change/);
    expect(text).toMatch(/(gone|shrunk).*All reports, newest first/);
    expect(textOf(await member.open(`${path}?from=${later}&to=${earlier}`))).toBe(text);
    expect(textOf(await member.open(`${path}?from=${later}&to=${later}`))).toBe(text);
    const free = await signedIn(app, 'free');
    expect((await free.open(path)).status).toBe(403);
  });

  it('that a newer one has replaced are read as they were, with the way to the newest', async () => {
    const product = await reported('Replaced');
    await replaceReport(product);
    const path = `/app/products/${product}/reports`;
    const [newest, earlier] = [...(await member.open(path)).html.matchAll(/<option value="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect((await member.open(path)).html).toContain(`href="${path}/${earlier}"`);
    const page = await member.open(`${path}/${earlier}`);
    expect(textOf(page)).toMatch(/Report of .* UTC ; the newest is of .* UTC \. .*from 50 reviews/s);
    expect(page.html).toMatch(new RegExp(`href="/products/${product}">the newest</a>`));
    expect(page.html).not.toMatch(/<form[^>]*(share|report)|\/themes\//);
    expect(textOf(await member.open(`${path}/${earlier}?themes=1`))).toMatch(/All \d+ themes of Replaced/);
    expect((await member.open(`${path}/${newest}`)).next?.pathname).toBe(`/products/${product}`);
    expect((await member.open(`${path}/${randomUUID()}`)).status).toBe(404);
  });

  it('need two products and a paid plan', async () => {
    expect(textOf(await member.open(`/app/compare?ids=${dated}`))).toContain('Choose at least two products.');
    const free = await signedIn(app, 'free');
    expect((await free.open(`/app/compare?ids=${dated}`)).status).toBe(403);
  });
});

describe('a shared report', () => {
  /** A separate product, whose report changes. */
  let shared: string;
  let link: URL;
  const stranger = (): Promise<Page> => new Browser().open(app.origin + link.pathname);
  const hashes = (): Promise<{ hash: string }[]> =>
    app.database.query(`SELECT encode(token_hash, 'hex') AS hash FROM report_shares`);

  beforeAll(async () => {
    shared = await reported('Shared');
    const page = await member.send(await member.open(`/products/${shared}`), '/share', { days: '7' });
    link = new URL(/<code id="share-link">([^<]+)</.exec(page.html)?.[1] ?? '');
  });

  it('shows every theme to anyone with the link, and links to no page of the app', async () => {
    const page = await stranger();
    expect(textOf(page)).toMatch(/Shared.*shared with you.*Texts read.*What they complain about/);
    expect(page.html).not.toMatch(/href="\/app/);
  });

  it('is not for search engines', async () => {
    expect((await stranger()).headers.get('x-robots-tag')).toBe('noindex');
    expect(await (await fetch(`${app.origin}/robots.txt`)).text()).toContain('Disallow: /shared/');
  });

  it('shows the link once, and stores only its hash', async () => {
    const secret = link.pathname.split('/').at(-1) ?? '';
    expect((await member.open(`/products/${shared}`)).html).not.toContain(secret);
    expect(await hashes()).toEqual([{ hash: createHash('sha256').update(secret).digest('hex') }]);
  });

  it('keeps showing its own report when there is a newer one', async () => {
    const before = /As of <time datetime="([^"]+)"/.exec((await stranger()).html)?.[1];
    await app.database.execute(
      `WITH newer AS (INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata)
         SELECT gen_random_uuid(), product_id, engine, 'Newer', themes, total_themes, metadata
         FROM reports WHERE product_id = $1 RETURNING id)
       UPDATE products SET report_id = newer.id, report_generated_at = now() FROM newer WHERE products.id = $1`,
      [shared],
    );
    const page = await stranger();
    expect([/As of <time datetime="([^"]+)"/.exec(page.html)?.[1], textOf(page).includes('Newer')]).toEqual([
      before,
      false,
    ]);
  });

  it.each([
    ['expires', `UPDATE report_shares SET expires_at = now() WHERE team_id = $1`],
    ['loses the paid plan of its team', `UPDATE teams SET subscription_status = 'canceled' WHERE id = $1`],
    ['has its team suspended', 'UPDATE teams SET suspended_at = now() WHERE id = $1'],
  ])('ends when it %s', async (_, change) => {
    const saved = await app.database.one<{ expires_at: Date }>('SELECT expires_at FROM report_shares');
    await app.database.execute(change, [member.teamId]);
    const { status } = await stranger();
    await app.database.execute('UPDATE report_shares SET expires_at = $1', [saved.expires_at]);
    await app.database.execute(`UPDATE teams SET subscription_status = 'active', suspended_at = NULL WHERE id = $1`, [
      member.teamId,
    ]);
    expect([status, (await stranger()).status]).toEqual([404, 200]);
  });

  it('is ended by a member, and both are in the audit log', async () => {
    const other = await signedIn(app);
    const page = await member.open(`/products/${shared}`);
    const [, action = ''] = /action="(\/app\/shares\/[^"]+\/end)"/.exec(page.html) ?? [];
    const { html } = await other.open('/products');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf_token });
    expect((await other.browser.open(app.origin + action, { method: 'POST', body })).status).toBe(404);
    await member.send(page, action);
    expect((await stranger()).status).toBe(404);
    const entries = await app.database.query<{ action: string; target_name: string }>(
      `SELECT action, target_name FROM audit_entries WHERE team_id = $1 AND target_type = 'report_share' ORDER BY created_at`,
      [member.teamId],
    );
    expect(entries).toEqual([
      { action: 'report.shared', target_name: 'Shared' },
      { action: 'report.unshared', target_name: 'Shared' },
    ]);
  });

  it.each(['0', '8', '-7', 'x', '36500'])('is refused for another lifetime: %s days', async (days) => {
    await member.send(await member.open(`/products/${shared}`), '/share', { days });
    expect(await hashes()).toEqual([]);
  });

  it('is not offered to a free team, and refused when it asks', async () => {
    const free = await signedIn(app, 'free');
    const page = await free.open(`/products/${shared}`);
    expect(page.html).not.toContain('/share"');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf_token, days: '7' });
    const answer = await free.browser.open(`${app.origin}/products/${shared}/share`, { method: 'POST', body });
    expect([answer.status, await hashes()]).toEqual([403, []]);
  });
});

describe('the charts of pages as pictures', () => {
  let charted: string;
  beforeAll(async () => {
    charted = await reported('Pictured', CHARTED);
  });

  const picture = (path: string): Promise<Response> => {
    const cookies = member.browser.cookiesFor(app.origin).map(({ name, value }) => `${name}=${value}`);
    return fetch(app.origin + path, { headers: { cookie: cookies.join('; ') }, redirect: 'manual' });
  };

  it('are SVG, or PNG if it is asked for', async () => {
    const [svg, png] = await Promise.all(['', '?format=png'].map((end) => picture(`/products/${charted}/chart${end}`)));
    expect([svg?.headers.get('content-type'), png?.headers.get('content-type')]).toEqual([
      'image/svg+xml; charset=utf-8',
      'image/png',
    ]);
    expect(await svg?.text()).toContain('>Pictured: problems named per 100 texts</text>');
    expect(
      Buffer.from((await png?.arrayBuffer()) ?? new ArrayBuffer(0))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('refuse another format with 400', async () => {
    expect((await picture(`/products/${charted}/chart?format=gif`)).status).toBe(400);
  });

  it('are for those who may read their page', async () => {
    const strangers = await Promise.all([
      fetch(`${app.origin}/products/${charted}/chart`),
      fetch(`${app.origin}/app/compare/chart?ids=${charted},${dated}`, { redirect: 'manual' }),
    ]);
    expect(strangers.map(({ status }) => status)).toEqual([404, 303]);
  });

  it('have the months of a theme and the problems of compared products', async () => {
    const { data } = (await call(app, 'GET', `/products/${charted}/pain-points`)).body as { data: PainPointsReport };
    const theme = await picture(`/app/products/${charted}/themes/${data.themes[0]?.theme_id}/chart`);
    const compared = await picture(`/app/compare/chart?ids=${charted},${dated}`);
    expect([theme.status, compared.status]).toEqual([200, 200]);
    expect(await compared.text()).toContain('What hurts most: Pictured and Dated');
  });

  it('have the line of a theme alone, and the months of the first themes beside each other', async () => {
    const { data } = (await call(app, 'GET', `/products/${charted}/pain-points`)).body as { data: PainPointsReport };
    const line = await picture(`/app/products/${charted}/themes/${data.themes[0]?.theme_id}/sparkline`);
    const multiples = await picture(`/products/${charted}/themes/chart`);
    expect([line.status, await line.text()]).toEqual([200, expect.stringContaining('by month</title>')]);
    expect(await multiples.text()).toMatch(
      />Pictured: problems by month<.*>Crashes<.*>\d+\.\d%<.*>Shares of \d+ texts read, /s,
    );
    const png = await picture(`/products/${charted}/themes/chart?format=png`);
    expect(png.headers.get('content-type')).toBe('image/png');
  });

  it('have no months of themes for a stranger', async () => {
    expect((await fetch(`${app.origin}/products/${charted}/themes/chart`)).status).toBe(404);
  });

  it('have the heat map of compared products, with a rate in each cell', async () => {
    const compared = await picture(`/app/compare/heat-map?ids=${charted},${dated}`);
    expect(await compared.text()).toMatch(/Where each one stands: Pictured and Dated.*>Bugs and crashes<.*>\d+\.\d</s);
    expect((await picture(`/app/compare/heat-map?ids=${charted}`)).status).toBe(404);
  });

  it('are linked beside the chart', async () => {
    expect((await member.open(`/products/${charted}`)).html).toContain(`/products/${charted}/chart?format=png`);
  });
});

describe('the page of a battle card', () => {
  const path = (): string => `/products/${dated}/battle-card`;

  it('has a question and a line of the seller for each pain, and the card as Markdown', async () => {
    const text = textOf(await member.open(path()));
    expect(text).toMatch(/What people dislike about Dated .*% ± .* of texts .* Ask .* Say .*# Battle card: Dated/s);
  });

  it('asks why people leave only where reviews say that they do', async () => {
    await reported('Cloudnote', [{ text: 'Fine.' }]);
    const left = await reported('Leftnote', [...MANY_REVIEWS, { text: 'Going back to Cloudnote! It crashes.' }]);
    expect(textOf(await member.open(`/products/${left}/battle-card`))).toContain('Why people leave Leftnote');
  });

  it('is linked from the full report', async () => {
    expect((await member.open(`/products/${dated}`)).html).toContain(`href="${path()}"`);
  });

  it('says that there is no card before the first report', async () => {
    const fresh = await createReviewedProduct(app.database, { name: 'Without a card' });
    expect(textOf(await member.open(`/products/${fresh}/battle-card`))).toContain('there is none yet');
  });

  it('asks a stranger to log in and a free team for a plan, as the API does', async () => {
    const { next } = await new Browser().open(app.origin + path());
    const free = await signedIn(app, 'free');
    const refused = await free.open(path());
    expect([next?.pathname, refused.status, textOf(refused)]).toEqual([
      '/login',
      403,
      expect.stringContaining('Your plan does not include this'),
    ]);
  });

  it('is not found for a product that does not exist', async () => {
    expect((await member.open(`/products/${randomUUID()}/battle-card`)).status).toBe(404);
  });
});

describe('the page of a theme', () => {
  const themesOf = (page: { html: string }): string[] => [
    ...new Set(
      [...page.html.matchAll(/href="(\/app\/products\/[^"/]+\/themes\/[^"/?]+)"/g)].map(([, path]) => path ?? ''),
    ),
  ];
  const quotesIn = (html: string): number => html.match(/<blockquote/g)?.length ?? 0;
  let path: string;

  beforeAll(async () => {
    path = themesOf(await member.open(`/products/${dated}`))[0] ?? '';
  });

  it('is linked from the row of a theme, only for a member', async () => {
    const { html } = await member.open(`/products/${dated}`);
    expect(html.split(`href="${path}"`)).toHaveLength(2);
    expect(themesOf(await new Browser().open(`${app.origin}/products/${dated}`))).toEqual([]);
    expect((await new Browser().open(app.origin + path)).next?.pathname).toBe('/login');
  });

  it('shows the share with its interval, the months, and every mention', async () => {
    const page = await member.open(path);
    const text = textOf(page);
    expect(text).toMatch(/Share of texts [\d.]+% ± [\d.]+ 95% interval Change/);
    const charted = themesOf(await member.open(`/products/${await reported('Drawn', CHARTED)}`))[0] ?? '';
    expect(textOf(await member.open(charted))).toMatch(/share of the texts of each month.*Jan 2025 .*May 2025 /);
    expect(quotesIn(page.html)).toBe(Number(/Mentions (\d+)/.exec(text)?.[1]));
  });

  it('offers no picture of the line of the last year when too few of its texts have dates', async () => {
    const inYear = (year: number, months: number, texts: number): TestReview[] =>
      Array.from({ length: months * texts }, (_, index) => ({
        text: `It crashes every time I open file ${index} of ${year}.`,
        publishedAt: new Date(Date.UTC(year, index % months, 10)).toISOString(),
      }));
    const product = await reported('Once dated', [...inYear(2024, 10, 24), ...inYear(2025, 12, 1)]);
    const { html } = await member.open(themesOf(await member.open(`/products/${product}`))[0] ?? '');
    expect(html.match(/\/(?:chart|sparkline)\?format=svg/g)).toEqual(['/chart?format=svg']);
  });

  it('filters the mentions, keeps the filters in the form, and leads to the next page', async () => {
    const page = await member.open(`${path}?min_rating=&max_rating=2&platform=&page_size=2`);
    expect(quotesIn(page.html)).toBe(2);
    expect(page.html).toMatch(/<option value="2" selected>/);
    const next = /href="([^"]+)" rel="next"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toMatch(/max_rating=2&page_size=2&cursor=/);
    expect(quotesIn((await member.open(next)).html)).toBeGreaterThan(0);
  });

  it('lists the ways in which the problem is said, each with its reviews', async () => {
    const { html } = await member.open(path);
    const [, href = '', value] = /<a href="([^"]+\?variant=[^"]+)">.*?<span>(\d+)<\/span>/.exec(html) ?? [];
    const variant = await member.open(href);
    expect(quotesIn(variant.html)).toBe(Number(value));
    expect(variant.html).toMatch(/<select name="variant">.*<option value="[^"]+" selected>/);
  });

  it('draws only the months of the dates by which the reviews are filtered', async () => {
    const charted = themesOf(await member.open(`/products/${await reported('Filtered', CHARTED)}`))[0] ?? '';
    const page = await member.open(`${charted}?published_after=2025-02-01&published_before=2025-04-15`);
    expect(textOf(page)).toMatch(/Month Share .* Feb 2025 .*Apr 2025 /);
    expect(textOf(page)).not.toMatch(/Texts Jan 2025/);
  });

  it('offers the mentions as a file whose cells are not formulas', async () => {
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

  it('downloads every mention of a theme, for any number', async () => {
    const product = await reported(
      'Many mentions',
      Array.from({ length: 3 }, (_, index) => ({ text: `It crashes every day. ${index}`, rating: 1 })),
    );
    const theme = themesOf(await member.open(`/products/${product}`))[0] ?? '';
    await app.database.execute(
      `INSERT INTO theme_mentions (report_id, theme_id, position, review_id, quote_text, strength, platform)
       SELECT report_id, theme_id, position + 10 + number, review_id, quote_text, strength, platform
       FROM theme_mentions, generate_series(1, 1000) number WHERE theme_id = $1 AND position = 0`,
      [theme.split('/').at(-1)],
    );
    const { html, headers } = await member.open(`${theme}/mentions.csv`);
    expect(html.trim().split('\r\n')).toHaveLength(1_004);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="?many-mentions-crashes-mentions\.csv"?$/,
    );
  });

  it('shows which products people came from and leave for', async () => {
    await reported('Feathernote', [{ text: 'Fine.' }]);
    const product = await reported('Stonenote', [
      { text: 'I switched from Feathernote. It crashes.' },
      { text: 'Going back to Feathernote!' },
    ]);
    const { html } = await member.open(`/products/${product}`);
    expect(html).toMatch(/<h2>Lost to<\/h2>.*Feathernote.*<h2>Won from<\/h2>.*Feathernote/s);
    expect((await new Browser().open(`${app.origin}/products/${product}`)).html).not.toContain('Won from');
  });

  it.each(['x', '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10'])('answers 404 to the theme %s', async (theme) => {
    expect((await member.open(`/app/products/${dated}/themes/${theme}`)).status).toBe(404);
  });
});

describe('the list of opportunities', () => {
  it('A1: shows the words of a review that has no quote', async () => {
    const text = 'Nothing but trouble since we moved.';
    const id = await insertReviewOpportunity(app.database, { text, painPoints: UNPROVEN });
    for (const path of ['/app/opportunities?q=', `/app/opportunities/${id}`]) {
      expect(textOf(await member.open(path))).toContain(text);
    }
  });

  it('A5: shows when a post without a date was found, instead of giving it that date', async () => {
    const id = await insertPostOpportunity(app.database, { text: 'An undated post.', painPoints: UNPROVEN });
    expect((await member.open('/app/opportunities?source=forum&view=new')).html).toContain(`data-row="${id}"`);
    expect(textOf(await member.open(`/app/opportunities/${id}`))).toMatch(/forum, found [A-Z][a-z]{2} \d+, \d{4}/);
  });

  it('is reached from the page of a person by a word, beside the arrows to its neighbors', async () => {
    const page = await member.open(`/app/opportunities/${await insertReviewOpportunity(app.database)}`);
    expect(textOf(page)).toContain('← List');
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

  it('shows why an opportunity has its score, lists its pitches, and marks it as viewed when it is opened', async () => {
    const id = await insertReviewOpportunity(app.database, { productName: 'Reasoned' });
    const pitch = randomUUID();
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine) VALUES ($1, $2, $3, '{call}', 'Hi', 'test/1')`,
      [pitch, member.teamId, id],
    );
    const page = await member.open(`/app/opportunities/${id}`);
    expect(textOf(page)).toMatch(/Need \d+ of 40 Has a problem, but states no need; names Reasoned; high frustration/);
    expect(page.html).toContain(`href="/app/pitches/${pitch}"`);
    expect(textOf(page)).toContain('Mark as not viewed');
  });

  it('is downloaded with its filters, and so are the reports of a product and the ledger', async () => {
    const person = await signedIn(app, 'growth', 5);
    for (const productName of ['Downloaded', 'Left out']) await insertReviewOpportunity(app.database, { productName });
    const { id } = await app.database.one<{ id: string }>(`SELECT id FROM products WHERE name = 'Downloaded'`);
    const files: Record<string, number> = {};
    const names: string[] = [];
    for (const path of [`/app/opportunities?product_id=${id}&page_size=1`, `/products/${dated}`, '/app/credits']) {
      const { html } = await person.open(path);
      const href = /href="(\/app\/downloads\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const file = await person.open(href);
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      names.push(/filename="?([^"]*)"?$/.exec(file.headers.get('content-disposition') ?? '')?.[1] ?? '');
      files[new URL(href, app.origin).pathname.split('/')[3] ?? ''] = file.html.trim().split('\r\n').length;
    }
    expect(files).toMatchObject({ 'opportunities.csv': 2, 'ledger.csv': 2 });
    expect(names).toEqual(['opportunities.csv', 'dated-reports.csv', 'ledger.csv']);
    expect(files.reports).toBeGreaterThan(1);
    const free = await signedIn(app, 'free');
    expect((await free.open('/app/downloads/ledger.csv')).status).toBe(403);
  });

  it('names the purchases in the ledger, with links, and shows the chosen days', async () => {
    const person = await signedIn(app, 'growth', 5);
    const product = await createReviewedProduct(app.database, { name: 'Bought' });
    await person.send(await person.open(`/products/${product}`), '/report');
    const page = await person.open('/app/credits?days=7');
    expect(page.html).toContain(`<a href="/products/${product}" dir="auto">Report on Bought</a>`);
    expect(textOf(page)).toMatch(/Spent in the last 7 days 1 .*Credits spent by day, last 7 days/);
  });

  it('links a sent pitch to its opportunity, now contacted, and copies a subject without Markdown', async () => {
    const id = await insertReviewOpportunity(app.database);
    const pitch = randomUUID();
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine)
       VALUES ($1, $2, $3, '{email,call}', E'## Email\n\n**Subject:** A **bold** one\n\nHi\n\n## Call\n\nAsk.', 'test/1')`,
      [pitch, member.teamId, id],
    );
    const page = await member.open(`/app/pitches/${pitch}`);
    expect(page.html).toMatch(/id="pitch-part-0-subject" dir="auto">A bold one</);
    expect(textOf(page)).toMatch(/Email Copy the body .*Call Copy the text Ask\./);
    const contacted = await member.send(page, '/triage', { status: 'contacted' });
    expect([contacted.url.pathname, contacted.html]).toEqual([
      `/app/opportunities/${id}`,
      expect.stringContaining('value="contacted" aria-pressed="true"'),
    ]);
  });

  it('shows the beginning of a very long text with its evidence, and where to read all of it', async () => {
    const text = `It began well. ${'Many words follow. '.repeat(3_000)}exports fail every single week. The end.`;
    const path = `/app/opportunities/${await insertReviewOpportunity(app.database, { text })}`;
    const page = await member.open(path);
    expect(page.html).toContain('exports fail every single week<small>problem</small></mark>');
    expect(textOf(page)).toMatch(/It began well\..* … .* The text has 57,055 characters\. Read all of it/);
    expect((await member.open(`${path}/text`)).html).toBe(text);
  });

  it('refuses forged changes and states, and returns only to its own pages', async () => {
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

describe('a full account', () => {
  it('has no page of 60 kB or more', async () => {
    const person = await signedIn(app, 'enterprise', 10);
    await fillTeam(app, person);
    const products: string[] = [];
    for (const name of ['first', 'second', 'third', 'fourth']) {
      products.push(await reported(`The ${name} of four`, MANY_REVIEWS.slice(0, 8)));
      await storeLongReport(products.at(-1) ?? '');
    }
    const theme = await app.database.one<{ id: string }>(
      `WITH theme AS (SELECT report_id, (themes -> 0 ->> 'theme_id')::uuid AS id, themes -> 0 #>> '{quotes,0,quote_text}' AS text
         FROM reports JOIN products ON products.report_id = reports.id WHERE products.id = $1),
       mentions AS (INSERT INTO theme_mentions (report_id, theme_id, position, review_id, quote_text, strength, platform, source_url)
         SELECT report_id, id, 1000 + number, gen_random_uuid(), text, 1, 'Test Store', 'https://reviews.example/' || repeat('x', 80)
         FROM theme, generate_series(1, 200) number)
       SELECT id FROM theme`,
      [products[0]],
    );
    const company = `Full ${randomUUID()}`;
    const people = Array.from({ length: 25 }, (_, index) => ({
      ...{ name: `Some Longer Name ${index}`, company, title: 'Vice President of Operations and Something' },
      ...{ email: `some.longer.name-${index}@acme.example.com`, phone: `+1 555 ${1000 + index}` },
    }));
    await importLines(app, ContactsImporter, people);
    const text = 'We like it, but exports fail every single week and nobody answers. '.repeat(1_400);
    const reviewerName = 'A reviewer with quite a long name '.repeat(8);
    const opportunities: string[] = [];
    for (let row = 0; row < 25; row++) {
      opportunities.push(await insertReviewOpportunity(app.database, { text, company, reviewerName }));
    }
    const [opportunity = ''] = opportunities;
    const { search, endpoint, delivery, pitch } = await fillActivity(app, person, opportunities, products[0] ?? '');
    await person.send(await person.open(`/app/opportunities/${opportunity}`), '/unlock', { field: 'committee' });
    const tabs = ['keys', 'connections', 'team', 'security', 'audit', 'plan', 'webhooks', 'sender', 'suppressions'];
    const sizes: [string, number][] = [];
    for (const path of [
      ...[
        '/',
        '/products',
        '/products?query=a+long+name&page_size=100',
        `/products/${products[0]}`,
        '/app/inbox',
        '/app/credits',
      ],
      ...['/app/opportunities', '/app/opportunities?page_size=100', `/app/opportunities/${opportunity}`],
      ...['/app/searches', `/app/searches/${search}`, '/app/pitches', `/app/pitches/${pitch}`],
      ...[
        `/app/products/${products[0]}/themes/${theme.id}`,
        `/app/products/${products[0]}/themes/${theme.id}?page_size=100`,
      ],
      `/app/compare?${products.map((id) => `ids=${id}`).join('&')}`,
      `/app/products/${products[0]}/reports`,
      ...tabs.map((tab) => `/app/settings/${tab}`),
      ...[`/app/settings/webhooks/${endpoint}?page_size=100`, `/app/settings/webhooks/deliveries/${delivery}`],
    ]) {
      const { status, html } = await person.open(path);
      expect([path, status]).toEqual([path, 200]);
      sizes.push([path, Buffer.byteLength(html)]);
    }
    expect(sizes.filter(([, size]) => size >= 60_000)).toEqual([]);
  });
});

describeInBrowser('pages in a browser', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it('B3: selects the text and names the keys that copy it when there is no clipboard', async () => {
    const { page, violations } = await visitor(browser, app);
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.goto('/');
    const faults = await faultsInLooks(page, async () => {
      await page.evaluate('getSelection().removeAllRanges()');
      await page.locator('[data-copy]').click();
      await page.getByText('Press Ctrl-C or Cmd-C').waitFor();
      const selected = await page.evaluate<string>('String(getSelection())');
      return selected.startsWith('curl ') ? [] : [`selected: ${selected}`];
    });
    expect([faults, violations]).toEqual([[], []]);
  });

  it.each([true, false])(
    'A9: names the category and the impact of a theme in every look, uncut, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const product = await reported(`Named bars ${javaScriptEnabled}`);
      await app.database.execute(
        `UPDATE reports SET themes = jsonb_set(jsonb_set(themes::jsonb, '{0,category_name}', '"Does not work"'),
           '{1,category_name}', '"Something went wrong since the last update"')::json WHERE product_id = $1`,
        [product],
      );
      const { context, page } = await visitor(browser, app, { javaScriptEnabled });
      await context.addCookies(member.browser.cookiesFor(app.origin));
      await page.goto(`/products/${product}`);
      /** The visible words of each row, and whether they are cut. */
      const shown = (): Promise<string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('.theme-row .t-name')].map((name) => {
            const edge = name.closest('.theme-row')?.getBoundingClientRect().right ?? 0;
            return name.getBoundingClientRect().right > edge ? 'cut' : name.innerText.replace(/\s+/g, ' ');
          }),
        );
      const faults = await faultsInLooks(page, async () => {
        const [short = '', long = '', ...others] = await shown();
        const isNamed = /^Does not work [A-Z][a-z ]+/.test(short) && /^Something went wrong .*[A-Z][a-z]+/.test(long);
        const impacts = await page
          .locator('.theme-row')
          .getByRole('img', { name: /impact$/ })
          .count();
        return isNamed && impacts > 1 && !others.includes('cut') ? [] : [[short, long, ...others].join('; ')];
      });
      expect(faults).toEqual([]);
    },
  );

  it('has the sentence, the figures and the chart of a report on one screen, and 200 themes on a short page', async () => {
    const { context, page } = await visitor(browser, app);
    await context.addCookies(member.browser.cookiesFor(app.origin));
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [count, most] of [
      [30, 4_000],
      [200, 12_000],
    ] as const) {
      const product = await reported(`Tall ${count}`);
      await storeLongReport(product, count);
      await page.goto(`/products/${product}`);
      for (const part of ['.verdict', '.figures', '.cover .chart.of-screen']) {
        const box = await page.locator(part).boundingBox();
        expect([part, (box?.y ?? 0) + (box?.height ?? 900) <= 900]).toEqual([part, true]);
      }
      expect(Number(await page.evaluate('document.body.scrollHeight'))).toBeLessThan(most);
    }
  });

  it('has no accessibility violations on a report with everything unfolded', async () => {
    await reported('Heathernote', [{ text: 'Fine.' }]);
    const product = await reported('Slatenote', [
      ...MANY_REVIEWS,
      { text: 'I switched from Heathernote. It crashes.' },
    ]);
    const { context, page } = await visitor(browser, app);
    await context.addCookies(member.browser.cookiesFor(app.origin));
    await page.goto(`/products/${product}`);
    await page.evaluate(UNFOLD);
    await page.getByRole('link', { name: 'What reviewers say about Heathernote' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('prints only the report, with everything unfolded', async () => {
    const { context, page } = await visitor(browser, app);
    await context.addCookies(member.browser.cookiesFor(app.origin));
    await page.goto(`/products/${dated}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const shown = (selector: string): Promise<number> => page.locator(`${selector}:visible`).count();
    expect([await shown('nav'), await shown('button'), await shown('form')]).toEqual([0, 0, 0]);
    expect(await shown('.theme-evidence blockquote')).toBe(await page.locator('.theme-evidence blockquote').count());
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });

  it('compares six chosen products, legibly in every look, and reports a seventh', async () => {
    const { context, page } = await visitor(browser, app);
    await context.addCookies(member.browser.cookiesFor(app.origin));
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => `Chosen ${name}`);
    for (const name of [...names, 'Chosen Seven']) await reported(name, MANY_REVIEWS.slice(0, 16));
    await page.goto('/app/compare?query=chosen');
    for (const name of names) await page.getByLabel(name, { exact: true }).check();
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await press(compare);
    const columns = page.locator('.compared').first().locator('thead a');
    expect((await columns.allTextContents()).sort()).toEqual([...names].sort());
    const cutFigures = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.compared .share text')].flatMap((text) => {
          const [figure, cell] = [text.getBoundingClientRect(), text.closest('td')?.getBoundingClientRect()];
          return figure.width > 0 && figure.right <= (cell?.right ?? 0) ? [] : [`${text.textContent} is cut`];
        }),
      );
    expect(await faultsInLooks(page, cutFigures)).toEqual([]);
    await sees(page, ...names.map((name) => new RegExp(`${name}\\b`)));
    await page.getByLabel('Chosen Seven').check();
    await press(compare);
    await sees(page, /Only the first 6 of the chosen products are compared\./);
    expect(await columns.count()).toBe(6);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('links the pages of the settings by a sheet on a phone, and by tabs on a screen, without a script', async () => {
    const { context, page } = await visitor(browser, app, { javaScriptEnabled: false });
    await context.addCookies(member.browser.cookiesFor(app.origin));
    const tab = (name: string) => page.locator('.tabs').getByRole('link', { name });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/app/settings/plan');
    expect(await tab('Security').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Settings page: Plan' }).click();
    await tab('Security').click();
    await page.getByRole('button', { name: 'Settings page: Security' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await tab('Audit').click();
    await page.waitForURL('**/app/settings/audit');
    expect(await page.locator('.tabs-button').isVisible()).toBe(false);
  });

  it('B7: continues to poll the progress of a report after failed answers', async () => {
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

  describe.each([true, false])(
    'in light and dark on a screen and on a phone, with JavaScript: %s',
    (javaScriptEnabled) => {
      let context: BrowserContext;
      let page: ChromiumPage;
      beforeAll(async () => {
        const timezoneId = 'Asia/Kolkata';
        ({ context, page } = await visitor(browser, app, { javaScriptEnabled, timezoneId }));
      });
      beforeEach(() => actAs(member));

      /** The browser is logged in as this person from now on. */
      async function actAs(person: SignedIn): Promise<void> {
        await context.clearCookies();
        await context.addCookies(person.browser.cookiesFor(app.origin));
      }

      /**
       * The parts of the page, with everything unfolded, that people cannot see, read or reach on a screen or on a phone, one of
       * them dark.
       */
      async function missing(...wanted: Shown[]): Promise<string[]> {
        await page.evaluate(UNFOLD);
        return unseenInLooks(page, ...wanted);
      }

      const missingAt = async (path: string, ...wanted: Shown[]): Promise<string[]> => {
        await page.goto(path);
        return missing(...wanted);
      };

      const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
      const link = (name: string | RegExp): Locator => page.getByRole('link', { name });

      it('A2, A5, A9, A10: a report has honest trends, dates, colors and times', async () => {
        await page.goto(`/products/${await reported(`Charted ${javaScriptEnabled}`, CHARTED)}`);
        const at = new Date((await page.locator('time[data-minutes]').first().getAttribute('datetime')) ?? '');
        const shown = (timeZone: string): string =>
          new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
        const time = page.locator(`time[title="${shown('UTC')} UTC"]`).first();
        expect(await missing(/Problems named per 100 texts/, /Color: what changed/, /^As of/m, time)).toEqual([]);
        expect(await time.innerText()).toBe(javaScriptEnabled ? shown('Asia/Kolkata') : `${shown('UTC')} UTC`);
        const undated = await reported(`Undated ${javaScriptEnabled}`, undatedReviews());
        expect(await missingAt(`/products/${undated}`, /No review has a date/, /Test Store, undated/)).toEqual([]);
        expect(await page.getByText(/^(stable|no dates)$/).count()).toBe(0);
        const post = await insertPostOpportunity(app.database, { text: 'Undated.', painPoints: UNPROVEN });
        expect(await missingAt(`/app/opportunities/${post}`, /forum, found [A-Z][a-z]{2} \d+, \d{4}/)).toEqual([]);
      });

      it('A3, A4, A7: a product shows the unread reviews, the reviews of a new report, and why the last one failed', async () => {
        const unread = Array.from({ length: 3 }, (_, index) => ({
          text: `التطبيق يتعطل كل يوم ولا أستطيع ${index}`,
          rating: 1,
        }));
        const path = `/products/${await reported(`Arabic ${javaScriptEnabled}`, unread)}`;
        expect(await missingAt(path, /3 reviews, none in a language that we read/)).toEqual([]);
        const failed = await createReviewedProduct(app.database, { name: `Failing ${javaScriptEnabled}` });
        await markFailed(failed);
        const cause = /The last report failed\. .* A credit that it cost is refunded\./;
        const retry = button('Retry · 1 credit');
        expect(await missingAt(`/products/${failed}`, cause, retry, /It reads 50 reviews/)).toEqual([]);
        const empty = await createReviewedProduct(app.database, { name: `Empty ${javaScriptEnabled}`, reviews: [] });
        expect(await missingAt(`/products/${empty}`, /There are no reviews/)).toEqual([]);
        expect(await button(/report/).count()).toBe(0);
      });

      it('A1, A8, B5: an opportunity shows the words, and a refused form keeps its entries', async () => {
        const text = `Nothing but trouble since March, ${javaScriptEnabled}.`;
        const id = await insertReviewOpportunity(app.database, { text, painPoints: UNPROVEN });
        await app.get(CreditsService).grant(member.teamId, 5, 'test', { kind: 'operator', id: null, requestId: null });
        const row = page.locator(`[data-row="${id}"] h2 a`, { hasText: text });
        expect(await missingAt('/app/opportunities?sort=-created_at', row)).toEqual([]);
        expect(await missingAt(`/app/opportunities/${id}`, page.locator('.post', { hasText: text }))).toEqual([]);
        await page.getByLabel('An email', { exact: true }).uncheck();
        const features = page.getByLabel('Which of your features');
        await features.fill('Exports');
        await button('Draft the pitch').click();
        await page.getByText('Choose at least one channel.').waitFor();
        expect(await missing(/Choose at least one channel/, features)).toEqual([]);
        expect(await features.inputValue()).toBe('Exports');
        await context.clearCookies();
        await page.goto('/signup');
        await page.getByLabel('Team name').fill('Kept');
        await page.getByLabel('Email address').fill('kept@pages.example');
        await page.getByLabel('Password').fill('a bc');
        await page.evaluate('document.querySelector("main form").noValidate = true');
        await button('Sign up').click();
        const [fault, password] = [page.locator('#password-fault'), page.getByLabel('Password')];
        await fault.waitFor();
        expect(await missing(fault, password, /A password has 10 to 200 characters/)).toEqual([]);
        expect(await page.getByLabel('Team name').inputValue()).toBe('Kept');
        expect(await page.evaluate('document.activeElement.name')).toBe('password');
      });

      it('B4: a name without spaces makes no page too wide', async () => {
        const name = 'Unbreakable'.repeat(18) + String(javaScriptEnabled);
        // The most reviewed products are the first alternatives on the page of another one.
        const product = await reported(name, [...MANY_REVIEWS, ...MANY_REVIEWS]);
        for (const path of [`/products/${product}`, '/products?query=unbreakable', `/products/${dated}`])
          expect(await missingAt(path, /Unbreakable/)).toEqual([]);
      });

      it('B11, B12, B15: the list of opportunities is found, names its filters, and explains one that it cannot use', async () => {
        await insertReviewOpportunity(app.database, { productName: 'Chipped' });
        const { id } = await app.database.one<{ id: string }>(`SELECT id FROM products WHERE name = 'Chipped'`);
        const chip = link('Remove the filter Product: Chipped');
        const filters = [/Product: Chipped/, /Status: new/, chip, link('Show all')];
        expect(await missingAt(`/app/opportunities?product_id=${id}&status=new`, ...filters)).toEqual([]);
        await chip.click();
        expect(new URL(page.url()).search).toBe('?status=new');
        const fault = [
          /We could not use that filter/,
          /“Rating from” must be/,
          link('Reset filters'),
          link('Products'),
        ];
        expect(await missingAt('/app/opportunities?min_rating=9', ...fault)).toEqual([]);
        expect(await missingAt('/app/nowhere', /Page not found/, link('Products'))).toEqual([]);
        for (const [from, to, heading] of [
          ['/opportunities', '/app/opportunities', 'Opportunities'],
          ['/app/settings', '/app/settings/keys', 'API keys'],
          ['/app', '/', /day, /],
        ] as const) {
          expect(await missingAt(from, page.getByRole('heading', { level: 1, name: heading }))).toEqual([]);
          expect(new URL(page.url()).pathname).toBe(to);
        }
      });

      it('B7: a report that is being generated shows its progress', async () => {
        const product = await createReviewedProduct(app.database, { name: `Generating ${javaScriptEnabled}` });
        await app.database.execute(`UPDATE products SET report_status = 'generating' WHERE id = $1`, [product]);
        const bar = page.getByRole('progressbar', { name: 'Progress of the report' });
        const said = [/The report is being generated/, /when it is ready/, bar];
        await page.goto(`/products/${product}`);
        // Without a script, the page begins again every three seconds.
        await page.evaluate('stop()');
        expect(await missing(...said)).toEqual([]);
      });

      it('B1, B2: a new key, an invitation and an outcome are shown once, and only working actions are offered', async () => {
        /** Whether buttons that copy are seen in both looks. */
        const copiers = async (): Promise<boolean[]> => {
          const seen: boolean[] = [];
          await faultsInLooks(page, async () => {
            seen.push(await page.locator('[data-copy]').first().isVisible());
            return [];
          });
          return seen;
        };
        const inBothLooks = [javaScriptEnabled, javaScriptEnabled];
        await page.goto('/app/settings/keys');
        await page.evaluate(UNFOLD);
        await page.getByLabel('Name').fill('once');
        await button('Create the key').click();
        const key = (await page.locator('#new-key').textContent()) ?? '';
        expect(await missing(new RegExp(key))).toEqual([]);
        expect(await copiers()).toEqual(inBothLooks);
        const rows = page.getByRole('row', { name: /^once/ });
        const keys = await rows.count();
        await page.reload();
        expect([await page.locator('#new-key').count(), await rows.count(), await missing(/once/)]).toEqual([
          0,
          keys,
          [],
        ]);
        await page.goto('/app/settings/team');
        await press(button('Create an invitation link'));
        const invitation = page.locator('#invitation');
        expect(await missing(invitation)).toEqual([]);
        await page.reload();
        expect(await invitation.count()).toBe(0);
        await page.goto(`/app/opportunities/${await insertReviewOpportunity(app.database)}`);
        await press(button('Unlock').first());
        expect(await missing(/Nothing was found|not charged|Unlocked/)).toEqual([]);
        await page.goBack();
        await page.goForward();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        await context.clearCookies();
        await page.goto('/');
        expect(await copiers()).toEqual(inBothLooks);
      });

      it('B6, B8, B9: an expired login returns to the form, and a person without a team or with an invitation can continue', async () => {
        const person = await signedIn(app, 'growth', 5);
        await actAs(person);
        const opportunity = `/app/opportunities/${await insertReviewOpportunity(app.database)}`;
        await page.goto(opportunity);
        const features = page.getByLabel('Which of your features');
        await features.fill('Exports');
        await app.database.execute('DELETE FROM web_sessions WHERE user_id = $1', [person.userId]);
        await button('Draft the pitch').click();
        await page.getByLabel('Email address').fill(person.email);
        await page.getByLabel('Password').fill(PASSWORD);
        await press(button('Log in'), page.getByLabel('Email address'), page.getByLabel('Password'));
        await page.waitForURL(`**${opportunity}`);
        expect([await missing(features), await features.inputValue()]).toEqual([
          [],
          javaScriptEnabled ? 'Exports' : '',
        ]);

        await app.database.execute('DELETE FROM memberships WHERE team_id = $1', [person.teamId]);
        const create = button('Create the team');
        expect(
          await missingAt('/app/credits', /Create a team/, /ask a colleague for an invitation link/, create),
        ).toEqual([]);
        await page.getByLabel('Team name').fill('Second start');
        await create.click();
        await page.locator('.brand-team', { hasText: 'Second start' }).waitFor();

        const made = await member.send(await member.open('/app/settings/team'), '/team/invite');
        const invitation = new URL(/id="invitation">([^<]+)</.exec(made.html)?.[1] ?? '').pathname;
        await context.clearCookies();
        const ways = [link('Log in to join'), link('Sign up to join')];
        expect(await missingAt(invitation, /invites you/, ...ways)).toEqual([]);
        await link('Log in to join').click();
        expect(new URL(page.url()).searchParams.get('next')).toBe(invitation);
      });

      it('A6, B10, B14: a visitor sees the plans, returns to the page after the login, and can get a new password', async () => {
        await context.clearCookies();
        const preview = /Preview: 3 of \d+ themes\. Full reports come with a paid plan\./;
        expect(await missingAt(`/products/${dated}`, preview, link('Log in').last())).toEqual([]);
        expect(await page.getByText(/Sign up (to|for)/).count()).toBe(0);
        await link('Log in').last().click();
        expect(new URL(page.url()).search).toBe(`?next=/products/${dated}`);
        await press(link('Forgot your password?'));
        await page.getByLabel('Email address').fill(member.email);
        await press(button('Send the link'));
        expect(await missing(/If this address has an account, the operator of this service has a link for it/)).toEqual(
          [],
        );
        await page.goto(`/signup?next=${encodeURIComponent(`/products/${dated}`)}`);
        await page.getByLabel('Team name').fill('At once');
        await page.getByLabel('Email address').fill(`new-${javaScriptEnabled}@pages.example`);
        await page.getByLabel('Password').fill('a long enough password');
        await press(button('Sign up'), page.getByLabel('Team name'));
        expect([new URL(page.url()).pathname, await missing(/At once/)]).toEqual([`/products/${dated}`, []]);
      });
    },
  );
});
