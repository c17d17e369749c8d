import { randomBytes, randomUUID } from 'node:crypto';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { PersonErasure } from '#workspace/personal-data/person-erasure.service.js';
import { call, createKey, createTeam, type TestApp } from '../../support/app.js';
import { textOf } from '../../support/browser.js';
import { RawClient, rpc, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { signedIn } from '../../support/signed-in.js';
import { createSpender, orderOf } from '../../support/spender.js';

const PASSWORD = 'correct-horse-battery';
const headers = { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}` };

let app: TestApp;

beforeAll(async () => {
  app = await startPublicApp({
    env: {
      OPS_PASSWORD: PASSWORD,
      MAIL_URL: 'smtp://127.0.0.1:9',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    },
  });
});
afterAll(() => app.close());

const open = async (path: string): Promise<string> => (await fetch(`${app.origin}/ops${path}`, { headers })).text();
const press = (path: string, fields: Record<string, string> = {}, more: Record<string, string> = {}) =>
  fetch(`${app.origin}/ops${path}`, {
    ...{ method: 'POST', redirect: 'manual', headers: { ...headers, ...more }, body: new URLSearchParams(fields) },
  });
const reasonOf = ({ error }: { error?: { details?: unknown } }) => (error?.details as { reason?: string })?.reason;

describe('a suspended team', () => {
  it('is refused by key, in both modes, and by its assistants, until it is resumed', async () => {
    const { teamId, key } = await createKey(app);
    const test = await createKey(app, { teamId, test: true });
    const refusals = async () => {
      const answers = [
        await call(app, 'GET', '/opportunities', { key }),
        await call(app, 'GET', '/products?query=a', { key }),
      ];
      const tested = await call(app, 'GET', '/opportunities', { key: test.key });
      return [...answers, tested].map(({ status, body }) => [status, reasonOf(body)]);
    };
    await press(`/teams/${teamId}/suspend`);
    expect(await refusals()).toEqual(Array(3).fill([403, 'team_suspended']));
    await press(`/teams/${teamId}/resume`);
    expect(await refusals()).toEqual(Array(3).fill([200, undefined]));
  });

  it('is refused to an assistant with a connection', async () => {
    const { teamId, email } = await signUp(app);
    const { access_token: token } = await (await RawClient.register(app)).connect({ email });
    await press(`/teams/${teamId}/suspend`);
    const { body } = await rpc(app, 'tools/call', { token, params: { name: 'list_opportunities', arguments: {} } });
    expect(JSON.stringify(body)).toContain('suspended');
  });

  it('shows its people why, and still lets them reach their settings', async () => {
    const { teamId, open: visit } = await signedIn(app);
    await press(`/teams/${teamId}/suspend`);
    const [feed, settings] = [await visit('/app/opportunities'), await visit('/app/settings/team')];
    expect([feed.status, settings.status]).toEqual([403, 200]);
    expect(textOf(feed)).toContain('This team is suspended');
  });

  it.each([
    [
      'invites nobody',
      '/app/settings/team',
      '/settings/team/invitations',
      { email: 'guest@invited.example', role: 'member' },
    ],
    ['makes no key', '/app/settings/keys', '/settings/keys', { name: 'ci' }],
  ])('%s through its people', async (_what, path, form, fields) => {
    const { teamId, browser, open: visit } = await signedIn(app);
    const page = await visit(path);
    await press(`/teams/${teamId}/suspend`);
    const answer = await browser.submit(page, form, fields);
    expect([answer.status, textOf(answer)]).toEqual([403, expect.stringContaining('This team is suspended')]);
  });

  it('buys nothing, also where the caller was read before, and keeps its credits', async () => {
    const caller = await createSpender(app, { credits: 10 });
    const credits = app.get(CreditsService);
    await app.get(TeamSuspensions).suspend(caller.team.id, true);
    const orders = Array.from({ length: 20 }, () => credits.open(orderOf(caller, randomUUID())));
    const ends = await Promise.allSettled(orders);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect((await credits.balances()).get(caller.team.id)).toBe(10);
  });

  it('is told by mail to its owner, once for each change', async () => {
    const { teamId, email } = await signedIn(app);
    for (const step of ['suspend', 'suspend', 'resume']) await press(`/teams/${teamId}/${step}`);
    const mails = await app.database.query<{ kind: string }>(
      `SELECT kind FROM mails WHERE recipient = $1 AND kind LIKE 'team-%' ORDER BY created_at`,
      [email],
    );
    expect(mails.map(({ kind }) => kind)).toEqual(['team-suspended', 'team-resumed']);
  });

  it('is in the audit log of the team once, as changed by the operator', async () => {
    const { teamId } = await createTeam(app);
    for (let n = 0; n < 2; n++) await press(`/teams/${teamId}/suspend`);
    const entries = await app.database.query<{ actor_kind: string; changes: unknown }>(
      `SELECT actor_kind, changes FROM audit_entries WHERE team_id = $1 AND action = 'team.changed'`,
      [teamId],
    );
    expect(entries).toEqual([{ actor_kind: 'operator', changes: { is_suspended: [false, true] } }]);
  });
});

describe('the page of a team', () => {
  it('is found by a part of its name and by its id', async () => {
    const { teamId } = await createTeam(app, 'scale');
    await app.database.execute(`UPDATE teams SET name = 'Acme <Boards>' WHERE id = $1`, [teamId]);
    for (const words of ['me <bo', teamId]) {
      expect(await open(`/teams?q=${encodeURIComponent(words)}`)).toContain(`/ops/teams/${teamId}">Acme &lt;Boards>`);
    }
    expect(await open('/teams?q=no-such-team')).toContain('0 teams.');
  });

  it('shows plan, credits, people and keys', async () => {
    const { teamId, email } = await signedIn(app, 'growth', 7);
    await createKey(app, { teamId, name: 'Warehouse' });
    const page = await open(`/teams/${teamId}`);
    for (const words of ['Growth', '<dd>7</dd>', email, 'Warehouse …']) expect(page).toContain(words);
  });

  it('changes the plan and grants credits', async () => {
    const { teamId } = await createTeam(app, 'free');
    expect((await press(`/teams/${teamId}/plan`, { plan: 'scale' })).status).toBe(303);
    const before = (await app.get(CreditsService).balances()).get(teamId) ?? 0;
    expect((await press(`/teams/${teamId}/credits`, { amount: '25', reason: 'Sorry' })).status).toBe(303);
    const after = (await app.get(CreditsService).balances()).get(teamId);
    expect([(await app.get(TeamsService).get(teamId)).tier, after]).toEqual(['scale', before + 25]);
  });

  it('grants credits once for a form that is sent twice at the same time, and again for the form of a new page', async () => {
    const { teamId } = await createTeam(app, 'free');
    const formOf = async () => {
      const [, nonce = ''] = /name="nonce" value="([^"]*)"/.exec(await open(`/teams/${teamId}`)) ?? [];
      return { amount: '25', reason: 'Sorry', nonce };
    };
    const form = await formOf();
    const answers = await Promise.all([form, form].map((each) => press(`/teams/${teamId}/credits`, each)));
    await press(`/teams/${teamId}/credits`, await formOf());
    const entries = await app.database.query<{ amount: number; has_request: boolean }>(
      'SELECT amount, request_id IS NOT NULL AS has_request FROM credit_entries WHERE team_id = $1',
      [teamId],
    );
    expect([answers.map(({ status }) => status), entries]).toEqual([
      [303, 303],
      Array(2).fill({ amount: 25, has_request: true }),
    ]);
  });

  it.each([
    ['credits', { amount: '1', reason: 'x', nonce: '1' }, 400],
    ['plan', { plan: 'gold' }, 400],
    ['plan', {}, 400],
    ['credits', { amount: 'many', reason: 'x' }, 400],
    ['credits', { amount: '-1', reason: 'x' }, 400],
    ['credits', { amount: '1e30', reason: 'x' }, 400],
    ['credits', { amount: '1', reason: ' ' }, 400],
    ['credits', { amount: '1', reason: 'x'.repeat(201) }, 400],
    ['credits', { amount: '1', reason: 'x\0' }, 400],
  ] as [string, Record<string, string>, number][])('refuses a wrong %s: %j', async (form, fields, status) => {
    const { teamId } = await createTeam(app);
    expect((await press(`/teams/${teamId}/${form}`, fields)).status).toBe(status);
    expect((await app.get(CreditsService).balances()).get(teamId) ?? 0).toBe(0);
  });

  it('is unknown for an id of no team, and changes nothing for another site', async () => {
    const { teamId } = await createTeam(app);
    expect((await press(`/teams/${randomUUID()}/suspend`)).status).toBe(404);
    expect((await press(`/teams/${teamId}/suspend`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await app.get(TeamsService).get(teamId)).suspendedAt).toBeNull();
  });
});

describe('the start page of operators', () => {
  it('says what needs them, and what a team has spent today', async () => {
    const caller = await createSpender(app, { credits: 3 });
    await app.get(CreditsService).open(orderOf(caller, randomUUID()));
    const page = await open('');
    for (const words of ['No worker runs', '<td>charge</td>', 'There is no schedule']) expect(page).toContain(words);
  });

  it('leads to every other page', async () => {
    const [, nav = ''] = /<nav[^>]*>(.*?)<\/nav>/s.exec(await open('')) ?? [];
    const paths = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
    const answers = await Promise.all(paths.map((path) => fetch(app.origin + path, { headers })));
    expect([paths.length, answers.every(({ status }) => status === 200)]).toEqual([9, true]);
  });
});

describe('an operator', () => {
  it('has failed deliveries of events tried again', async () => {
    await createTeam(app);
    await app.database.execute(
      `INSERT INTO event_deliveries (event_id, subscriber, attempts, failed_at, failure)
       SELECT id, 'a-subscriber', 10, now(), 'The subscriber broke' FROM events LIMIT 1`,
    );
    expect(await open('/events')).toContain('The subscriber broke');
    expect((await press('/events/retry')).status).toBe(303);
    expect(await open('/events')).toContain('No delivery failed.');
  });

  it('sends a failed mail again, and no other', async () => {
    const draft = { kind: 'invitation', to: 'ada@example.com', subject: 'Hello' } as const;
    await app.get(MailsService).write({ ...draft, paragraphs: ['Hello.'] });
    const [mail] = await app.get(MailsService).list(1);
    expect((await press(`/mail/${mail?.id}/retry`)).status).toBe(404);
    await app.database.execute(
      `UPDATE mails SET state = 'failed', attempts = 8, failure = '550 no such box', finished_at = now()`,
    );
    expect(await open(`/mail/${mail?.id}`)).toContain('Send again');
    expect((await press(`/mail/${mail?.id}/retry`)).status).toBe(303);
    expect(await app.get(MailsService).list(1)).toMatchObject([{ status: 'queued', attempts: 0, failure: null }]);
  });
});

describe('the page of people', () => {
  it('lists those who confirmed that they ask for their erasure, and erases them after a question', async () => {
    const [id, email] = [randomUUID(), `ada-${randomBytes(4).toString('hex')}@example.com`];
    await app.database.execute(
      `INSERT INTO privacy_requests (id, email, token_hash, confirmed_at) VALUES ($1, $2, $3, now())`,
      [id, email, randomBytes(32)],
    );
    expect(await open('')).toContain('1 request of people to be erased');
    expect(await open('/people')).toContain(email);
    expect(await open(`/people/${id}/erase`)).toContain('0 reviews, 0 posts, 0 unlocks');
    expect((await app.get(PersonErasure).show(email)).is_erased).toBe(false);

    const pressed = await press(`/people/${id}/erase`);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/ops/people']);
    expect((await app.get(PersonErasure).show(email)).is_erased).toBe(true);
    expect(await open('/people')).toContain('No person waits to be erased.');
    const entries = await app.database.query(`SELECT actor_kind FROM audit_entries WHERE action = 'person.erased'`);
    expect(entries).toEqual([{ actor_kind: 'operator' }]);
    expect((await press(`/people/${id}/erase`)).status).toBe(404);
  });
});
