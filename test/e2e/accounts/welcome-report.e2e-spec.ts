import { randomBytes } from 'node:crypto';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { createReviewedProduct, MANY_REVIEWS } from '../../support/reviewed-product.js';
import { orderOf } from '../../support/spender.js';
import { until } from '../../support/until.js';

const PASSWORD = 'correct horse battery';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
});
afterAll(async () => {
  expect(await app.get(CreditsService).verify()).toEqual([]);
  await app.close();
});

const at = (path: string): URL => new URL(path, app.origin);

/** A browser of a person who has signed up with a new team. */
async function newcomer() {
  const email = `${randomBytes(6).toString('hex')}@welcome.example`;
  const browser = new Browser();
  await browser.submit(await browser.open(at('/signup')), '/signup?next=%2F', {
    team: 'New',
    email,
    password: PASSWORD,
  });
  const { team_id: teamId } = await app.database.one<{ team_id: string }>(
    `SELECT team_id FROM memberships JOIN users ON users.id = user_id WHERE email = $1`,
    [email],
  );
  const open = (path: string): Promise<Page> => browser.open(at(path));
  const send = async (page: Page, ending: string): Promise<Page> => {
    const answer = await browser.submit(page, ending, {});
    return answer.next ? browser.open(answer.next) : answer;
  };
  return { browser, email, teamId, open, send };
}

/** The same, with a confirmed address. */
async function confirmed() {
  const person = await newcomer();
  const { browser, email, teamId } = person;
  const mails = await app.get(MailsService).list(1_000);
  const link = mails.find(({ to, kind }) => to === email && kind === 'verify-email')?.links[0] ?? '';
  const path = new URL(link).pathname;
  await browser.submit(await browser.open(at(path)), path, {});
  await until(async () => (await app.get(CreditPools).welcomeOf(teamId)) > 0);
  return person;
}

async function reported(): Promise<string> {
  const id = await createReviewedProduct(app.database, { reviews: MANY_REVIEWS });
  await app.get(ReportGenerationService).generateFree(id);
  await until(async () => {
    const { report_status } = await app.database.one<{ report_status: string }>(
      'SELECT report_status FROM products WHERE id = $1',
      [id],
    );
    return report_status === 'completed';
  });
  return id;
}

const entriesOf = async (teamId: string) =>
  (
    await app.database.query<{ kind: string; amount: number; reason: string | null }>(
      'SELECT kind, amount, reason FROM credit_entries WHERE team_id = $1 ORDER BY position',
      [teamId],
    )
  ).map(({ kind, amount, reason }) => `${kind} ${amount} ${reason ?? ''}`.trim());

describe('a new team on the free plan', () => {
  it('has no welcome credit before its owner has confirmed the address, and is told so', async () => {
    const { teamId, open } = await newcomer();
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(0);
    const text = textOf(await open('/'));
    expect(text).toContain('Confirm your email address: then your first report is free');
    expect(text).not.toContain('Read your first report');
  });

  it('is told on the page of a product that a confirmed address makes the report free, and not that it needs a plan', async () => {
    const { open } = await newcomer();
    const page = await open(`/products/${await createReviewedProduct(app.database, { name: 'Unread' })}`);
    expect(textOf(page)).toContain('Confirm your email address and read the report on this product free.');
    expect(textOf(page)).not.toContain('Full reports come with a paid plan');
  });

  it('sees among the plans that it reads one report in full', async () => {
    const { open } = await newcomer();
    expect(textOf(await open('/app/settings/plan'))).toContain('Full reports 1 report, once yes yes');
  });

  it('reads one report in full that is up to date, without generating it again', async () => {
    const { teamId, open, send } = await confirmed();
    expect(textOf(await open('/'))).toMatch(/(?<!free.*)Read your first report, which is free/);
    expect(textOf(await open('/app/credits'))).toContain(
      '1 credit of the balance is a welcome credit, for a report only',
    );
    const product = await reported();
    const before = await open(`/products/${product}`);
    expect(textOf(before)).toMatch(/Your first report is free/);
    const page = await send(before, '/welcome-report');
    expect(textOf(page)).not.toContain('Full reports come with a paid plan');
    expect(page.html).toContain(`/app/products/${product}/themes/`);
    expect(await entriesOf(teamId)).toEqual(['grant 1 welcome report', 'charge -1']);
    const reports = await app.database.query('SELECT FROM reports WHERE product_id = $1', [product]);
    expect(reports).toHaveLength(1);
    expect(textOf(await open('/app/credits'))).toMatch(/with a welcome credit.*Granted: welcome report/);
    expect(textOf(await open('/'))).toMatch(/Read your first report, which is free \(done\)/);
  });

  it('opens the sentences behind the themes of that report, and of no other', async () => {
    const { open, send } = await confirmed();
    const [first, second] = [await reported(), await reported()];
    const page = await send(await open(`/products/${first}`), '/welcome-report');
    const theme = /\/app\/products\/[^"]*\/themes\/[0-9a-f-]{36}/.exec(page.html)?.[0] ?? '';
    expect((await open(theme)).status).toBe(200);
    expect(textOf(await open(`/products/${second}`))).toContain('Full reports come with a paid plan');
    const other = theme.replace(first, second);
    expect((await open(other)).status).toBe(403);
  });

  it('generates a report that does not exist yet, and reads it', async () => {
    const { open, send, teamId } = await confirmed();
    const product = await createReviewedProduct(app.database, { reviews: MANY_REVIEWS });
    await send(await open(`/products/${product}`), '/welcome-report');
    await until(async () => (await open(`/products/${product}`)).html.includes('/themes/'));
    expect(await entriesOf(teamId)).toEqual(['grant 1 welcome report', 'charge -1']);
  });

  it('buys one report, although it asks for two at the same time', async () => {
    const { open, browser, teamId } = await confirmed();
    const pages = [await open(`/products/${await reported()}`), await open(`/products/${await reported()}`)];
    await Promise.all(
      pages.flatMap((page) => [
        browser.submit(page, '/welcome-report', {}),
        browser.submit(page, '/welcome-report', {}),
      ]),
    );
    expect(await entriesOf(teamId)).toEqual(['grant 1 welcome report', 'charge -1']);
  });

  it('gets the credit back when the report holds nothing, and may choose again', async () => {
    const { open, teamId } = await confirmed();
    const product = await reported();
    const caller: TeamCaller = {
      ...{ lane: 'session', clientIp: '127.0.0.1', credentialId: 'person', role: 'owner', budget: { kind: 'team' } },
      team: { id: teamId, name: 'New', tier: 'free', status: 'none' },
    };
    const { purchaseId } = await app.get(CreditsService).open(orderOf(caller, product));
    await app.get(CreditsService).refund(purchaseId, 'no review could be read');
    expect(await app.get(CreditPools).welcomeOf(teamId)).toBe(1);
    expect(textOf(await open(`/products/${product}`))).toContain('Your first report is free');
  });

  it('keeps the credit for a report when it has a plan', async () => {
    const { teamId } = await confirmed();
    await app.get(RenewalsService).changePlan(teamId, 'starter');
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(101);
    expect(await app.get(CreditPools).welcomeOf(teamId)).toBe(1);
  });
});
