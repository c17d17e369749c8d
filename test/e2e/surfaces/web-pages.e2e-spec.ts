import { CreditsService } from '#accounts/credits/credits.service.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { membersIn } from '../../support/members.js';
import { importLines } from '../../support/imported.js';
import { PASSWORD, startPublicApp } from '../../support/clients/oauth.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

let app: TestApp;

beforeAll(async () => {
  app = await startPublicApp({ worker: true, env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
});
afterAll(() => app.close());

const newAddress = (): string => `${randomBytes(6).toString('hex')}@pages.example`;

/** The tag of a field of a form. */
const fieldOf = ({ html }: Page, name: string): string =>
  new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';

describe('the form of a new key', () => {
  it('says in words what the key may do', async () => {
    const { open } = await signedIn(app);
    const text = textOf(await open('/app/settings/keys'));
    expect(text).toMatch(
      /The key may Read what the team sees Change .* Buy reports Buy pitches Buy contacts Webhooks /,
    );
    expect(text).not.toMatch(/spend:|webhooks:/);
  });
});

describe('the audit log', () => {
  it.each([
    ['', 'Scopes: Read, Change'],
    ['5', 'Scopes: Read, Change, Buy reports, Buy pitches, Buy contacts'],
  ])(
    'names the scopes that a new key with the spend cap “%s” can use, as the table of keys does',
    async (cap, scopes) => {
      const { open, send } = await signedIn(app);
      await send(await open('/app/settings/keys'), '/app/settings/keys', { name: 'ci', spend_cap: cap });
      expect(textOf(await open('/app/settings/audit'))).toMatch(new RegExp(`${scopes};`));
    },
  );
});

describe('the outcome of a form', () => {
  it('B1: shows a new key once, on a page whose reload creates no second key', async () => {
    const { open, send } = await signedIn(app);
    const created = await send(await open('/app/settings/keys'), '/settings/keys', { name: 'once' });
    const reloaded = await open('/app/settings/keys');
    expect([created.url.pathname, created.html.includes('id="new-key"')]).toEqual(['/app/settings/keys', true]);
    expect([reloaded.html.includes('id="new-key"'), reloaded.html.match(/>active</g)?.length]).toEqual([false, 1]);
  });

  it('B1: keeps a new key out of every address, and unreadable in the cookie that carries it', async () => {
    const { browser, open } = await signedIn(app);
    const answer = await browser.submit(await open('/app/settings/keys'), '/settings/keys', { name: 'sealed' });
    const cookie = answer.headers.getSetCookie().find((line) => line.includes('_flash=')) ?? '';
    const { html } = await browser.open(answer.next ?? '');
    const key = /id="new-key">([^<]+)</.exec(html)?.[1] ?? 'none';
    expect([answer.status, answer.next?.href]).toEqual([303, `${app.origin}/app/settings/keys`]);
    expect(cookie).toMatch(/Max-Age=60;.*HttpOnly/);
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain(key);
  });

  it('B1: shows an outcome to no other session', async () => {
    const [owner, stranger] = [await signedIn(app), await signedIn(app)];
    const answer = await owner.browser.submit(await owner.open('/app/settings/keys'), '/settings/keys', {
      name: 'own',
    });
    const stolen = answer.headers.getSetCookie().find((line) => line.includes('_flash=')) ?? '';
    stranger.browser.keep(stolen);
    expect((await stranger.open('/app/settings/keys')).html).not.toContain('id="new-key"');
  });

  it('B1: shows an invitation link once', async () => {
    const { open, send } = await signedIn(app);
    const made = await send(await open('/app/settings/team'), '/team/invite');
    expect([made.url.pathname, made.html.includes('id="invitation"')]).toEqual(['/app/settings/team', true]);
    expect((await open('/app/settings/team')).html).not.toContain('id="invitation"');
  });

  it('B1: shows the outcome of an unlock on the page of the opportunity', async () => {
    const id = await insertReviewOpportunity(app.database);
    const { open, send } = await signedIn(app, 'growth', 5);
    const page = await send(await open(`/app/opportunities/${id}`), '/unlock');
    expect([page.url.pathname, textOf(page)]).toEqual([
      `/app/opportunities/${id}`,
      expect.stringMatching(/Nothing was found|not charged|Unlocked/),
    ]);
    expect(textOf(await open(`/app/opportunities/${id}`))).not.toMatch(/Nothing was found/);
  });

  it('B1: confirms a new password on the page of the password', async () => {
    const { open, send } = await signedIn(app);
    const fields = { current: PASSWORD, next: 'another long password' };
    const page = await send(await open('/app/settings/password'), '/password', fields);
    expect([page.url.pathname, textOf(page)]).toEqual([
      '/app/settings/password',
      expect.stringContaining('Your password was changed'),
    ]);
  });

  it.each([
    'app/settings/keys/ID/cap',
    'app/settings/keys/ID/revoke',
    'app/settings/connections/ID/disconnect',
    'app/settings/team/invite',
    'app/settings/team/switch',
    'app/settings/team/ID/remove',
    'app/opportunities/ID/triage',
    'app/opportunities/ID/unlock',
    'app/opportunities/ID/pitch',
    'products/PRODUCT/report',
    'products/PRODUCT/follow',
    'products/PRODUCT/unfollow',
    'logout',
  ])('B1: finds a page when the address of a form is entered: /%s', async (template) => {
    const [id, product] = [
      await insertReviewOpportunity(app.database),
      await createReviewedProduct(app.database, { name: `Entered ${template}` }),
    ];
    const { browser, open } = await signedIn(app);
    const entered = await open(`/${template.replace('ID', id).replace('PRODUCT', product)}`);
    const page = await browser.open(entered.next ?? '');
    expect([entered.status, page.status]).toEqual([302, 200]);
  });
});

describe('a refused form', () => {
  it('B5: keeps the entries at the sign-up, and shows the fault at the field', async () => {
    const browser = new Browser();
    const form = await browser.open(`${app.origin}/signup`);
    const person = { team: 'Kept & co', email: newAddress(), password: 'short' };
    const page = await browser.submit(form, '/signup?next=%2F', person);
    expect(page.status).toBe(400);
    expect(fieldOf(page, 'team')).toContain('value="Kept &amp; co"');
    expect(fieldOf(page, 'email')).toContain(`value="${person.email}"`);
    expect(fieldOf(page, 'password')).toMatch(
      /aria-invalid="true" aria-describedby="password-fault password-hint" autofocus/,
    );
    expect(page.html).toMatch(/id="password-fault">A password has 10 to 200 characters\.</);
    expect(page.html).not.toContain(person.password);
  });

  it('shows all faults of a sign-up at once', async () => {
    const browser = new Browser();
    const form = await browser.open(`${app.origin}/signup`);
    const page = await browser.submit(form, '/signup?next=%2F', { team: ' ', email: 'no address', password: 'short' });
    for (const field of ['team', 'email', 'password']) expect(page.html).toContain(`id="${field}-fault"`);
  });

  it('B5: keeps the other fields of a key whose last day is past', async () => {
    const { browser, open } = await signedIn(app);
    const fields = { name: 'nightly', spend_cap: '7', expires_on: '2020-02-30' };
    const page = await browser.submit(await open('/app/settings/keys'), '/settings/keys', fields);
    expect([page.status, fieldOf(page, 'name'), fieldOf(page, 'expires_on')]).toEqual([
      400,
      expect.stringContaining('value="nightly"'),
      expect.stringMatching(/aria-invalid="true".*autofocus.*value="2020-02-30"/),
    ]);
  });

  it('shows all faults of a key at once', async () => {
    const { browser, open } = await signedIn(app);
    const wrong = {
      name: ' ',
      spend_cap: '-1',
      daily_cap: '1.5',
      expires_on: '2020-02-01',
      allowed_cidrs: '10.0.0.0/99',
    };
    const page = await browser.submit(await open('/app/settings/keys'), '/settings/keys', { ...wrong, scopes: '' });
    const faults = [...page.html.matchAll(/id="([\w-]+)-fault"/g)].map(([, field]) => field);
    expect([page.status, faults.toSorted()]).toEqual([400, [...Object.keys(wrong), 'scopes'].toSorted()]);
  });

  it('B5: shows at the boxes that a key needs a scope', async () => {
    const { browser, open } = await signedIn(app);
    const fields = { name: 'for nothing', scopes: '' };
    const page = await browser.submit(await open('/app/settings/keys'), '/settings/keys', fields);
    expect([page.status, page.html]).toEqual([
      400,
      expect.stringMatching(/id="scopes-fault"[^>]*>Choose what the key may do/),
    ]);
  });

  it('B5: shows at the field that the current password is wrong', async () => {
    const { browser, open } = await signedIn(app);
    const fields = { current: 'not my password', next: 'another long password' };
    const page = await browser.submit(await open('/app/settings/password'), '/password', fields);
    expect([page.status, page.html]).toEqual([
      400,
      expect.stringMatching(/id="current-fault">The current password is wrong/),
    ]);
  });

  it('shows at the field why events cannot be sent to an address', async () => {
    const { browser, open } = await signedIn(app);
    const page = await browser.submit(await open('/app/settings/webhooks'), '/settings/webhooks', {
      url: 'https://10.0.0.1/in',
      event_types: '*',
    });
    expect([page.status, textOf(page)]).toEqual([
      400,
      expect.stringContaining('it must name a public host, not a number or a local name'),
    ]);
    expect(fieldOf(page, 'url')).toMatch(/aria-invalid="true".*value="https:\/\/10\.0\.0\.1\/in"/);
  });

  it.each([
    ['a comment', '/app/opportunities/:id', '/comments', { text: ' ' }, 'Write a comment.'],
    [
      'an endpoint',
      '/app/settings/webhooks',
      '/settings/webhooks',
      { url: 'http://hooks.example.com/' },
      'Enter an address that begins with https://.',
    ],
    [
      'a Slack channel',
      '/app/settings/destinations',
      '/settings/destinations',
      { name: 'Sales', secret: 'x' },
      'such as https://hooks.slack.com/services/',
    ],
  ])('says in the words of the app what to enter for %s', async (_, path, form, fields, words) => {
    const { browser, open } = await signedIn(app);
    const id = path.includes(':id') ? await insertReviewOpportunity(app.database) : '';
    const page = await browser.submit(await open(path.replace(':id', id)), form, fields);
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining(words)]);
  });

  it('fills in only itself when a destination of the same fields stands beside it', async () => {
    const { browser, open } = await signedIn(app);
    const page = await browser.submit(await open('/app/settings/destinations'), '/settings/destinations', {
      ...{ name: 'Sales', secret: 'x' },
    });
    expect([page.status, page.html.includes('value="slack"'), page.html.includes('value="hubspot"')]).toEqual([
      ...[400, true, false],
    ]);
  });

  it('A8: is a pitch without a channel, which costs nothing', async () => {
    const id = await insertReviewOpportunity(app.database);
    const { browser, open, teamId } = await signedIn(app, 'growth', 5);
    const page = await browser.submit(await open(`/app/opportunities/${id}`), '/pitch', {
      features: 'Exports',
      channels: null,
    });
    const { balance } = await app.database.one<{ balance: number }>(
      'SELECT balance_after AS balance FROM credit_entries WHERE team_id = $1 ORDER BY position DESC LIMIT 1',
      [teamId],
    );
    expect([page.status, textOf(page), balance]).toEqual([
      400,
      expect.stringContaining('Choose at least one channel.'),
      5,
    ]);
    expect(page.html).toMatch(/<textarea[^>]*>Exports</);
  });
});

describe('the pitch form of an opportunity', () => {
  it('offers a free redraft after a paid pitch, and none after that', async () => {
    const path = `/app/opportunities/${await insertReviewOpportunity(app.database)}`;
    const { browser, open, teamId } = await signedIn(app, 'growth', 5);
    const first = await open(path);
    await browser.submit(first, '/pitch', {});
    const second = await open(path);
    await browser.submit(second, '/pitch', { redraft: 'on' });
    const third = await open(path);
    expect([first, second, third].map((page) => textOf(page).includes('Draft it again'))).toEqual([false, true, false]);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(4);
  });
});

describe('a viewer of a team', () => {
  let viewer: SignedIn;
  beforeEach(async () => {
    viewer = await signedIn(app);
    await app.database.execute(`UPDATE memberships SET role = 'viewer' WHERE user_id = $1`, [viewer.userId]);
  });

  it('sees which contacts are not unlocked, and no part without content', async () => {
    const id = await insertReviewOpportunity(app.database, { company: `Seen ${randomUUID()}` });
    const text = textOf(await viewer.open(`/app/opportunities/${id}`));
    expect(text).toContain('Email not unlocked Phone not unlocked');
    expect(text).not.toMatch(/Who decides|Comments/);
  });

  it('is offered only first steps that a viewer may do', async () => {
    const text = textOf(await viewer.open('/'));
    expect(text).toContain('Connect an assistant');
    expect(text).not.toMatch(/Follow a product that|Generate a report|in your pitches|Draft a pitch|API key/);
  });

  it('comes to a page of the settings that everyone uses, and to no page that is refused', async () => {
    const first = await viewer.open('/app/settings');
    expect(first.next?.pathname).toBe('/app/settings/security');
    const menu = (await viewer.open(first.next!.pathname)).html.match(/href="\/app\/settings\/[a-z-]+"/g);
    expect(menu).not.toEqual([]);
    for (const link of new Set(menu)) {
      const { status } = await viewer.open(link.slice('href="'.length, -1));
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('reads what only owners can do about the plan', async () => {
    const text = textOf(await viewer.open('/app/settings/plan'));
    expect(text).toContain('Only owners of the team can request another one.');
  });

  it('finds no action that is refused', async () => {
    expect(textOf(await viewer.open('/app/find'))).not.toMatch(/Invite a person|Create an API key|Audit/);
  });
});

describe('the way to a page', () => {
  it.each([
    ['/app', '/'],
    ['/opportunities', '/app/opportunities'],
  ])('B12: leads from %s to %s', async (from, to) => {
    expect((await new Browser().open(app.origin + from)).next?.pathname).toBe(to);
  });

  it('B6: returns to the page of the form when the login has expired', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Expired' });
    const { browser, open, userId, email } = await signedIn(app);
    const page = await open(`/products/${product}`);
    await app.database.execute('DELETE FROM web_sessions WHERE user_id = $1', [userId]);
    const login = await browser.open((await browser.submit(page, '/follow', {})).next ?? '');
    const signedInAgain = await browser.submit(login, login.url.search, { email, password: PASSWORD });
    const back = await browser.open(signedInAgain.next ?? '');
    expect(back.next?.pathname).toBe(`/products/${product}`);
  });

  it('B8: offers a person without a team to create one', async () => {
    const { open, send, teamId } = await signedIn(app);
    await app.database.execute('DELETE FROM memberships WHERE team_id = $1', [teamId]);
    for (const path of ['/', '/app/credits', '/app/settings/team'])
      expect((await open(path)).next?.pathname).toBe('/app/team');
    const home = await send(await open('/app/team'), '/app/team', { team: 'Second start' });
    expect([home.url.pathname, textOf(home)]).toEqual(['/', expect.stringContaining('Second start (Free)')]);
    expect((await open('/app/team')).next?.pathname).toBe('/');
  });

  it('B8: creates one team for a person who asks twice at once', async () => {
    const { browser, open, userId, teamId } = await signedIn(app);
    await app.database.execute('DELETE FROM memberships WHERE team_id = $1', [teamId]);
    const form = await open('/app/team');
    await Promise.all(['Left', 'Right'].map((team) => browser.submit(form, '/app/team', { team })));
    const teams = await app.database.query('SELECT team_id FROM memberships WHERE user_id = $1', [userId]);
    expect(teams).toHaveLength(1);
  });

  it('B9: offers a visitor with an invitation to log in or to sign up', async () => {
    const { open, send } = await signedIn(app);
    const made = await send(await open('/app/settings/team'), '/team/invite');
    const link = /id="invitation">([^<]+)</.exec(made.html)?.[1] ?? '';
    const { status, html } = await new Browser().open(link);
    const next = encodeURIComponent(new URL(link).pathname);
    expect([status, html]).toEqual([200, expect.stringContaining(`href="/login?next=${next}"`)]);
    expect(html).toContain(`href="/signup?next=${next}"`);
  });

  it('B14: logs a new person in at once after the sign-up', async () => {
    const browser = new Browser();
    const form = await browser.open(`${app.origin}/signup`);
    const person = { team: 'At once', email: newAddress(), password: PASSWORD };
    const answer = await browser.submit(form, '/signup?next=%2F', person);
    expect(textOf(await browser.open(answer.next ?? ''))).toContain('At once (Free)');
  });

  it('B14: sends a person whose address is in use to the login page, without revealing it', async () => {
    const { email } = await signedIn(app);
    const browser = new Browser();
    const form = await browser.open(`${app.origin}/signup`);
    const answer = await browser.submit(form, '/signup?next=%2F', {
      team: 'Taken',
      email,
      password: 'another password',
    });
    const page = await browser.open(answer.next ?? '');
    expect([page.url.pathname, textOf(page)]).toEqual(['/login', expect.stringContaining('If this address was new')]);
  });
});

describe('a failure inside the app', () => {
  it('B11: keeps the navigation, and names the filter', async () => {
    const { open } = await signedIn(app);
    const page = await open('/app/opportunities?min_rating=9');
    expect([page.status, page.html.includes('aria-label="Main"'), textOf(page)]).toEqual([
      400,
      true,
      expect.stringMatching(/We could not use that filter.*“Rating from” must be at most 5\..*Reset filters/),
    ]);
    expect(page.html).toContain('href="/app/opportunities">Reset filters');
  });

  it.each([
    ['/app/opportunities?min_rating=5&max_rating=2', '“Rating from” must not be greater than “Rating to”.'],
    [
      '/app/opportunities?published_after=2026-02-01&published_before=2026-01-01',
      '“Published after” must not be greater than “Published before”.',
    ],
    ['/app/settings/audit?from=2026-02-01&to=2026-01-01', '“From” must not be greater than “To”.'],
    ['/app/opportunities?view=all&status=open', '“Status” has a value that the list does not know.'],
    ['/app/opportunities?product_id=x', '“Product” names nothing that we know.'],
    ['/app/settings/audit?from=soon', '“From” must be a day such as 2026-11-30.'],
    ['/app/opportunities?page=two', 'A part of it was changed.'],
  ])('says once what is wrong, with the labels of the form: %s', async (path, sentence) => {
    const { open } = await signedIn(app);
    const text = textOf(await open(path));
    expect([text.split(sentence).length, /min_|max_|_after|_before|from must|page must|UUID|ISO/.test(text)]).toEqual([
      2,
      false,
    ]);
  });

  it.each(['/app/inbox?cursor=zzz', '/app/credits?kind=charge&cursor=zzz', '/app/settings/audit?cursor=zzz'])(
    'leads from a page of a list that cannot be read to the first one: %s',
    async (path) => {
      const { open } = await signedIn(app);
      const page = await open(path);
      expect([page.status, textOf(page)]).toEqual([
        400,
        expect.stringMatching(/This page of the list cannot be shown.*Go to the first page/),
      ]);
      const first = path.replace(/[?&]cursor=zzz/, '');
      expect([/cursor/.test(textOf(page)), page.html.includes(`href="${first}">Go to the first page`)]).toEqual([
        false,
        true,
      ]);
    },
  );

  it.each([
    ['/app/opportunities/some-id', 'Opportunities'],
    ['/app/products/some-id/reports', 'Products'],
    ['/app/settings/webhooks/some-id', 'Settings: Webhooks'],
  ])('leads from what is not found to its list: %s', async (path, list) => {
    const { open } = await signedIn(app);
    const page = await open(path);
    expect([page.status, textOf(page)]).toEqual([404, expect.stringContaining(`Go to ${list}`)]);
    expect(textOf(page)).not.toContain('Resource');
  });

  it.each(['/app/nowhere', '/app/pitches/0195f0a0-0000-7000-8000-000000000000'])(
    'B11: keeps the navigation: %s',
    async (path) => {
      const { open } = await signedIn(app);
      const page = await open(path);
      expect([page.status, page.html.includes('aria-label="Main"')]).toEqual([404, true]);
    },
  );

  it('B11: shows that the plan does not include the page', async () => {
    const { open } = await signedIn(app, 'free');
    const page = await open('/app/opportunities');
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('Your plan does not include this')]);
  });

  it.each([
    ['/app/inbox', 'Inbox', 'matches of your saved searches'],
    ['/app/compare', 'Compare', 'products side by side'],
    ['/app/opportunities', 'Opportunities', 'people who look for something else'],
    ['/app/searches', 'Saved searches', 'be told of each new match'],
    ['/app/pitches', 'Pitches', 'messages that were drafted'],
  ])('says what %s shows in a paid plan', async (path, title, shows) => {
    const { open } = await signedIn(app, 'free');
    const { status, html } = await open(path);
    expect([status, html]).toEqual([403, expect.stringContaining(`<h1>${title}</h1>`)]);
    expect(html).toContain(shows);
  });

  it.each([
    ['free', 8],
    ['growth', 0],
  ] as const)('marks the places that the plan does not include, for the plan %s', async (tier, marks) => {
    const { open } = await signedIn(app, tier);
    expect((await open('/')).html.split('not in your plan').length - 1).toBe(marks);
  });

  it('B11: shows a refused action on the page of its product', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Poor', reviews: ONE_REVIEW });
    const { open, send, teamId } = await signedIn(app, 'growth', 1);
    const page = await open(`/products/${product}`);
    await app.database.execute('UPDATE teams SET tier = $2 WHERE id = $1', [teamId, 'free']);
    const refused = await send(page, '/report');
    expect([refused.status, refused.html.includes('aria-label="Main"')]).toEqual([403, true]);
  });
});

describe('the home page of a member', () => {
  it('checks the first steps when their outcome exists', async () => {
    const { open, send } = await signedIn(app);
    const product = await createReviewedProduct(app.database, { name: 'Ticked', reviews: ONE_REVIEW });
    const stepsDone = async (): Promise<number> => Number(/(\d) of 6 done/.exec(textOf(await open('/')))?.[1]);
    const before = await stepsDone();
    expect(textOf(await send(await open(`/products/${product}`), '/follow'))).toContain('You follow this product.');
    expect((await stepsDone()) - before).toBe(1);
  });

  it('says of the only step that is left that it is the last', async () => {
    const { open, send } = await signedIn(app, 'free');
    const product = await createReviewedProduct(app.database, { name: 'Last step', reviews: ONE_REVIEW });
    await send(await open(`/products/${product}`), '/follow');
    expect(textOf(await open('/'))).toContain('Choose a plan The last of the first steps.');
  });

  it('says to a new team what will appear there', async () => {
    const { open } = await signedIn(app, 'free');
    expect(textOf(await open('/'))).toMatch(
      /day, \w+ \d+ What changes in the products that you follow appears here\..* What changed Follow a product that /s,
    );
  });

  it('names the days of which a first visit shows the news', async () => {
    const { open } = await signedIn(app);
    expect(textOf(await open('/'))).toMatch(/In the last seven days: .*no new reports\./);
  });

  it('shows the changes in the last report of a followed product', async () => {
    const { open, send } = await signedIn(app);
    const product = await createReviewedProduct(app.database, { name: 'Changed', reviews: ONE_REVIEW });
    const theme = {
      ...{ category_name: 'Cannot open files', quotes: [], trend: 'stable', total_mentions: 9, meaning_key: 'x' },
      ...{ business_impact: 'low: rare', category_id: 'bugs', impact_level: 'low', theme_id: randomUUID() },
      ...{ share: 0.1, share_low: 0, share_high: 1, months: [], change: null, family: 'opens', variants: [] },
    };
    await app.database.execute(
      `WITH report AS (
         INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, generated_at)
         SELECT gen_random_uuid(), $1, 'test/1', 'Words', themes::json, json_array_length(themes::json),
           '{"reviews_read": 90, "languages": {}, "notes": [], "themes": []}', now() + age::interval
         FROM (VALUES ('[]', '-1 day'), ($2::text, '0')) AS made (themes, age) RETURNING id, generated_at, total_themes)
       UPDATE products SET report_id = report.id, report_generated_at = report.generated_at, report_status = 'completed'
       FROM report WHERE products.id = $1 AND report.total_themes > 0`,
      [product, JSON.stringify([theme])],
    );
    await send(await open(`/products/${product}`), '/follow');
    expect(textOf(await open('/'))).toMatch(/What changed Cannot open files New, 10.0% · Changed , report of/);
  });

  it('lists the people who were found since the last visit', async () => {
    const { open, teamId } = await signedIn(app);
    expect(textOf(await open('/'))).toMatch(/^(?!.*Since you were here)/s);
    await app.database.execute(`UPDATE home_visits SET seen_at = now() - interval '2 hours' WHERE team_id = $1`, [
      teamId,
    ]);
    const id = await insertReviewOpportunity(app.database, { productName: 'Newest' });
    await app.database.execute(`UPDATE opportunities SET score = 100, reach = 'named' WHERE id = $1`, [id]);
    const page = await open('/');
    expect(textOf(page)).toMatch(/Since you were here on .* new (person|people), no new reports.* New people/);
    expect(page.html).toContain(`href="/app/opportunities/${id}"`);
  });

  it('names those who can be reached as the first thing to do when nobody is new', async () => {
    const { open, teamId } = await signedIn(app);
    await insertReviewOpportunity(app.database);
    await app.database.execute(
      `INSERT INTO opportunity_triage (team_id, opportunity_id, status, viewed_at, opportunity_created_at, frustration_rank)
       SELECT $1, id, 'new', now(), created_at, 1 FROM opportunities`,
      [teamId],
    );
    const [, left] = /Opportunities ([\d,]+) left/.exec(textOf(await open('/app/opportunities'))) ?? [];
    const text = textOf(await open('/'));
    expect(text).toMatch(new RegExp(`Next ${left} Look through ${left} (person|people) you can reach`));
    expect(text).toMatch(new RegExp(`New people None since then\\. ${left} (other|others) can be reached`));
  });

  it('offers a free team the plans', async () => {
    const { open } = await signedIn(app, 'free');
    expect((await open('/')).html).toContain('<a href="/app/settings/plan">Compare the plans</a>');
    expect(textOf(await open('/app/settings/plan'))).toMatch(
      /on the plan Free.*Credits a month 0 100 500 2,000 10,000/,
    );
  });
});

describe('a list that is saved as a search', () => {
  it.each([
    ['is offered', '?country=Germany', true],
    ['is not offered for the own opportunities', '?view=mine', false],
    ['is not offered for what is put off', '?view=snoozed', false],
    ['is not offered for those of an assignee', '?view=all&assignee=none', false],
  ])('%s', async (_, query, isOffered) => {
    const { open } = await signedIn(app);
    const { html } = await open(`/app/opportunities${query}`);
    expect([html.includes('Save this search'), html.includes('cannot be saved as a search')]).toEqual([
      isOffered,
      !isOffered,
    ]);
  });
});

describe('the page of an opportunity', () => {
  it('is shown although the unlocks that its address names are unknown', async () => {
    const { open } = await signedIn(app);
    const path = `/app/opportunities/${await insertReviewOpportunity(app.database)}`;
    const job = `job=${randomUUID()}`;
    const page = await open(`${path}?${job}`);
    const progress = await open(`${path}/unlock-selected/progress?${job}`);
    expect([page.status, progress.status]).toEqual([200, 404]);
  });

  it('shows the writer of the text, and the history with its actors', async () => {
    const { open, send, email } = await signedIn(app);
    const id = await insertReviewOpportunity(app.database, { companyWebsite: 'acme.example' });
    const path = `/app/opportunities/${id}`;
    await send(await open(path), `${path}/triage`, { status: 'contacted' });
    const page = await open(path);
    expect(textOf(page)).toMatch(/Jane Doe Head of Operations, Acme, Inc\. .*Website acme\.example/);
    expect(textOf(page)).toContain('First viewed');
    expect(textOf(page)).toMatch(new RegExp(`Status: new → contacted [^·]* · ${email}`));
  });

  it('is put off by a decision that leads on and can be taken back, without a script', async () => {
    const { open, send, teamId } = await signedIn(app);
    const id = await insertReviewOpportunity(app.database);
    const untilWhen = async () =>
      (
        await app.database.one<{ snoozed_until: Date | null }>(
          'SELECT snoozed_until FROM opportunity_triage WHERE team_id = $1 AND opportunity_id = $2',
          [teamId, id],
        )
      ).snoozed_until;
    const page = await open(`/app/opportunities/${id}`);
    expect(page.html).toMatch(/form="decide" name="one" value="[^"]* put_off_30"/);
    const next = await send(page, '/app/opportunities/triage', { one: `${id} put_off_7` });
    expect(textOf(next)).toContain('1 opportunity put off for a week.');
    expect([next.url.pathname === page.url.pathname, next.html.includes(`data-row="${id}"`)]).toEqual([false, false]);
    expect(((await untilWhen())?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const undone = await send(next, '/app/opportunities/triage', { change: 'undo' });
    expect([textOf(undone).includes('Undone.'), await untilWhen()]).toEqual([true, null]);
  });

  it('says the role and the company of a writer once', async () => {
    const { open } = await signedIn(app);
    const id = await insertPostOpportunity(app.database, { authorName: 'Mia Weber', company: 'Fabrikam Foods' });
    await app.database.execute(
      `UPDATE posts SET author_title = 'Office Manager', author_headline = 'Office Manager at Fabrikam Foods'
       WHERE id = (SELECT post_id FROM opportunities WHERE id = $1)`,
      [id],
    );
    expect(textOf(await open(`/app/opportunities/${id}`)).match(/Office Manager/g)).toHaveLength(1);
  });

  it('makes no link of an invalid address', async () => {
    const { open } = await signedIn(app);
    const id = await insertReviewOpportunity(app.database, { companyWebsite: 'javascript:alert(1)' });
    expect((await open(`/app/opportunities/${id}`)).html).not.toContain('href="javascript');
  });

  it('unlocks the selected contacts of a committee with one form, each for its credit', async () => {
    const { browser, open, send } = await signedIn(app, 'growth', 10);
    const company = `Committee ${randomUUID()}`;
    await importLines(app, ContactsImporter, [
      { name: 'Ada Chief', company, title: 'CTO', email: 'ada@acme.example.com', phone: '+1 555 0199' },
      { name: 'Ben Worker', company, title: 'Clerk', phone: '+1 555 0100' },
    ]);
    const path = `/app/opportunities/${await insertReviewOpportunity(app.database, { company })}`;
    const revealed = await send(await open(path), '/unlock', { field: 'committee' });
    const none = await send(revealed, '/unlock-selected');
    expect(textOf(none)).toContain('Select at least one contact. Nothing was unlocked.');
    const asked = await send(revealed, '/unlock-selected', { contacts: '0.email' });
    const one = await unlocked({ open }, asked);
    expect(textOf(one)).toMatch(/Unlocked: 1\..*8 left/);
    expect(one.html).toContain('href="mailto:ada@acme.example.com"');
    expect(textOf(one)).toMatch(/Unlocked: email .*Buying committee revealed/);
    const forged = await send(revealed, '/unlock-selected', { contacts: '0.profile' });
    expect(forged.status).toBe(400);
    const body = new URLSearchParams({ csrf_token: /name="csrf_token" value="([^"]*)"/.exec(one.html)?.[1] ?? '' });
    for (let index = 0; index <= 20; index++) body.append('contacts', `${index}.email`);
    const tooMany = await browser.open(`${app.origin}${path}/unlock-selected`, { method: 'POST', body });
    expect(textOf(await browser.open(tooMany.next ?? ''))).toContain('Select at most 20 contacts at a time.');
    const chief = await open(`${path}?role=decision_maker`);
    expect(chief.html.match(/name="contacts" value="[^"]*"/g)).toEqual(['name="contacts" value="0.phone"']);
    expect(chief.html).toMatch(/aria-current="page">Decision makers 1</);
    const phone = await send(chief, '/unlock-selected', { contacts: '0.phone' });
    expect(phone.url.searchParams.get('role')).toBe('decision_maker');
  });

  /** The page of an opportunity when the worker has unlocked the contacts that a form asked for. */
  async function unlocked({ open }: Pick<SignedIn, 'open'>, { url, html }: Page): Promise<Page> {
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="2"/);
    const job = url.searchParams.get('job') ?? '';
    const isOpen = 'SELECT finished_at IS NULL AS is_open FROM bulk_jobs WHERE id = $1';
    while ((await app.database.one<{ is_open: boolean }>(isOpen, [job])).is_open)
      await app.inWorker(BulkRunner).runDue();
    return open(`${url.pathname}${url.search}`);
  }

  /** Selects the email and the phone of three people, for 6 credits. @returns the question that follows, and its status */
  async function selectSix({ browser, open, send }: SignedIn) {
    const company = `Large committee ${randomUUID()}`;
    const people = ['Ada', 'Ben', 'Cem'].map((name, index) => ({
      name,
      company,
      phone: `+1 555 010${index}`,
      email: `${name}@a.example`,
    }));
    await importLines(app, ContactsImporter, people);
    const path = `/app/opportunities/${await insertReviewOpportunity(app.database, { company })}`;
    const { html } = await send(await open(path), '/unlock', { field: 'committee' });
    const body = new URLSearchParams({ csrf_token: /name="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? '' });
    for (const [, contact = ''] of html.matchAll(/name="contacts" value="([^"]*)"/g)) body.append('contacts', contact);
    const asked = await browser.open(`${app.origin}${path}/unlock-selected`, { method: 'POST', body });
    return { status: asked.status, question: await browser.open(asked.next ?? '') };
  }

  it('asks before one form spends more than 5 credits, and spends the confirmed number', async () => {
    const person = await signedIn(app, 'growth', 10);
    const { status, question } = await selectSix(person);
    expect([status, textOf(question)]).toEqual([
      303,
      expect.stringMatching(/Unlock 6 contacts for 6 credits\? .*Cem , email and phone 9 credits left/),
    ]);
    const page = await unlocked(person, await person.send(question, '/unlock-selected'));
    expect(textOf(page)).toMatch(/Unlocked: 6\..*3 left/);
  });

  it('shows that the balance is too small for all selected contacts, and unlocks as many as it covers', async () => {
    const person = await signedIn(app, 'growth', 4);
    const { question } = await selectSix(person);
    expect(textOf(question)).toContain('You have 3 credits. Contacts are unlocked until no credit is left.');
    const page = await unlocked(person, await person.send(question, '/unlock-selected'));
    expect(textOf(page)).toMatch(/Unlocked: 3\. 3 of 6 could not be unlocked: .+\. .*0 left/);
  });

  it('marks the language of a text that is not in English', async () => {
    const { open } = await signedIn(app);
    const text = 'Die App stürzt ständig ab, und der Support antwortet nicht.';
    const page = await open(`/app/opportunities/${await insertReviewOpportunity(app.database, { text })}`);
    expect(page.html).toContain('<p class="post" dir="auto" lang="de">');
  });
});

describe('the pages of pitches', () => {
  it('name the person first, the subject second, and so does the ledger', async () => {
    const { open, send } = await signedIn(app, 'growth', 5);
    const id = await insertReviewOpportunity(app.database, { reviewerName: 'Sam Okafor', company: 'Pinecrest' });
    const sent = await send(await open(`/app/opportunities/${id}`), '/pitch', {});
    expect(textOf(sent)).toMatch(/← Pitches Pitch to Sam Okafor, Pinecrest /);
    expect(sent.html).toMatch(/<title>Pitch to Sam Okafor, Pinecrest/);
    const listed = await open('/app/pitches');
    expect(listed.html).toMatch(/<h2 class="title"><a [^>]*>Sam Okafor, Pinecrest<\/a>/);
    expect(textOf(listed)).toMatch(/Pitches Sam Okafor, Pinecrest \S.* Email, /);
    expect(textOf(await open('/app/credits'))).toMatch(/Pitch[^.]* for Sam Okafor, Pinecrest/);
  });
});

describe('the pages of the settings', () => {
  it('count one call of a key', async () => {
    const { open, send, teamId } = await signedIn(app);
    await send(await open('/app/settings/keys'), '/settings/keys', { name: 'Once' });
    await app.database.execute(
      `WITH used AS (UPDATE api_keys SET last_used_at = now(), last_used_ip = '192.0.2.1' WHERE team_id = $1 RETURNING id)
       INSERT INTO api_key_uses (key_id, day, calls) SELECT id, (now() AT TIME ZONE 'UTC')::date, 1 FROM used`,
      [teamId],
    );
    expect(textOf(await open('/app/settings/keys'))).toContain('from 192.0.2.1, 1 call in 7 days');
  });

  it('name fields in the descriptions of events as code', async () => {
    const { open } = await signedIn(app);
    const { html } = await open('/app/settings/webhooks');
    expect([html.includes('A saved search with <code>deliver.webhook</code> found'), html.includes('`')]).toEqual([
      true,
      false,
    ]);
  });

  it('are in the menu of the account, which has the sources, too', async () => {
    const { open } = await signedIn(app);
    const [, menu = ''] = (await open('/')).html.split('id="account-menu"');
    expect(menu.match(/<a href="\/app\/(?:sources|settings\/team)">/g)).toHaveLength(2);
  });

  it('name all events in words alone', async () => {
    const { open } = await signedIn(app);
    expect((await open('/app/settings/webhooks')).html).not.toContain('<code>*</code>');
  });
});

describe('the followed products of the home page', () => {
  it('are all counted, and have pages beyond the first 200', async () => {
    const { open, teamId } = await signedIn(app, 'enterprise');
    await app.database.execute(
      `WITH made AS (INSERT INTO products (id, name) SELECT gen_random_uuid(), 'Followed ' || number
         FROM generate_series(1, 230) number RETURNING id)
       INSERT INTO follows (team_id, product_id) SELECT $1, id FROM made`,
      [teamId],
    );
    const first = await open('/');
    const second = await open('/?followed=2');
    expect([first, second].map((page) => textOf(page).includes(' 222 more '))).toEqual([true, true]);
    const named = [first, second].flatMap(({ html }) => html.match(/>Followed \d+</g) ?? []);
    expect(new Set(named).size).toBe(230);
    expect([first.html, second.html]).toEqual([
      expect.stringContaining('href="?followed=2" rel="next"'),
      expect.stringMatching(/<details open>\s*<summary>222 more/),
    ]);
  });
});

describe('the weekly digest', () => {
  it('is not said to be on for a team whose plan has none', async () => {
    const { browser, open } = await signedIn(app, 'free');
    const { html } = await open('/app/settings/my-data');
    const body = new URLSearchParams({
      csrf_token: /name="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? '',
      weekly: 'on',
    });
    const answer = await browser.open(`${app.origin}/app/settings/my-data/weekly`, { method: 'POST', body });
    expect(textOf(await browser.open(answer.next ?? ''))).toContain(
      'Nothing was changed: the weekly digest comes with a paid plan.',
    );
  });
});

describe('two lists on one page', () => {
  it('are turned apart, and keep the other parameters of the address', async () => {
    const { open, teamId } = await signedIn(app);
    for (let pair = 0; pair < 10; pair++) await membersIn(app, teamId);
    await app.database.execute(
      `INSERT INTO team_invitations (token_hash, team_id, email, expires_at)
       SELECT sha256(gen_random_uuid()::text::bytea), $1, 'guest' || number || '@pages.example', now() + interval '1 day'
       FROM generate_series(1, 41) number`,
      [teamId],
    );
    const { html } = await open('/app/settings/team?invitations=2');
    const next = [...html.matchAll(/<a href="([^"]*)" rel="next"/g)].map(([, href]) => href);
    expect(next).toEqual(['?invitations=2&amp;page=2', '?invitations=3']);
  });
});

describe('a page beyond the last one of a list', () => {
  it.each(['/app/opportunities', '/app/pitches', '/app/searches'])(
    'says that the list has fewer pages, and not that it is empty: %s',
    async (path) => {
      const { open } = await signedIn(app);
      const page = await open(`${path}?page=99`);
      expect(textOf(page)).toContain('The list has fewer pages. Go to the first page');
      expect([textOf(page).includes('yet'), page.html.includes(`href="${path}">Go to the first page`)]).toEqual([
        false,
        true,
      ]);
    },
  );
});

describe('a page beyond the last one of the opportunities', () => {
  it('does not say that the queue is at its end while people are left', async () => {
    const { open } = await signedIn(app);
    await insertReviewOpportunity(app.database);
    expect(textOf(await open('/app/opportunities?page=999'))).not.toContain('That was the last one');
  });
});

describe('the comparison', () => {
  it('says how many of the chosen products are gone', async () => {
    const { open } = await signedIn(app);
    const ids = [
      await createReviewedProduct(app.database, { name: 'Still here' }),
      await createReviewedProduct(app.database, { name: 'Here as well' }),
    ];
    const gone = `/app/compare?ids=${[...ids, randomUUID()].join(',')}`;
    expect(textOf(await open(gone))).toContain('1 of the chosen products is gone.');
    expect(textOf(await open(`/app/compare?ids=${ids.join(',')}`))).not.toContain('gone');
  });
});

describe('the list of opportunities without matches', () => {
  it('does not call a search without hits the end of the queue', async () => {
    const { open } = await signedIn(app);
    const text = textOf(await open('/app/opportunities?q=zzzzzz'));
    expect(text).toMatch(/No opportunities match these filters\..*Nothing to show/);
    expect(text).not.toContain('That was the last one');
  });

  it('calls an empty queue the end', async () => {
    const { open, teamId } = await signedIn(app);
    await app.database.execute(
      `INSERT INTO opportunity_triage (team_id, opportunity_id, status, opportunity_created_at, frustration_rank)
       SELECT $1, id, 'dismissed', created_at, 1 FROM opportunities`,
      [teamId],
    );
    expect(textOf(await open('/app/opportunities'))).toContain('That was the last one');
  });
});

describe('a saved search', () => {
  it('is the current place in the navigation', async () => {
    const { open, send } = await signedIn(app);
    const saved = await send(await open('/app/opportunities'), '/app/searches', { name: 'Placed' });
    for (const { html } of [saved, await open('/app/searches')]) {
      expect(html.match(/<a href="[^"]*" aria-current="page"><svg/g)).toEqual([
        '<a href="/app/searches" aria-current="page"><svg',
      ]);
    }
  });

  it('is saved with the filters of the list, shown with its matches, turned off and deleted', async () => {
    const { open, send, teamId } = await signedIn(app);
    const inbox = await open('/app/opportunities?view=all&q=exports&min_score=60&watchlist=true');
    const saved = await send(inbox, '/app/searches?q=exports&min_score=60&watchlist=true&view=all', {
      name: 'Exports',
    });
    expect(textOf(saved)).toMatch(/Exports.*Search: exports · Score from: 60 · Followed products only /s);
    const [search] = await app.database.query<{ id: string; filters: object }>(
      'SELECT id, filters FROM saved_searches WHERE team_id = $1',
      [teamId],
    );
    expect(search?.filters).toEqual({ q: 'exports', min_score: 60, watchlist: true });
    const opportunity = await insertReviewOpportunity(app.database);
    await app.database.execute('INSERT INTO saved_search_matches (search_id, opportunity_id) VALUES ($1, $2)', [
      search?.id,
      opportunity,
    ]);
    await app.database.execute(
      `INSERT INTO inbox_items (id, team_id, kind, subject, opportunity_id, saved_search_ids, path)
       VALUES (gen_random_uuid(), $1, 'opportunity', $2::text, $2::uuid, ARRAY[$3]::uuid[], '/app/opportunities/' || $2::text)`,
      [teamId, opportunity, search?.id],
    );
    expect(textOf(await open('/app/inbox'))).toContain('Match of Exports,');
    const page = await open(`/app/searches/${search?.id}`);
    expect(page.html).toContain('href="/app/opportunities?q=exports&amp;min_score=60&amp;watchlist=true&amp;view=all"');
    expect(page.html).toContain(`/app/opportunities/${opportunity}`);
    expect(textOf(await send(page, '/state'))).toContain('Turn on');
    expect(textOf(await open('/app/searches'))).toMatch(/Exports off.*1 match in 7 days/s);
    expect(textOf(await send(page, '/delete'))).toContain('no saved searches yet');
  });

  it('is made from a list whose filters have a field for words that no text may contain', async () => {
    const { open } = await signedIn(app);
    expect((await open('/app/opportunities')).html).toMatch(/ name="exclude" [^>]*value maxlength/);
    const list = await open('/app/opportunities?view=all&exclude=webinar&exclude=crash');
    expect(list.html).toMatch(/ name="exclude" [^>]*value="webinar".* name="exclude" [^>]*value="crash"/s);
    expect(fieldOf(list, 'filters')).toContain('webinar');
  });

  it('that has no name keeps the list with its filters, and asks for one', async () => {
    const { open, browser } = await signedIn(app);
    const list = await open('/app/opportunities?view=all&q=exports');
    const page = await browser.submit(list, '/app/searches?q=exports&view=all', { name: ' ' });
    expect([page.status, textOf(page)]).toEqual([400, expect.stringMatching(/Save this search .*Enter a name\./)]);
    expect(page.html).toMatch(/<details open><summary>Save this search/);
    expect(fieldOf(page, 'filters')).toContain('exports');
    expect(page.html).toContain('aria-current="page">All</a>');
  });

  it('names the days and the zone of the hour of its digest', async () => {
    const { open, send } = await signedIn(app);
    const page = await send(await open('/app/opportunities'), '/app/searches', { name: 'Zoned' });
    expect(page.html).toContain('<option value="monday">Monday</option>');
    expect(textOf(page)).toContain('Hour in UTC');
  });

  it('delivers as the form states, shows the address of its feed once, and keeps refused entries', async () => {
    const { open, send, userId, browser } = await signedIn(app);
    const page = await send(await open('/app/opportunities'), '/app/searches', { name: 'Delivered' });
    expect(textOf(page)).toContain('Matches go to: the inbox ');
    const digest = { frequency: 'weekly', weekday: 'friday', hour: '7', recipients: userId };
    const refused = await browser.submit(page, '/deliver', {
      ...digest,
      inbox: null,
      feed: 'true',
      time_zone: 'Mars/Base',
    });
    expect([refused.status, textOf(refused)]).toEqual([
      400,
      expect.stringContaining('Time zone must be the name of a time zone'),
    ]);
    expect(refused.html).toMatch(/name="feed" value="true" checked.*value="friday" selected.*value="Mars\/Base"/s);
    const saved = await send(refused, '/deliver', { ...digest, feed: 'true', time_zone: 'Europe/Berlin' });
    expect(textOf(saved)).toContain('Matches go to: a feed, a weekly digest to 1 person');
    const address = /id="feed-address">([^<]+)</.exec(saved.html)?.[1] ?? '';
    expect((await open(saved.url.pathname)).html).not.toContain(address);
    const rotated = await send(await open(saved.url.pathname), '/rotate-feed');
    expect(rotated.html).toMatch(/id="feed-address">[^<]+\.atom</);
    expect((await fetch(app.origin + new URL(address).pathname)).status).toBe(404);
  });
});

describe('the inbox', () => {
  /** Adds `count` items to the team's inbox. */
  const tell = (teamId: string, count: number): Promise<unknown> =>
    app.database.execute(
      `INSERT INTO inbox_items (id, team_id, kind, subject, title, path)
       SELECT gen_random_uuid(), $1, 'threshold', number, 'Told ' || number, '/app/credits'
       FROM generate_series(1, $2) number`,
      [teamId, count],
    );

  it('shows its unread items in the navigation, links to their pages, and marks them as read', async () => {
    const { open, send, browser, teamId } = await signedIn(app);
    await tell(teamId, 3);
    const inbox = await open('/app/inbox');
    const [, item = ''] = /href="(\/app\/inbox\/[^"]+)"/.exec(inbox.html) ?? [];
    expect([textOf(inbox), (await open(item)).next?.pathname]).toEqual([
      expect.stringContaining('Inbox 3 unread'),
      '/app/credits',
    ]);
    expect(textOf(await open('/products'))).toContain('Inbox 2 unread');
    expect(textOf(await send(await open('/app/inbox'), item, { is_read: 'false' }))).toContain('Inbox 3 unread');
    expect((await send(await open('/app/inbox'), '/read-all')).html).not.toContain('unread-count');
    const stranger = await signedIn(app);
    expect((await stranger.open(item)).status).toBe(404);
    expect(textOf(await new Browser().open(app.origin))).not.toContain('Inbox');
    expect((await browser.open(`${app.origin}/app/inbox/read-all`)).next?.pathname).toBe('/app/inbox');
  });

  it('counts up to 99', async () => {
    const { open, teamId } = await signedIn(app);
    await tell(teamId, 120);
    expect(textOf(await open('/products'))).toContain('Inbox 99+ unread');
  });
});
