import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { scopeOf } from '#access/policy/key.scopes.js';
import { governedBy, may, RIGHTS, type Right } from '#access/policy/rights.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import type { Operation } from '#platform/operations/operation.js';
import { TOOLSETS } from '#surfaces/mcp/mcp.toolsets.js';
import type { TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { PASSWORD, RawClient, rpc, signUp, startPublicApp } from '../../support/clients/oauth.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
const NO_SUCH_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

/** The rows of the table whose first column has this title, each with the code marks removed. */
function table(title: string): string[][] {
  const [, ...lines] = DOCUMENT.slice(DOCUMENT.indexOf(`| ${title} |`)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(1, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

/** `spend:report` is an allowance of keys for one action; of people it is the right to spend. */
const rightOf = (allowance = ''): Right => (allowance === '–' ? 'write' : allowance.split(':')[0]) as Right;

const OPERATIONS = new Map(
  table('operation').map(([id = '', allowance, lanes = '', tool]) => [
    id,
    { right: rightOf(allowance), allowance, lanes: lanes.split(', '), tool: tool === 'x' ? id : tool },
  ]),
);
const FORMS = table('form').map(([path = '', right = '', proof = '']) => ({ path, right, needsProof: proof === 'x' }));

/** The person of a test. */
interface Actor {
  role: MemberRole;
  userId: string;
  email: string;
  token: string;
  browser: Browser;
  csrfToken: string;
}

describe('the rights of roles', () => {
  let app: TestApp;
  let teamId: string;
  let actors: Actor[];

  beforeAll(async () => {
    app = await startPublicApp();
    ({ teamId } = await signUp(app, 'growth', 10));
    const client = await RawClient.register(app);
    actors = [];
    for (const role of MEMBER_ROLES) actors.push(await actorOf(client, role));
  });
  afterAll(() => app.close());

  /** A person who was a member when they connected an assistant with a budget, and who has the role since. */
  async function actorOf(client: RawClient, role: MemberRole): Promise<Actor> {
    const email = `${role}@roles.example`;
    const { id: userId } = await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'member');
    const { access_token: token } = await client.connect({ email, budget: '5' });
    const browser = new Browser();
    await browser.submit(await browser.open(`${app.origin}/login`), '/login?next=%2F', { email, password: PASSWORD });
    await setRole(userId, role);
    const { html } = await browser.open(`${app.origin}/products`);
    const csrfToken = /name="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
    return { role, userId, email, token, browser, csrfToken };
  }

  const setRole = (userId: string, role: MemberRole): Promise<unknown> =>
    app.database.query('UPDATE memberships SET role = $3 WHERE team_id = $1 AND user_id = $2', [teamId, userId, role]);

  const post = (
    { browser, csrfToken }: Pick<Actor, 'browser' | 'csrfToken'>,
    path: string,
    fields: Record<string, string> = {},
  ): Promise<Page> =>
    browser.open(`${app.origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ csrf_token: csrfToken, ...fields }),
    });

  /** The reason why a tool refuses a call, or undefined. */
  async function refusalOf(token: string | undefined, name: string): Promise<string | undefined> {
    const given = argumentsOf(name);
    const path = `${token ? '/mcp/auth' : '/mcp'}?toolsets=all`;
    const { body } = await rpc(app, 'tools/call', { path, token, params: { name, arguments: given } });
    if (!body.result?.isError) return undefined;
    const { details } = JSON.parse(body.result.content?.[0]?.text ?? '{}') as { details?: { reason?: string } };
    return details?.reason;
  }

  it('is written in one table of rights', () => {
    const documented = table('right').map(([right, ...roles]) => [right, ...roles.slice(0, MEMBER_ROLES.length)]);
    const declared = Object.keys(RIGHTS).map((right) => [
      right,
      ...MEMBER_ROLES.map((role) => (may(role, right as Right) ? 'x' : '–')),
    ]);
    expect(documented).toEqual(declared);
  });

  /** The operations of routes and of tools, which need no route. */
  const operations = (): Operation[] => {
    const served = app.get(RouteRegistry).operationRoutes();
    return [...new Set([...served, ...Object.values(TOOLSETS).flat()].map(({ operation }) => operation))];
  };

  it('is written for every operation, with its lanes and tools', () => {
    const tools = new Map(
      Object.values(TOOLSETS).flatMap((set) => set.map(({ name, operation: { id } }) => [id, name])),
    );
    const declared = operations().map(({ id, lanes }) => [id, lanes.join(', '), tools.get(id) ?? '']);
    const documented = [...OPERATIONS].map(([id, { lanes, tool }]) => [id, lanes.join(', '), tool]);
    expect([...documented].sort()).toEqual(declared.sort());
  });

  it('is written for every operation, with the scope of keys', () => {
    const declared = operations().map((operation) => [operation.id, scopeOf(operation) ?? '–']);
    const documented = [...OPERATIONS].map(([id, { allowance }]) => [id, allowance]);
    expect([...documented].sort()).toEqual(declared.sort());
  });

  it('is written for every form but those of operators, who have no role', () => {
    const routes = app.get(RouteRegistry).routes();
    const declared = routes.filter(({ method, path }) => method === 'POST' && !/^\/(api|mcp|oauth|ops)\b/.test(path));
    expect(FORMS.map(({ path }) => path).sort()).toEqual(declared.map(({ path }) => path).sort());
  });

  it('holds for every tool and every role', async () => {
    const faults: string[] = [];
    for (const [id, { right, lanes, tool }] of OPERATIONS) {
      for (const { role, token } of tool ? actors : []) {
        const isRefused = (await refusalOf(token, tool ?? '')) === 'role_required';
        const mayUse = lanes.includes('anonymous') || may(role, right);
        if (isRefused === mayUse) faults.push(`${id} as ${role}: ${isRefused ? 'refused' : 'allowed'}`);
      }
      if (!tool) continue;
      const isOpen = (await refusalOf(undefined, tool)) !== 'connection_required';
      if (isOpen !== lanes.includes('anonymous')) faults.push(`${id} as a stranger`);
    }
    expect(faults).toEqual([]);
  });

  it('holds for every form and every role', async () => {
    const connection = await connectionOfAnother();
    const faults: string[] = [];
    for (const { path, right } of FORMS.filter((form) => form.right in RIGHTS)) {
      // The lowest role first: the rows that it may not end still exist for the next one.
      for (const actor of [...actors].reverse()) {
        const address = path.replace(':id', path.includes('/connections/') ? connection : NO_SUCH_ID);
        const page = await post(actor, address, { role: 'viewer', team_id: NO_SUCH_ID });
        const isRefused = page.status === 403;
        if (isRefused === may(actor.role, right as Right)) faults.push(`${path} as ${actor.role}: ${page.status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('needs a recent proof for the forms that are marked, and for no other', async () => {
    const owner = actors.find(({ role }) => role === 'owner') as Actor;
    const faults: string[] = [];
    // Logging out would end the session.
    for (const { path, needsProof } of FORMS.filter((form) => form.right !== 'anyone' && form.path !== '/logout')) {
      await app.database.execute(`UPDATE web_sessions SET proved_at = now() - interval '1 hour' WHERE user_id = $1`, [
        owner.userId,
      ]);
      const isAsked = textOf(await post(owner, path.replace(/:\w+/, NO_SUCH_ID))).includes('Confirm that it is you');
      if (isAsked !== needsProof) faults.push(`${path}: ${isAsked ? 'asked' : 'not asked'}`);
    }
    expect(faults).toEqual([]);
  });

  it('holds for the page of the audit log', async () => {
    const statuses = await Promise.all(
      actors.map(async ({ browser }) => (await browser.open(`${app.origin}/app/settings/audit`)).status),
    );
    expect(statuses).toEqual([200, 200, 403, 403]);
  });

  it('offers a viewer no form that would be refused', async () => {
    const viewer = actors.find(({ role }) => role === 'viewer') as Actor;
    const faults: string[] = [];
    for (const path of ['keys', 'connections', 'sender', 'team'].map((tab) => `/app/settings/${tab}`)) {
      const { html } = await viewer.browser.open(`${app.origin}${path}`);
      const buttons = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(?:(?!<\/form>)[\s\S])*<button/g)];
      faults.push(...buttons.map(([, action = '']) => `${path}: ${action}`));
    }
    // Their own connection, leaving, and logging out.
    expect(faults.filter((fault) => !/\/(logout|remove|disconnect)$/.test(fault))).toEqual([]);
  });

  it('applies a changed role to the next request of a person and of their assistant', async () => {
    const actor = actors.find(({ role }) => role === 'member') as Actor;
    const outcomes = async () => [
      await refusalOf(actor.token, 'follow_product'),
      (await post(actor, `/products/${NO_SUCH_ID}/follow`)).status,
    ];
    const before = await outcomes();
    await setRole(actor.userId, 'viewer');
    const after = await outcomes();
    await setRole(actor.userId, 'member');
    expect([before, after]).toEqual([
      [undefined, 404],
      ['role_required', 403],
    ]);
  });

  it('lists the same tools for a viewer', async () => {
    const counts = await Promise.all(
      actors.map(async ({ token }) => (await rpc(app, 'tools/list', { token })).body.result?.tools?.length),
    );
    expect(counts).toEqual([15, 15, 15, 15]);
  });

  it('lets a viewer connect an assistant without a budget, which lists twelve tools, and none with one', async () => {
    const email = 'connecting@roles.example';
    await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'viewer');
    const client = await RawClient.register(app);
    const refused = await client.code({ email, budget: '1' });
    expect(refused.code).toBe('');
    const { access_token: token } = await client.connect({ email, budget: '0' });
    expect((await rpc(app, 'tools/list', { token })).body.result?.tools).toHaveLength(12);
  });

  it('ends the connections of a removed person, and keeps the keys of the team', async () => {
    const email = 'removed@roles.example';
    const { id } = await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'member');
    const { access_token: token } = await (await RawClient.register(app)).connect({ email });
    const admin = actors.find(({ role }) => role === 'admin') as Actor;
    expect((await post(admin, `/app/settings/team/${id}/remove`)).status).toBe(303);
    expect((await rpc(app, 'tools/list', { token })).status).toBe(401);
  });

  it('keeps a person in the team whose connections could not be ended', async () => {
    const { id } = await app.get(TeamsService).addUser(teamId, 'kept@roles.example', PASSWORD, 'member');
    const failing = jest.spyOn(app.get(ConnectionsService), 'endAllOf').mockRejectedValueOnce(new Error('no luck'));
    const admin = actors.find(({ role }) => role === 'admin') as Actor;
    expect((await post(admin, `/app/settings/team/${id}/remove`)).status).toBe(500);
    failing.mockRestore();
    const left = await app.database.query('SELECT role FROM memberships WHERE user_id = $1', [id]);
    expect(left).toEqual([{ role: 'member' }]);
  });

  it('offers the last owner no way to leave, and states why when it is requested anyway', async () => {
    const alone = await signUp(app);
    const browser = new Browser();
    const login = await browser.open(`${app.origin}/login`);
    await browser.submit(login, '/login?next=%2F', { email: alone.email, password: PASSWORD });
    const page = await browser.open(`${app.origin}/app/settings/team`);
    expect([page.html.includes('/remove"'), page.html.includes('/role"')]).toEqual([false, false]);
    const csrfToken = /name="csrf_token" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
    for (const action of ['remove', 'role']) {
      const path = `/app/settings/team/${alone.userId}/${action}`;
      const answer = await post({ browser, csrfToken }, path, { role: 'viewer' });
      expect([answer.status, textOf(answer).includes('A team needs an owner')]).toEqual([403, true]);
    }
  });

  it('governs roles by rights', () => {
    expect(MEMBER_ROLES.map((role) => governedBy(role))).toEqual([MEMBER_ROLES, ['member', 'viewer'], [], []]);
  });

  async function connectionOfAnother(): Promise<string> {
    const email = 'another@roles.example';
    const { id } = await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'member');
    await (await RawClient.register(app)).connect({ email });
    const found = await app.database.one<{ id: string }>('SELECT id FROM oauth_connections WHERE user_id = $1', [id]);
    return found.id;
  }
});

/** Valid arguments of a tool, with ids that do not exist. */
function argumentsOf(name: string): Record<string, unknown> {
  const ofProduct =
    /pain_points|competitors|follow_product|generate_report|list_reports|diff_reports|get_switching|get_standing|list_theme_mentions/.test(
      name,
    );
  const ofOpportunity = /(get|update)_opportunity|generate_pitch|unlock_contact/.test(name);
  return {
    ...(ofProduct && { product_id: NO_SUCH_ID }),
    ...(ofOpportunity && { opportunity_id: NO_SUCH_ID }),
    ...ARGUMENTS[name],
  };
}

const ITEM = { opportunity_id: NO_SUCH_ID, field: 'email' };
const ARGUMENTS: Record<string, object> = {
  search: { query: 'leaving' },
  fetch: { id: `report:${NO_SUCH_ID}` },
  update_opportunity: { is_viewed: true },
  unlock_contact: { field: 'email' },
  compare_products: { product_ids: [NO_SUCH_ID, NO_SUCH_ID.replace(/.$/, '1')] },
  list_theme_mentions: { theme_id: NO_SUCH_ID },
  list_matches: { saved_search_id: NO_SUCH_ID },
  preview_search: { filters: {} },
  save_search: { name: 'Roles', filters: {} },
  quote: { items: [{ action: 'unlock_contact', ...ITEM }] },
  start_bulk_job: { action: 'unlock_contact', items: [ITEM], max_credits: 1, dry_run: true },
  get_bulk_job: { bulk_job_id: NO_SUCH_ID },
};
