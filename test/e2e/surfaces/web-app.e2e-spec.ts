import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { WebhookDeliveries } from '#accounts/webhooks/webhook-deliveries.service.js';
import { WebhookEndpoints } from '#accounts/webhooks/webhook-endpoints.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { DetectionService } from '#workspace/opportunities/detection/detection.service.js';
import { type TestApp } from '../../support/app.js';
import { assistant, StoredConnection } from '../../support/clients/assistant.js';
import { accountJourney } from '../../support/account-journey.js';
import {
  accessibilityViolations,
  describeInBrowser,
  launchChromium,
  LOOKS,
  overflowOf,
  UNFOLD,
  visitor,
} from '../../support/chromium.js';
import { relayEvents } from '../../support/events.js';
import { importLines } from '../../support/imported.js';
import { press, sees } from '../../support/looks.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { until } from '../../support/until.js';

const PASSWORD = 'a long enough password';
const OPERATOR = { kind: 'operator', id: null, requestId: null } as const;
const MAX_PAGE_SIZE = 60_000;

const REVIEWS = Array.from({ length: 30 }, (_, index) => ({
  external_id: `web-${index}`,
  platform: 'Test',
  product_name: 'Slowbox',
  product_category: 'Storage',
  text: `It crashes every time I open file ${index} and support never answers. I am switching to Rivalbox, I cancelled today!`,
  rating: 1,
  published_at: `2026-0${1 + (index % 6)}-10`,
  reviewer_name: 'Dana Fox',
  reviewer_company: 'Acme Example',
}));

describeInBrowser('the web app', () => {
  let app: TestApp;
  let browser: Browser;
  /** The origin of a local assistant that waits for the authorization response. */
  let callbackOrigin: string;
  const callback = createServer((_, response) => response.end('You may close this window.'));

  beforeAll(async () => {
    app = await startPublicApp({
      worker: true,
      env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), EGRESS_ALLOWED_CIDRS: '127.0.0.0/8' },
    });
    await once(callback.listen(0, '127.0.0.1'), 'listening');
    callbackOrigin = `http://127.0.0.1:${(callback.address() as AddressInfo).port}`;
    browser = await launchChromium();
    await importLines(app, ReviewsImporter, REVIEWS);
    await relayEvents(app);
    while (await app.inWorker(DetectionService).detectDue());
  });
  afterAll(async () => {
    await browser.close();
    callback.close();
    await app.close();
  });

  let people = 0;
  /** Signs up with the form, counts the address as confirmed, then sets the plan of the new team. */
  async function member(page: Page, tier: 'free' | 'growth' = 'growth'): Promise<void> {
    const email = `person-${people++}@web.example`;
    await page.goto('/signup');
    await page.getByLabel('Team name').fill('Web team');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
    // The scripts of the page have run then, and listen to its keys.
    await page.waitForLoadState();
    await app.database.execute('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
    if (tier === 'free') return;
    const { id } = await app.database.one<{ id: string }>(
      `SELECT membership.team_id AS id FROM users JOIN memberships membership ON membership.user_id = users.id WHERE email = $1`,
      [email],
    );
    await app.get(TeamsService).setPlan(id, tier);
    await app.get(CreditsService).grant(id, 20, 'test', OPERATOR);
  }

  /** Generates the report of the product on the page and waits for it. */
  async function generate(page: Page): Promise<void> {
    await press(page.getByRole('button', { name: /Generate|Refresh/ }), /1 credit/);
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/);
    const themes = page.locator('.verdict');
    for (let reload = 0; reload < 200 && (await themes.count()) === 0; reload++) await page.reload();
    await themes.first().waitFor({ state: 'attached' });
    // A page that was read at the moment of completion may still offer the report.
    await page.reload();
  }

  /** Opens the link of a shared report as a reader without an account, on a phone. */
  async function readShared(link: string): Promise<void> {
    const { page, context, violations } = await visitor(browser, app);
    await page.goto(link);
    await sees(page, /A report that was shared with you/, page.locator('.theme-row').first());
    expect(violations).toEqual([]);
    await context.close();
  }

  async function journey(page: Page): Promise<string> {
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.goto('/signup');
    await sees(
      page,
      ...['Team name', 'Email address', 'Password'].map((label) => page.getByLabel(label)),
      button('Sign up'),
    );
    await member(page);
    await sees(page, /0 of 3 done/);
    await page.goto('/app/settings/keys');
    const [name, cap] = [page.getByLabel('Name'), page.locator('form.stack').getByLabel('Spend cap')];
    await name.fill('ci');
    await cap.fill('5');
    await press(button('Create the key'), name, cap);
    await sees(page, page.locator('#new-key'), page.locator('#first-call'));
    const key = (await page.locator('#new-key').textContent()) ?? '';
    const first = await fetch(`${app.baseUrl}/account`, { headers: { authorization: `Bearer ${key}` } });
    expect(first.status).toBe(200);

    // A report is offered only when its product has new reviews.
    await app.database.execute(`UPDATE products SET review_changes = review_changes + 1 WHERE name = 'Slowbox'`);
    await page.goto('/products?query=slowbox');
    await press(page.getByRole('link', { name: 'Slowbox' }));
    await generate(page);
    await sees(page, page.locator('.theme-row').first());
    await press(button('Follow'));
    await sees(page, button('Unfollow'), /You follow this product/);
    await press(page.getByText('Share or print this report'));
    await press(button('Create a link'));
    await sees(page, page.locator('#share-link'));
    await readShared((await page.locator('#share-link').textContent()) ?? '');
    await page.goto('/');
    await sees(page, page.locator('.home-list').getByRole('link', { name: 'Slowbox', exact: true }));

    await page.goto('/app/opportunities');
    await press(page.locator('.rows a').first());
    await press(page.getByRole('button', { name: 'Unlock' }).first(), /1 credit/);
    await sees(page, /Nothing was found\. The credit was refunded\./);
    await page.goBack();
    await page.goForward();
    await press(page.getByRole('button', { name: 'Draft the pitch' }), page.getByLabel('Which of your features'));
    await page.waitForURL(/\/app\/pitches\/[0-9a-f-]{36}$/);
    return page.url();
  }

  /** Logs in a member whose team has one thing on each page. @returns the path of its pitch */
  async function furnished(page: Page, product: string, opportunity: string): Promise<string> {
    await member(page);
    await app.database.execute(`UPDATE products SET review_changes = review_changes + 1 WHERE id = $1`, [product]);
    await page.goto(`/products/${product}`);
    await generate(page);
    const csrf_token = await page.locator('[name=csrf_token]').first().inputValue();
    const post = (path: string, fields = {}) => page.request.post(path, { form: { csrf_token, ...fields } });
    await post('/app/settings/keys', { name: 'ci', spend_cap: '5' });
    await post(`/products/${product}/follow`);
    await post(`/products/${product}/share`, { days: '7' });
    await post(`/app/opportunities/${opportunity}/unlock`, { field: 'email' });
    const pitch = await post(`/app/opportunities/${opportunity}/pitch`, { channels: 'email' });
    return new URL(pitch.url()).pathname;
  }

  /** Connects an assistant, uses it, disconnects it, and checks that it no longer works. */
  async function connectAndDisconnect(page: Page): Promise<void> {
    const memory = new StoredConnection(`${callbackOrigin}/callback`);
    const client = assistant('auto', new URL('/mcp/auth', app.origin), { authProvider: memory });
    await expect(client.connect()).rejects.toThrow(/unauthorized/i);
    await page.goto(memory.authorizationUrl?.href ?? '');
    await page.getByLabel('Credit budget').fill('1');
    await press(page.getByRole('button', { name: 'Allow' }), page.getByLabel('Credit budget'));
    await page.getByText('You may close this window.').waitFor();
    await client.finishAuth(new URL(page.url()).searchParams);
    await client.connect();
    expect(await client.toolNames()).toHaveLength(15);

    await page.goto('/app/settings/connections');
    await press(page.getByLabel('Disconnect Assistant', { exact: true }), /0 used, 1 left of 1/);
    await press(page.getByRole('button', { name: 'Disconnect Assistant now' }));
    await sees(page, /No assistants are connected\./);
    const warning = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(client.toolNames()).rejects.toThrow(/unauthorized/i);
    warning.mockRestore();
    await client.close();
  }

  it('takes a new customer from sign-up to home, key to call, search to report, watch, unlock, pitch to copy, connect to disconnect', async () => {
    const { page, violations } = await visitor(browser, app, { elsewhere: callbackOrigin });
    await journey(page);
    await press(page.getByRole('button', { name: 'Copy the pitch' }));
    await page.getByRole('button', { name: /^(Copied|Press Ctrl-C or Cmd-C)$/ }).waitFor();
    await connectAndDisconnect(page);
    expect(violations).toEqual([]);
  });

  it('takes a new customer through the same steps without JavaScript', async () => {
    const { page } = await visitor(browser, app, { javaScriptEnabled: false });
    expect(await journey(page)).toMatch(/\/app\/pitches\//);
    await connectAndDisconnect(page);
  });

  it.each([true, false])(
    'takes people from sign-up through reset, second factor and invitation to deletion, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const open = () => visitor(browser, app, { javaScriptEnabled });
      const [owner, guest] = [await open(), await open()];
      await accountJourney(app, owner.page, guest.page);
      expect([...owner.violations, ...guest.violations]).toEqual([]);
    },
  );

  it('serves every page without accessibility violations, under the size limit, and from its own host only', async () => {
    const { page, context, violations } = await visitor(browser, app);
    const product = (await app.database.one<{ id: string }>(`SELECT id FROM products WHERE name = 'Slowbox'`)).id;
    const opportunity = (await app.database.one<{ id: string }>('SELECT id FROM opportunities LIMIT 1')).id;
    const pitch = await furnished(page, product, opportunity);
    // axe injects inline styles, which the content security policy of the pages forbids.
    const auditContext = await browser.newContext({
      baseURL: app.origin,
      bypassCSP: true,
      // Colors in the middle of a transition are not those of the page.
      reducedMotion: 'reduce',
      storageState: await context.storageState(),
    });
    const auditPage = await auditContext.newPage();
    const theme = (
      await app.database.one<{ id: string }>(
        `SELECT theme_id AS id FROM theme_mentions JOIN products USING (report_id) WHERE products.id = $1 LIMIT 1`,
        [product],
      )
    ).id;
    const person = await app.database.one<{ id: string; email: string }>(
      'SELECT id, email FROM users ORDER BY created_at DESC LIMIT 1',
    );
    await app.get(TwoFactorService).begin(person);
    // A page of its own: the page of the report may still be loading.
    const settingsPage = await context.newPage();
    await settingsPage.goto('/app/settings/team');
    await settingsPage.getByRole('button', { name: 'Create an invitation link' }).click();
    const { team_id: team } = await app.database.one<{ team_id: string }>(
      'SELECT team_id FROM memberships WHERE user_id = $1',
      [person.id],
    );
    const hook = { url: `${callbackOrigin}/hook`, event_types: ['*'] };
    const { id: endpoint } = await app.get(WebhookEndpoints).create(team, hook);
    await app.get(WebhookDeliveries).test(team, endpoint, 'webhook.test');
    const delivery = (await app.database.one<{ id: string }>('SELECT id FROM webhook_deliveries LIMIT 1')).id;
    const { id: earlier } = await app.database.one<{ id: string }>(
      `INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, generated_at)
       SELECT gen_random_uuid(), product_id, engine, summary, themes, total_themes, metadata, generated_at - interval '1 day'
       FROM reports WHERE product_id = $1 RETURNING id`,
      [product],
    );
    const settings = [
      'keys',
      'connections',
      'webhooks',
      'sender',
      'team',
      'security',
      'two-factor',
      'password',
      'audit',
      'plan',
      'suppressions',
      'destinations',
      'my-data',
    ].map((tab) => `/app/settings/${tab}`);
    const addresses = [
      '/',
      '/products',
      `/products/${product}`,
      `/products/${product}/battle-card`,
      `/products/${product}?themes=1`,
      `/app/products/${product}/reports`,
      `/app/products/${product}/reports/${earlier}`,
      `/app/products/${product}/themes/${theme}`,
      `/app/compare?ids=${product}`,
      '/app/opportunities',
      `/app/opportunities/${opportunity}`,
    ];
    const faults: string[] = [];
    for (const address of [
      ...addresses,
      '/app/pitches',
      '/app/searches',
      '/app/sources',
      '/app/sources/add/github',
      '/sources',
      '/app/inbox',
      pitch,
      '/app/credits',
      ...settings,
      `/app/settings/webhooks/${endpoint}`,
      `/app/settings/webhooks/deliveries/${delivery}`,
      '/app/find?q=slow',
      '/login',
      '/signup',
      '/forgot',
      '/privacy',
      '/nowhere',
    ]) {
      await auditPage.setViewportSize({ width: 1440, height: 900 });
      await auditPage.emulateMedia({ colorScheme: 'light' });
      await auditPage.goto(address);
      await auditPage.evaluate(UNFOLD);
      const light = await accessibilityViolations(auditPage);
      // The looks differ only in their colors, and in parts without room.
      await auditPage.setViewportSize({ width: 360, height: 740 });
      await auditPage.emulateMedia({ colorScheme: 'dark' });
      const dark = await accessibilityViolations(auditPage, ['color-contrast', 'scrollable-region-focusable']);
      const found = [...light, ...dark, ...(await overflowOf(auditPage))];
      const size = (await (await page.goto(address))?.body())?.length ?? 0;
      if (size > MAX_PAGE_SIZE) found.push(`${size} bytes`);
      faults.push(...found.map((fault) => `${address}: ${fault}`));
    }
    expect([faults, violations]).toEqual([[], []]);
  });

  describe('the list of opportunities', () => {
    const ROWS = 20;
    const decisions = ['dismissed', 'qualified', 'contacted'];

    /** A member's inbox, which counts key presses, clicks and page loads. */
    async function openInbox() {
      const { page, violations } = await visitor(browser, app);
      await member(page);
      await page.goto('/app/opportunities');
      const counts = { presses: 0, clicks: 0, loads: 0 };
      let saved = 0;
      page.on('load', () => counts.loads++);
      page.on('requestfinished', (request) => (saved += request.method() === 'POST' ? 1 : 0));
      const save = async (changes: number) => {
        while (saved < changes) await page.waitForEvent('requestfinished');
      };
      const type = (key: string) => {
        counts.presses++;
        return page.keyboard.press(key);
      };
      const click = (target: Locator) => {
        counts.clicks++;
        return target.click();
      };
      const rows = page.locator('[data-row]');
      const idOf = async (row: number) => (await rows.nth(row).getAttribute('data-row')) ?? '';
      return { page, violations, counts, type, click, rows, idOf, save };
    }

    /** Shows the page in another look after every five rows. */
    async function nextLook(page: Page, row: number): Promise<void> {
      const { viewport, colorScheme } = LOOKS[Math.floor(row / 5)]!;
      if (row % 5 > 0) return;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
    }

    /** How many viewed opportunities of the newest team have each status. */
    async function triaged(): Promise<Record<string, number>> {
      const found = await app.database.query<{ status: string; count: number }>(
        `SELECT status, count(*)::int AS count FROM opportunity_triage
         WHERE team_id = (SELECT id FROM teams ORDER BY created_at DESC LIMIT 1) AND viewed_at IS NOT NULL GROUP BY status`,
      );
      return Object.fromEntries(found.map(({ status, count }) => [status, count]));
    }

    it('shows 8 rows beside the open opportunity on a screen of 1440 by 900', async () => {
      const { page, rows } = await openInbox();
      await page.setViewportSize({ width: 1440, height: 900 });
      const box = await rows.nth(7).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 900)).toBeLessThanOrEqual(900);
    });

    it('begins above 300 pixels on a phone, with the filters folded', async () => {
      const { page, rows } = await openInbox();
      await page.setViewportSize({ width: 360, height: 740 });
      expect((await rows.first().boundingBox())?.y).toBeLessThan(300);
    });

    it('distinguishes the rows of one need by the words of their writers', async () => {
      const { rows } = await openInbox();
      const titles = await rows.locator('h2 a').allTextContents();
      expect([titles.length, new Set(titles).size]).toEqual([ROWS, ROWS]);
    });

    it('sorts and filters on each choice', async () => {
      const { page } = await openInbox();
      await page.getByLabel('Sort').selectOption('Newest found');
      await page.waitForURL(/sort=-created_at/);
      await page.locator('[name=watchlist]').click();
      await page.waitForURL(/watchlist=true/);
      await page.getByText('No opportunities match these filters.').waitFor();
    });

    it('writes only the filters that are set into the address', async () => {
      const { page } = await openInbox();
      await page.getByLabel('Sort').selectOption('Newest found');
      await page.waitForURL(/sort=-created_at/);
      expect(new URL(page.url()).search).toBe('?view=reach&sort=-created_at');
    });

    it('is triaged by keyboard: at most 25 key presses and no page load for 20 opportunities, an undo among them', async () => {
      const { page, counts, type, rows, save, violations } = await openInbox();
      for (let row = 0; row < ROWS; row++) {
        await nextLook(page, row);
        await type(['e', 'q', 'c'][row % 3] ?? 'e');
      }
      await sees(page, page.locator('[data-toast] button'), rows.nth(ROWS - 1).locator('h2 a'));
      await type('u');
      await type('1');
      await save(ROWS + 2);
      expect(await triaged()).toEqual({ dismissed: 7, qualified: 6, contacted: 6, new: 1 });
      expect(await rows.locator('.row-status').allTextContents()).toEqual(
        Array.from({ length: ROWS }, (_, row) => (row < ROWS - 1 ? decisions[row % 3] : 'new')),
      );
      expect([counts.presses <= 25, counts.loads, violations]).toEqual([true, 0, []]);
    });

    it('is triaged by mouse or finger: at most 22 clicks and no page load for 20 opportunities, an undo among them', async () => {
      const { page, counts, click, rows, idOf, save, violations } = await openInbox();
      const decision = (name = '') => page.locator(`.decide [data-change=${name}]`);
      await sees(page, rows.first().locator('h2 a'));
      await page.setViewportSize({ width: 1440, height: 800 });
      for (let row = 0; row < ROWS; row++) {
        if (row > 0) await nextLook(page, row);
        await click(decision(decisions[row % 3]));
        // On a phone, the opportunity that is worked on takes the place of the list.
        if (row > 0) continue;
        await page.locator(`[data-detail="${await idOf(1)}"]`).waitFor();
        await sees(page, ...decisions.map(decision));
      }
      await sees(page, page.locator('[data-toast] button'));
      await click(page.locator('[data-toast] button'));
      await click(decision('dismissed'));
      await save(ROWS + 2);
      expect(await triaged()).toEqual({ dismissed: 8, qualified: 6, contacted: 6 });
      expect([counts.clicks <= 22, counts.loads, violations]).toEqual([true, 0, []]);
    });

    it('loses no change of a person who leaves the page while changes are sent', async () => {
      const { page, type } = await openInbox();
      for (let row = 0; row < ROWS; row++) await type('e');
      await page.goto('/products');
      await until(async () => (await triaged()).dismissed === ROWS);
    });

    it('dismisses all opportunities of the page with two key presses, and continues with the next', async () => {
      const { type, page, save } = await openInbox();
      await type('a');
      await type('e');
      await save(1);
      expect(await triaged()).toEqual({ dismissed: ROWS });
      // The rows that left the list make room, so the next ones are on this page.
      await type(']');
      await page.waitForEvent('load');
      expect(await page.locator('[data-row]').count()).toBeGreaterThan(0);
    });

    it('moves with j and k, selects with x, opens with o, and shows the keys', async () => {
      const { page, type, idOf, rows } = await openInbox();
      await type('j');
      await page.locator(`[data-detail="${await idOf(1)}"] [data-position]`, { hasText: /^2 of / }).waitFor();
      for (const key of ['x', 'j', 'k']) await type(key);
      expect(await page.locator('[data-row]:has(input:checked)').getAttribute('data-row')).toBe(await idOf(1));
      await type('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await type('Escape');
      const second = await idOf(1);
      expect(await rows.nth(1).getAttribute('data-viewed')).toBe('0');
      await type('o');
      await page.waitForURL(`**/app/opportunities/${second}`);
      await page.goBack();
      expect(await page.locator('[data-row].current').getAttribute('data-row')).toBe(second);
      await page.goto('/app/opportunities');
      expect(await page.locator(`[data-row="${second}"]`).getAttribute('data-viewed')).toBe('1');
    });

    /** Opens an opportunity on its own page. Its list has two rows, the open one not among them unless `row` is 0 or 1. */
    async function openBeside(row: number, query = 'page_size=2') {
      const inbox = await openInbox();
      const [id, other] = [await inbox.idOf(row), await inbox.idOf(1)];
      await inbox.page.goto(`/app/opportunities/${id}?${query}`);
      return { ...inbox, id, other };
    }

    /** The opportunities that the newest team has dismissed, once there is one. */
    const dismissed = () =>
      until(async () => {
        const found = await app.database.query<{ id: string }>(
          `SELECT opportunity_id AS id FROM opportunity_triage WHERE status = 'dismissed'
           AND team_id = (SELECT id FROM teams ORDER BY created_at DESC LIMIT 1)`,
        );
        return found.length > 0 && found.map(({ id }) => id);
      });

    it('decides by key on the open opportunity, which is not among the rows', async () => {
      const { type, id } = await openBeside(5);
      await type('e');
      expect(await dismissed()).toEqual([id]);
    });

    it('highlights no row while the open opportunity is not among them', async () => {
      const { page } = await openBeside(5);
      expect(await page.locator('[data-row].current').count()).toBe(0);
    });

    it('decides by key on the open opportunity beside an empty list', async () => {
      const { type, id } = await openBeside(5, 'q=zzzzzz');
      await type('e');
      expect(await dismissed()).toEqual([id]);
    });

    it('decides by key on the open opportunity while another row has the focus', async () => {
      const { page, type, id, other } = await openBeside(0);
      await page.locator(`[data-row="${other}"] a`).focus();
      await type('e');
      expect(await dismissed()).toEqual([id]);
    });

    it('reverts a change on the page, with a message, when it cannot be saved', async () => {
      const { page, type, rows } = await openInbox();
      await page.route('**/app/opportunities/triage', (route) => route.abort());
      await type('e');
      await page.getByText('That was not saved.').waitFor();
      expect(await rows.first().getAttribute('data-status')).toBe('new');
    });

    it('does the same with forms alone, and stays on the filtered list', async () => {
      const { page } = await visitor(browser, app, { javaScriptEnabled: false });
      await member(page);
      await page.goto('/app/opportunities?country=&q=slowbox&page_size=2');
      expect(await page.locator('[data-keys]').isVisible()).toBe(false);
      const row = () => page.locator('[data-row]').first();
      const before = (await row().getAttribute('data-row')) ?? '';
      await press(row().locator('h2 a'));
      await press(page.locator('.decide').getByRole('button', { name: 'Dismiss' }));
      await page.getByText('1 opportunity marked as dismissed.').waitFor();
      expect(new URL(page.url()).search).toBe('?q=slowbox&page_size=2');
      expect(await row().getAttribute('data-row')).not.toBe(before);
      await press(page.getByRole('button', { name: 'Undo' }));
      await page.getByText('Undone.').waitFor();
      expect(await row().getAttribute('data-row')).toBe(before);
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .last()
        .check();
      await press(page.getByRole('button', { name: 'Viewed', exact: true }));
      await page.getByText('2 opportunities marked as viewed.').waitFor();
      await page.getByRole('button', { name: 'Not viewed', exact: true }).click();
      await page.getByText('Select at least one opportunity.').waitFor();
    });
  });

  it('compares a product with its competitors for a member who may read the full reports', async () => {
    const [left, right] = [
      await createReviewedProduct(app.database, { name: 'Leftbox' }),
      await createReviewedProduct(app.database, { name: 'Rightbox' }),
    ];
    const { page } = await visitor(browser, app);
    await member(page);
    for (const product of [right, left]) {
      await page.goto(`/products/${product}`);
      await generate(page);
    }
    await page.getByText('The report is up to date').waitFor();
    expect(await page.getByRole('button', { name: /Generate|Refresh/ }).count()).toBe(0);
    const compared = page.locator('table.compared');
    expect((await compared.locator('thead a').allTextContents()).slice(0, 2)).toEqual(['Leftbox', 'Rightbox']);
    expect(await compared.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    const stranger = await visitor(browser, app);
    await stranger.page.goto(`/products/${left}`);
    expect(await stranger.page.locator('table.compared').count()).toBe(0);
  });

  it('opens any page and product from the command palette, and shows the keys', async () => {
    const { page, violations } = await visitor(browser, app);
    await member(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('slowb');
    await page.getByRole('option', { name: 'Slowbox' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('sender');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/settings/sender');
    expect(violations).toEqual([]);
  });

  it('asks for the sender profile before a pitch, and introduces the sender as in it', async () => {
    const { page } = await visitor(browser, app);
    await member(page);
    await page.goto('/app/opportunities');
    await page.locator('.rows a').first().click();
    await page.getByText('The draft will not say who you are.').getByRole('link', { name: 'sender profile' }).click();
    await page.getByLabel('Company', { exact: true }).fill('Acme Export');
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto('/app/opportunities');
    await page.locator('.rows a').first().click();
    await page.getByRole('button', { name: 'Draft the pitch' }).waitFor();
    expect(await page.getByText('The draft will not say who you are.').count()).toBe(0);
    await page.getByRole('button', { name: 'Draft the pitch' }).click();
    await page.getByRole('heading', { name: /^Pitch to / }).waitFor();
    expect(await page.locator('.markdown').innerText()).toContain('I work at Acme Export');
  });

  it.each([true, false])(
    'shows a free member the parts of a paid plan, links to the plans, and offers nothing that is refused, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page } = await visitor(browser, app, { javaScriptEnabled });
      await member(page, 'free');
      await press(page.getByRole('link', { name: 'Opportunities , not in your plan' }));
      await press(page.getByRole('link', { name: 'Compare the plans' }), /Your plan does not include this/);
      await sees(page, /Your team is on the plan Free/);
      await page.goto('/app/settings/keys');
      await page.getByLabel('Name').fill('sandbox');
      await press(page.getByRole('button', { name: 'Create the key' }), /API keys come with a paid plan/);
      expect(await page.locator('#new-key').textContent()).toMatch(/_test_/);
      await page.goto('/app/settings/webhooks');
      await sees(page, /Webhook endpoints come with a paid plan\./);
      expect(await page.getByRole('button', { name: 'Create the endpoint' }).count()).toBe(0);
      await page.goto('/app/credits');
      expect(await page.getByRole('link', { name: /CSV/ }).count()).toBe(0);
    },
  );

  it.each([true, false])(
    'reports which change was replaced when two tabs change one status, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, context } = await visitor(browser, app, { javaScriptEnabled });
      await member(page);
      const address = `/app/opportunities/${(await app.database.one<{ id: string }>('SELECT id FROM opportunities LIMIT 1')).id}`;
      const other = await context.newPage();
      for (const tab of [page, other]) await tab.goto(address);
      for (const [tab, status] of [
        [page, 'Contacted'],
        [other, 'Lost'],
      ] as const) {
        await press(tab.locator('.detail-head').getByRole('button', { name: status }));
      }
      await sees(other, /The status had changed to contacted\. It is now lost\./);
    },
  );

  it('unlocks the selected contacts of a committee with one button, which shows the price', async () => {
    const company = 'Committee Example';
    await importLines(app, ContactsImporter, [
      { name: 'Ada Chief', company, title: 'CTO', email: 'ada@acme.example.com', phone: '+1 555 0199' },
    ]);
    const opportunity = await insertReviewOpportunity(app.database, { company });
    const { page, violations } = await visitor(browser, app);
    await member(page);
    await page.goto(`/app/opportunities/${opportunity}`);
    await press(page.getByRole('button', { name: /committee/i }));
    const address = new URL(page.url()).pathname;
    await page.goto(`${address}/unlock-selected?contacts=0.email&contacts=0.phone`);
    await page.getByRole('heading', { name: 'Unlock 2 contacts for 2 credits?' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    const contacts = ['email', 'phone'].map((field) => page.getByLabel(`${field} of Ada Chief`));
    for (const contact of contacts) await contact.check();
    await press(page.getByRole('button', { name: 'Unlock selected (2 credits)' }), ...contacts);
    await sees(page, page.getByRole('link', { name: 'ada@acme.example.com' }));
    expect(violations).toEqual([]);
  });

  it.each([true, false])(
    'shows the same for a wrong password and an unknown address, and nothing after the logout, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page } = await visitor(browser, app, { javaScriptEnabled });
      await member(page, 'free');
      const email = `person-${people - 1}@web.example`;
      await page.goto('/app/settings/team');
      await press(page.locator('[popovertarget=account-menu]'));
      await press(page.getByRole('button', { name: 'Log out' }));
      await page.getByRole('link', { name: 'Log in' }).waitFor();
      await page.goBack();
      await sees(page, /Log in/, page.getByLabel('Email address'), page.getByLabel('Password'));
      const faults: string[] = [];
      for (const address of [email, 'nobody@web.example']) {
        await page.getByLabel('Email address').fill(address);
        await page.getByLabel('Password').fill('not the password');
        await press(page.getByRole('button', { name: 'Log in' }));
        await sees(page, page.getByRole('alert'));
        faults.push(await page.getByRole('alert').innerText());
      }
      expect(new Set(faults).size).toBe(1);
    },
  );

  it('refuses a form with a forged CSRF token', async () => {
    const { page } = await visitor(browser, app);
    await member(page);
    const response = await page.request.post('/app/settings/team/invite', { form: { csrf_token: 'forged' } });
    expect(response.status()).toBe(403);
  });

  it('lets only the invited person accept', async () => {
    const owner = await visitor(browser, app);
    await member(owner.page);
    await owner.page.goto('/app/settings/team');
    await press(owner.page.getByRole('button', { name: 'Create an invitation link' }));
    await sees(owner.page, owner.page.locator('#invitation'));
    const link = (await owner.page.locator('#invitation').textContent()) ?? '';
    const path = new URL(link).pathname;
    // A person who is already in the team does not use up the invitation.
    await owner.page.goto(path);
    await owner.page.getByRole('button', { name: 'Join' }).click();
    const guest = await visitor(browser, app);
    await member(guest.page, 'free');
    await guest.page.goto(path);
    await press(guest.page.getByRole('button', { name: 'Join' }));
    await guest.page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
    expect((await guest.page.goto(path))?.status()).toBe(404);
  });

  it('sends a visitor who is not logged in to the login page, with the address to return to', async () => {
    const { page } = await visitor(browser, app);
    await page.goto('/app/credits');
    expect(new URL(page.url()).search).toBe('?next=%2Fapp%2Fcredits');
  });
});
