import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { call, createKey, type TestApp } from '../../support/app.js';
import { describeInBrowser, faultsInLooks, launchChromium, overflowOf, visitor } from '../../support/chromium.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { importLines } from '../../support/imported.js';
import { sees } from '../../support/looks.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, MANY_REVIEWS, type TestReview } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

const SCREEN = { width: 1440, height: 900 };

/** Enough texts in each of five months for a chart; some of them are copies. */
const CHARTED: TestReview[] = Array.from({ length: 120 }, (_, index) => ({
  text: `It crashes every time I open file ${index % 100}.`,
  rating: 1 + (index % 2),
  publishedAt: `2026-0${1 + (index % 5)}-10`,
}));

/** Things about which each person complains alone, so that they make no theme. */
const MADDENING = [
  ...['printer', 'barcode', 'calendar', 'invoice', 'avatar', 'footer', 'map', 'keyboard', 'ruler', 'tooltip', 'ribbon'],
  ...['clipboard', 'palette', 'timeline', 'signature', 'banner', 'stencil', 'glossary', 'compass', 'magnet', 'ledger'],
  ...['thermometer', 'puzzle', 'lantern', 'pillow', 'ladder', 'bucket', 'feather', 'hammer', 'kettle'],
];

/** The defects of a review of the app by a designer, each with what a person sees since. */
describeInBrowser('what a review of the app found', () => {
  let app: TestApp;
  let browser: Chromium;
  let member: SignedIn;
  let context: BrowserContext;
  let page: Page;
  /** Two products of one category with reports. */
  let charted: string;
  let other: string;

  beforeAll(async () => {
    const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
    app = await startPublicApp({ worker: true, env: { ENCRYPTION_KEYS } });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    browser = await launchChromium();
    charted = await reported('Charted', [...CHARTED, ...MANY_REVIEWS]);
    other = await reported('Beside', [...MANY_REVIEWS, ...MANY_REVIEWS.slice(0, 12)]);
    for (let row = 0; row < 4; row++)
      await insertReviewOpportunity(app.database, { text: `Exports fail, time ${row}.` });
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  beforeEach(async () => {
    member = await signedIn(app, 'growth', 20);
    ({ context, page } = await visitor(browser, app, { viewport: SCREEN }));
    await context.addCookies(member.browser.cookiesFor(app.origin));
  });
  afterEach(() => context.close());

  async function reported(name: string, reviews: TestReview[]): Promise<string> {
    const id = await createReviewedProduct(app.database, { name, reviews });
    await report(id);
    return id;
  }

  async function report(id: string): Promise<void> {
    await app.get(ReportGenerationService).generateFree(id);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [
      id,
    ]);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();

  describe('in the truth of what is shown', () => {
    it('D1: a text without a name is in no queue of people, and offers nothing to buy', async () => {
      const id = await insertReviewOpportunity(app.database, { reviewerName: null, company: null });
      await app.database.execute('UPDATE opportunities SET score = 100 WHERE id = $1', [id]);
      await page.goto('/app/opportunities');
      const rows = await page
        .locator('[data-row]')
        .evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
      expect([rows.length > 3, rows.includes(id)]).toEqual([true, false]);
      await page.goto(`/app/opportunities/${id}`);
      await sees(page, /Nobody can be found from this text/);
      expect(await button(/Unlock|Reveal/).count()).toBe(0);
    });

    it('a text without a name offers nothing to buy after a key has asked for its email address', async () => {
      const id = await insertReviewOpportunity(app.database, { reviewerName: null, company: null });
      const { key } = await createKey(app, { teamId: member.teamId, spendCap: 5 });
      const asked = await call(app, 'POST', `/opportunities/${id}/unlock-contact`, { key, body: { field: 'email' } });
      expect(asked.body.data).toMatchObject({ found: false });
      await page.goto(`/app/opportunities/${id}`);
      await sees(page, /not found/);
      expect(await button(/Unlock|Reveal/).count()).toBe(0);
    });

    it('D2: an address that is paid for is shown in the committee, too', async () => {
      const company = `Paid once ${randomUUID()}`;
      const jane = { name: 'Jane Doe', company, title: 'Head of Operations', email: 'jane@acme.example.com' };
      await importLines(app, ContactsImporter, [
        jane,
        { name: 'Ben Chief', company, title: 'CTO', email: 'ben@acme.example.com' },
      ]);
      await page.goto(`/app/opportunities/${await insertReviewOpportunity(app.database, { company })}`);
      await button('Unlock').first().click();
      await link('jane@acme.example.com').first().waitFor();
      await button(/Reveal the committee/).click();
      const row = page.getByRole('row', { name: /Jane Doe/ });
      await row.getByRole('link', { name: 'jane@acme.example.com' }).waitFor();
      expect(await row.getByLabel('unlock the email of Jane Doe').count()).toBe(0);
    });

    it('D3: the theme that the summary names first is the first of the list, with the same number', async () => {
      await page.goto(`/products/${charted}`);
      const [, name, count] = /most often “([^”]+)” \((\d+)\)/.exec(await page.locator('main').innerText()) ?? [];
      expect([name, count]).toEqual([
        (await textsOf('.theme-name'))[0],
        (await textsOf('.theme-row .t-count'))[0]?.replace(/\D.*/s, ''),
      ]);
    });

    it('D4: the words, the arrow and the color of a change come from one test', async () => {
      await page.goto(`/products/${charted}`);
      const rows = await page.locator('.theme-row').evaluateAll((all) =>
        all.map((row) => ({
          words: row.querySelector('.t-change')?.textContent ?? '',
          hasArrow: row.querySelector('.t-change svg') !== null,
          isGrey: row.querySelector('.spark')?.classList.contains('level') ?? true,
        })),
      );
      expect(rows.length).toBeGreaterThan(2);
      expect(
        rows.filter(({ words, hasArrow, isGrey }) => [hasArrow, !isGrey].some((is) => is === /level/.test(words))),
      ).toEqual([]);
    });

    it('D5: a report and a comparison divide by the same number of texts', async () => {
      const cells = (): Promise<string[]> =>
        page
          .locator('table.compared')
          .first()
          .locator('tbody tr')
          .evaluateAll(
            (rows, at) => rows.map((row) => `${row.children[0]?.textContent} ${row.children[at]?.textContent}`).sort(),
            1,
          );
      await page.goto(`/products/${other}`);
      const ofReport = await cells();
      await page.goto(`/app/compare?ids=${other}&ids=${charted}`);
      expect([ofReport.length > 1, await cells()]).toEqual([true, ofReport]);
    });

    it('D6: the columns of all themes stand under each other', async () => {
      await page.goto(`/products/${charted}`);
      for (const cell of ['.t-share', '.t-impact', '.t-count']) {
        const places = await page
          .locator(`.theme-row ${cell}`)
          .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
        expect([cell, new Set(places).size]).toEqual([cell, 1]);
      }
    });

    it('D7: the first theme has a name of its own', async () => {
      const vague = MADDENING.map((thing) => ({ text: `The ${thing} drives me mad, I hate it.`, rating: 1 }));
      await page.goto(`/products/${await reported('Vague', [...vague, ...MANY_REVIEWS.slice(0, 4)])}`);
      expect(await textsOf('.theme-name')).toEqual(['Crashes', 'Other problems']);
      const [first = 0, rest = 0] = (await textsOf('.theme-row .t-count')).map((text) => parseInt(text, 10));
      expect(rest).toBeGreaterThan(first);
    });

    it('D8: the status of a row is not cut in any look', async () => {
      await page.goto('/app/opportunities?view=all');
      await page.keyboard.press('q');
      const status = page.locator('[data-row][data-status=qualified] .row-status').first();
      await status.waitFor({ state: 'attached' });
      const cut = () =>
        status.evaluate((each) => (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 ? ['cut'] : []));
      expect(await faultsInLooks(page, cut)).toEqual([]);
    });

    it.each([1440, 1000, 900, 360])(
      'the statuses of an opportunity cover nothing of the person at %s pixels',
      async (width) => {
        const id = await insertReviewOpportunity(app.database, {});
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/app/opportunities/${id}`);
        const edges = (selector: string) =>
          page.locator(selector).evaluate((part) => part.getBoundingClientRect().toJSON());
        const [statuses, person] = [await edges('.detail-head .seg'), await edges('.person')];
        expect(statuses.bottom).toBeLessThanOrEqual(person.top);
      },
    );

    it('D9: an invitation says that mail is not set up', async () => {
      await page.goto('/app/settings/team');
      await page.getByLabel('Email address').fill('new@team.example');
      await page.locator('form[action$="/invitations"] button').click();
      await sees(
        page,
        /Mail is not set up here: the operator of this service has the invitation for new@team\.example/,
      );
    });

    it('a notice with a long address is not wider than a phone', async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto('/app/settings/team');
      await page.getByLabel('Email address').fill(`${'long'.repeat(15)}@${'example'.repeat(8)}.example`);
      await page.locator('form[action$="/invitations"] button').click();
      await page.locator('.notice').waitFor();
      expect(await overflowOf(page)).toEqual([]);
    });

    it('D10: a key that cannot spend has no scope that spends', async () => {
      await page.goto('/app/settings/keys');
      await page.getByLabel('Name').fill('reads');
      await button('Create the key').click();
      const row = page.getByRole('row', { name: /reads/ });
      expect([await row.getByText('cannot spend').count(), await row.getByText(/spend:/).count()]).toEqual([1, 0]);
    });
  });

  describe('in the way of the work', () => {
    it('D11: a free team asks for a plan with one button', async () => {
      const free = await signedIn(app, 'free');
      await context.clearCookies();
      await context.addCookies(free.browser.cookiesFor(app.origin));
      await page.goto('/app/settings/plan');
      await button('Request Growth').click();
      await sees(page, /Growth requested/);
    });

    it('D12: a shared report has a title, a text and a picture for messengers', async () => {
      await page.goto(`/products/${charted}`);
      await page.getByText('Share or print this report').click();
      await button('Create a link').click();
      await page.goto(await page.locator('#share-link').innerText());
      const metadata = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
      expect([await metadata('title'), await metadata('description')]).toEqual([
        expect.stringMatching(/Charted/),
        expect.stringMatching(/\w{3}/),
      ]);
      const picture = await page.request.get((await metadata('image')) ?? '');
      expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
    });

    it('D13: an open opportunity has its place, its neighbors, a status that saves itself, and keys', async () => {
      await page.goto('/app/opportunities');
      const rows = await page
        .locator('[data-row]')
        .evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
      await page.goto(`/app/opportunities/${rows[0]}`);
      await sees(
        page,
        /1 of \d/,
        link('Next'),
        page.locator('.detail-head').getByRole('button', { name: 'Qualified' }),
      );
      await page.keyboard.press('e');
      await page.locator(`[data-detail="${rows[1]}"]`).waitFor();
    });

    it('D14: a row says who, in which words and how long ago, and has no button', async () => {
      await page.goto('/app/opportunities');
      const row = page.locator('[data-row]').first();
      expect(await row.innerText()).toMatch(/Jane Doe · \w+[\s\S]*“.+”/);
      expect([await row.locator('.row-age').innerText(), await row.getByRole('button').count()]).toEqual([
        expect.stringMatching(/\w/),
        0,
      ]);
    });

    it('D15: the count falls by one with a decision', async () => {
      await page.goto('/app/opportunities');
      const left = page.locator('[data-left]');
      const before = Number(await left.innerText());
      await page.keyboard.press('e');
      await left.getByText(String(before - 1), { exact: true }).waitFor();
    });

    it('the place, the count and the neighbors agree after a decision', async () => {
      await page.goto('/app/opportunities');
      const left = Number(await page.locator('[data-left]').innerText());
      await page.keyboard.press('j');
      await page.getByText(`2 of ${left}`, { exact: true }).waitFor();
      const neighbors = page.locator('[data-neighbor]:visible');
      expect(await neighbors.count()).toBe(2);
      await page.keyboard.press('e');
      await page.getByText(`2 of ${left - 1}`, { exact: true }).waitFor();
      expect(await neighbors.count()).toBe(2);
    });

    it('a person who is put off makes room for the next one, and comes back with an undo', async () => {
      await page.goto('/app/opportunities');
      const [first = '', second] = await page
        .locator('[data-row]')
        .evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
      const putOff = () =>
        app.database
          .query('SELECT 1 FROM opportunity_triage WHERE team_id = $1 AND snoozed_until > now()', [member.teamId])
          .then(({ length }) => length);
      await page.keyboard.press('s');
      await page.locator(`[data-detail="${second}"]`).waitFor();
      await page.getByText(/^Put off for a week: /).waitFor();
      await until(async () => (await putOff()) === 1);
      await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click();
      await page.locator(`[data-detail="${first}"]`).waitFor();
      await until(async () => (await putOff()) === 0);
      await page.locator('.detail-side').getByRole('button', { name: 'a month' }).click();
      await page.getByText(/^Put off for a month: /).waitFor();
      await page.locator(`[data-detail="${second}"]`).waitFor();
    });

    it('a key leaves the status that a colleague set meanwhile, and names the person', async () => {
      await page.goto('/app/opportunities');
      const first = await firstOfList();
      await setByColleague(first, 'qualified');
      await page.keyboard.press('e');
      await page
        .getByText('Left as they were, because the status had changed meanwhile: Jane Doe (qualified).')
        .waitFor();
      expect(await page.locator(`[data-row="${first}"]`).getAttribute('data-status')).toBe('qualified');
      expect(await statusOf(first)).toBe('qualified');
    });

    it('the home page begins with the day of the reader', async () => {
      const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
      const days: (string | null)[] = [];
      for (const timezoneId of zones) {
        const reader = await visitor(browser, app, { timezoneId });
        await reader.context.addCookies(member.browser.cookiesFor(app.origin));
        await reader.page.goto('/');
        days.push(await reader.page.locator('h1').textContent());
        await reader.context.close();
      }
      const day = { weekday: 'long', month: 'long', day: 'numeric' } as const;
      expect(days).toEqual(zones.map((timeZone) => new Date().toLocaleDateString('en', { ...day, timeZone })));
    });

    it('who chose light or dark finds the way back to the scheme of the system, and only then', async () => {
      await page.goto('/');
      const menu = page.getByRole('button', { name: /Team growth/ });
      await menu.click();
      const back = page.locator('#account-menu').getByRole('link', { name: 'Match the system' });
      expect(await back.isVisible()).toBe(false);
      await page.locator('#account-menu').getByRole('link', { name: 'Dark mode' }).click();
      await menu.click();
      await back.click();
      await page.waitForURL(`${app.origin}/`);
      expect(await page.locator('html').getAttribute('data-scheme')).toBeNull();
    });

    it('a key that decides tells a viewer that members decide', async () => {
      await app.database.execute(`UPDATE memberships SET role = 'viewer' WHERE user_id = $1`, [member.userId]);
      await page.goto('/app/opportunities');
      await page.keyboard.press('e');
      await sees(page, /You are a viewer of this team: members decide\./);
    });

    it('a key changes nothing behind the open palette', async () => {
      await page.goto('/app/opportunities');
      const first = await firstOfList();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find or do' }).blur();
      await page.keyboard.press('e');
      expect(await page.locator(`[data-row="${first}"]`).getAttribute('data-status')).toBe('new');
    });

    it('the undo of a view leaves the status that a colleague set meanwhile', async () => {
      await page.goto('/app/opportunities');
      const first = await firstOfList();
      const isViewed = () => page.locator(`[data-row="${first}"][data-viewed="1"]`).waitFor();
      await setByColleague(first, 'qualified');
      await Promise.all([page.waitForResponse(TRIAGE), page.keyboard.press('v'), isViewed()]);
      await Promise.all([page.waitForResponse(TRIAGE), page.keyboard.press('u')]);
      expect(await statusOf(first)).toBe('qualified');
    });

    it('the undo of a decision leaves the status that a colleague set since, and names the person', async () => {
      await page.goto('/app/opportunities');
      const first = await firstOfList();
      await Promise.all([page.waitForResponse(TRIAGE), page.keyboard.press('e')]);
      await setByColleague(first, 'qualified');
      await page.keyboard.press('u');
      await page
        .getByText('Left as they were, because the status had changed meanwhile: Jane Doe (qualified).')
        .waitFor();
      expect(await page.locator(`[data-row="${first}"]`).getAttribute('data-status')).toBe('qualified');
      expect(await statusOf(first)).toBe('qualified');
    });

    const TRIAGE = '**/app/opportunities/triage';
    const firstOfList = async () => (await page.locator('[data-row]').first().getAttribute('data-row')) ?? '';

    /** Changes the status of an opportunity of the team after its list was loaded. */
    async function setByColleague(id: string, status: string): Promise<void> {
      const { key } = await createKey(app, { teamId: member.teamId });
      await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status } });
    }

    async function statusOf(id: string): Promise<string | undefined> {
      const [triage] = await app.database.query<{ status: string }>(
        'SELECT status FROM opportunity_triage WHERE team_id = $1 AND opportunity_id = $2',
        [member.teamId, id],
      );
      return triage?.status;
    }

    it('D16: a closed theme shows its months', async () => {
      await page.goto(`/products/${charted}`);
      expect(await page.locator('details.theme:not([open]) > summary .spark').count()).toBeGreaterThan(0);
    });

    it('an opened theme has its variants, which the page has no room for', async () => {
      await page.goto(`/products/${charted}`);
      const theme = page.locator('details.theme', { has: page.locator('[data-variants-here]') }).first();
      await theme.locator('summary').click();
      await theme.getByRole('heading', { name: 'Ways it is said' }).waitFor();
    });

    it('D17: the chart of a theme has an axis, months and a value at each point', async () => {
      await page.goto(`/products/${charted}`);
      await page.locator('details.theme > summary').first().click();
      await page
        .getByRole('link', { name: /^All \d+ mentions/ })
        .first()
        .click();
      const chart = page.locator('svg.chart.of-screen');
      const axis = await chart.locator('.ax').allTextContents();
      expect(axis).toEqual(
        expect.arrayContaining([expect.stringMatching(/^\d+%$/), expect.stringMatching(/^Mar/), 'Texts']),
      );
      expect(await chart.locator('.dot .on').count()).toBeGreaterThan(2);
    });

    it('D18: the navigation leads to the comparison, whose shared themes are rates in a table', async () => {
      await page.goto(`/products/${other}`);
      const [names, shares] = [await textsOf('.theme-name'), await textsOf('.t-share b')];
      const inReport = names.map((name, at) => `${name} ${shares[at]?.replace('%', '')}`);
      await page.goto(`/app/compare?ids=${other}&ids=${charted}`);
      await sees(page, page.locator('td.worst').first());
      const shared = page.locator('section', {
        has: page.getByRole('heading', { name: 'Themes that several of them share' }),
      });
      const compared = await shared
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map(({ children: [name, rate] }) => `${name?.textContent} ${rate?.textContent}`));
      expect([compared.length > 1, compared.filter((row) => !inReport.includes(row))]).toEqual([true, []]);
      expect(await page.locator('nav a[href="/app/compare"]').count()).toBeGreaterThan(0);
    });

    it('D19: the events of an endpoint are chosen, not typed', async () => {
      await page.goto('/app/settings/webhooks');
      expect(await page.locator('[type=checkbox][name=event_types]').count()).toBeGreaterThan(15);
      expect(await page.locator('[name=event_types]:not([type=checkbox])').count()).toBe(0);
    });

    it('D20: the reference leads to the keys of the reader', async () => {
      await page.goto('/docs');
      await link('Your API keys').click();
      await page.waitForURL('**/app/settings/keys');
    });

    it('D21: the home page shows of a followed product its worst theme and its months', async () => {
      await page.goto(`/products/${charted}`);
      await button('Follow').click();
      await page.goto('/');
      const followed = page.locator('.home-side .followed li', { hasText: 'Charted' });
      expect([
        (await followed.locator('p').first().innerText()) !== '',
        await followed.locator('.spark').count(),
      ]).toEqual([true, 1]);
    });

    it('D21: a report that was seen is no news in the inbox', async () => {
      const [seen, other] = [`Seen ${randomUUID()}`, `Other ${randomUUID()}`];
      for (const name of [seen, other]) {
        const id = await createReviewedProduct(app.database, { name });
        await page.goto(`/products/${id}`);
        await button('Follow').click();
        await report(id);
        if (name === seen) await page.reload();
      }
      const news = await until(async () => {
        await page.goto('/app/inbox');
        const unread = await textsOf('.inbox-items .unread h2');
        return unread.some((text) => text.includes(other)) && unread;
      });
      expect(news.filter((text) => text.includes(seen))).toEqual([]);
    });

    it('D22: the front page shows a real report', async () => {
      await context.clearCookies();
      await page.goto('/');
      await sees(page, page.locator('.hero .verdict'), link(/Read the report on/));
    });

    it('D23: the form of a new key is folded under the keys, and opens when it is refused', async () => {
      await page.goto('/app/settings/keys');
      await page.getByLabel('Name').fill('first');
      await button('Create the key').click();
      await page.locator('#new-key').waitFor();
      expect(await page.getByLabel('Name').isVisible()).toBe(false);
      await page.getByText('New key', { exact: true }).click();
      await page.getByLabel('Name').fill('second');
      for (const box of await page.locator('[type=checkbox][name=scopes]').all()) await box.uncheck();
      await button('Create the key').click();
      await page.locator('#scopes-fault').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('second');
    });

    it('a problem that is marked in a text stays in its line', async () => {
      await page.goto(`/app/opportunities/${await insertReviewOpportunity(app.database)}`);
      const mark = page.locator('.saying mark.pain').first();
      expect(await mark.evaluate((element) => getComputedStyle(element).display)).toBe('inline');
    });

    it('D24: a pitch opens in the mail program, with its subject and its text', async () => {
      await page.goto(`/app/opportunities/${await insertReviewOpportunity(app.database)}`);
      await button('Draft the pitch').click();
      const href = (await link('Open in mail').getAttribute('href')) ?? '';
      expect(decodeURIComponent(href)).toMatch(/^mailto:\?subject=\S.*&body=\S.{40}/s);
    });

    it('D25: to follow a product says what will happen', async () => {
      await page.goto(`/products/${other}`);
      await button('Follow').click();
      await sees(page, /What changes in its reviews appears on your home page/);
    });

    it('D26: a product that is alone in its category is compared with those that a person chooses', async () => {
      const alone = await reported(`Alone ${randomUUID().slice(0, 8)}`, MANY_REVIEWS);
      await app.database.execute(`UPDATE products SET categories = '{}' WHERE id = $1`, [alone]);
      await page.goto(`/products/${alone}`);
      await link('Choose products to compare it with').click();
      await page.getByLabel('Charted', { exact: true }).check();
      await button('Compare').click();
      expect(await page.locator('table.compared').first().locator('thead a').count()).toBe(2);
    });

    it('D27: the palette is announced, has the actions of the page, and says that nothing fits', async () => {
      await page.goto(`/products/${other}`);
      await sees(page, page.locator('[data-find]').first());
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('follow');
      await page.getByRole('option', { name: /^Follow/ }).waitFor();
      await page.getByRole('combobox').fill('zzzz');
      await page.getByText('Nothing fits “zzzz”.').waitFor();
    });
  });

  it('every field of the forms in rows can be seen', async () => {
    for (const path of ['/app/compare', '/products', '/app/settings/audit']) {
      await page.goto(path);
      const field = page.locator('main form :is(input[type=search], input[type=date])').first();
      expect([path, await field.evaluate((each) => getComputedStyle(each).opacity)]).toEqual([path, '1']);
    }
  });
});
