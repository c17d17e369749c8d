import { randomBytes } from 'node:crypto';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { Browser, textOf } from '../../support/browser.js';
import { runCommand } from '../../support/command-line.js';
import { signedIn } from '../../support/signed-in.js';

const PASSWORD = 'a password of operators';
const CONTACT = 'sales@qualm.example';
const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
const PLAN = '/app/settings/plan';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    env: {
      OPS_PASSWORD: PASSWORD,
      CONTACT_EMAIL: CONTACT,
      ENCRYPTION_KEYS,
      PLAN_PRICES: '$0, $49, $199, $699, on request',
    },
  });
});
afterAll(() => app.close());

const atOps = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, app.origin), {
    ...init,
    redirect: 'manual',
    headers: { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}`, ...init.headers },
  });
const decide = (id: string, decision: string): Promise<Response> =>
  atOps(`/ops/plans/${id}/${decision}`, { method: 'POST' });
const mailsTo = async (to: string, kind: string) =>
  (await app.get(MailsService).list(1_000)).filter((mail) => mail.to === to && mail.kind === kind);
const requestsOf = (teamId: string) =>
  app.database.query<{ id: string; tier: string; state: string }>(
    'SELECT id, tier, state FROM plan_requests WHERE team_id = $1 ORDER BY requested_at',
    [teamId],
  );
const auditOf = async (teamId: string) =>
  (
    await app.database.query<{ action: string; actor_kind: string }>(
      `SELECT action, actor_kind FROM audit_entries WHERE team_id = $1 AND action LIKE 'plan.%' ORDER BY created_at, id`,
      [teamId],
    )
  ).map(({ action, actor_kind }) => `${action} by ${actor_kind}`);

/** A free team that has asked for a plan. */
async function asking(plan = 'growth') {
  const owner = await signedIn(app, 'free');
  const answer = await owner.send(await owner.open(PLAN), '/plan/request', { plan });
  const [request] = await requestsOf(owner.teamId);
  return { ...owner, answer, request: request?.id ?? '' };
}

describe('the front page', () => {
  it('shows the prices of the plans where they are set', async () => {
    const text = textOf(await new Browser().open(app.origin));
    expect(text).toMatch(/Products Prices .*Price a month \$0 \$49 \$199 /s);
  });
});

describe('a team without a way to pay in the app', () => {
  it('asks for a plan with its price, once however often the button is pressed', async () => {
    const { answer, open, send, teamId } = await asking();
    expect(textOf(answer)).toMatch(/You asked for the plan Growth.*Price a month \$0 \$49 \$199/);
    // The page that was open in another tab still has the button.
    const stale = { ...(await open(PLAN)), html: (await (await signedIn(app, 'free')).open(PLAN)).html };
    await send(stale, '/plan/request', { plan: 'growth' });
    expect(await requestsOf(teamId)).toMatchObject([{ tier: 'growth', state: 'open' }]);
    expect(await auditOf(teamId)).toEqual(['plan.requested by session']);
  });

  it('asks once, although 20 requests come at the same time', async () => {
    const { open, browser, teamId } = await signedIn(app, 'free');
    const page = await open(PLAN);
    await Promise.all(Array.from({ length: 20 }, () => browser.submit(page, '/plan/request', { plan: 'scale' })));
    expect(await requestsOf(teamId)).toHaveLength(1);
  });

  it.each(['free', 'gold', "' OR 1=1"])('is refused a plan called %s', async (plan) => {
    const { answer, teamId } = await asking(plan);
    expect(textOf(answer)).toMatch(/Choose one of the plans/);
    expect(await requestsOf(teamId)).toEqual([]);
  });

  it('mails the operator once, with the way to the list', async () => {
    const before = (await mailsTo(CONTACT, 'plan-requested')).length;
    await asking('starter');
    const mails = await mailsTo(CONTACT, 'plan-requested');
    expect([mails.length - before, mails[0]?.links]).toEqual([1, [expect.stringMatching(/\/ops\/plans$/)]]);
  });
});

describe('an operator', () => {
  it('grants the plan with one click, with its credits and a mail', async () => {
    const { teamId, request, email, open } = await asking();
    expect(await (await atOps('/ops/plans')).text()).toContain(`/ops/plans/${request}/grant`);
    expect((await decide(request, 'grant')).headers.get('location')).toBe('/ops/plans');
    expect(textOf(await open(PLAN))).toContain('on the plan Growth');
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(500);
    expect(await auditOf(teamId)).toEqual(['plan.requested by session', 'plan.changed by operator']);
    expect(await mailsTo(email, 'plan-granted')).toHaveLength(1);
  });

  it('grants once, although two operators click', async () => {
    const { teamId, request } = await asking();
    const answers = await Promise.all([decide(request, 'grant'), decide(request, 'grant')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(500);
  });

  it('declines, after which the team may ask again', async () => {
    const { teamId, request, email, open, send } = await asking();
    await decide(request, 'decline');
    expect(await mailsTo(email, 'plan-declined')).toHaveLength(1);
    await send(await open(PLAN), '/plan/request', { plan: 'growth' });
    expect((await requestsOf(teamId)).map(({ state }) => state)).toEqual(['declined', 'open']);
  });

  it('needs the password, and the form of another site grants nothing', async () => {
    const { request, teamId } = await asking();
    const path = `/ops/plans/${request}/grant`;
    const open = await fetch(new URL(path, app.origin), { method: 'POST' });
    const crossSite = await atOps(path, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect([open.status, crossSite.status]).toEqual([401, 403]);
    expect((await requestsOf(teamId))[0]?.state).toBe('open');
  });

  it('does the same at the command line', async () => {
    const { request, teamId } = await asking('starter');
    const other = await asking('scale');
    const run = async (...words: string[]) =>
      JSON.parse(
        (
          await runCommand([...words, '--json'], {
            PATH: process.env.PATH,
            DATABASE_URL: app.testDatabase.url,
            REDIS_URL: app.testDatabase.redisUrl,
            REDIS_KEY_PREFIX: app.testDatabase.redisKeyPrefix,
            ENCRYPTION_KEYS,
          })
        ).stdout,
      ) as Record<string, unknown>;
    expect((await run('plan', 'requests')).requests).toContainEqual(
      expect.objectContaining({ id: request, team_id: teamId, tier: 'starter', state: 'open' }),
    );
    expect(await run('plan', 'grant', request)).toMatchObject({ team_id: teamId, plan: 'starter', state: 'granted' });
    expect(await run('plan', 'decline', other.request)).toMatchObject({ plan: 'scale', state: 'declined' });
  });
});
