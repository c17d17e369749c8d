import { AuditQueries } from '#accounts/audit/audit.queries.js';
import { AuditService } from '#accounts/audit/audit.service.js';
import type { AuditChanges } from '#accounts/audit/audit.types.js';
import { call, createKey, type TestApp } from '../../support/app.js';
import { Browser, textOf } from '../../support/browser.js';
import { signedIn } from '../../support/signed-in.js';
import { PASSWORD, signUp, startPublicApp } from '../../support/clients/oauth.js';

const BROWSER = 'Test browser 1.0';
const NEW_PASSWORD = 'a better horse battery';

interface Entry {
  id: string;
  action: string;
  actor: { kind: string; id: string | null; name: string | null };
  ip: string | null;
  user_agent: string | null;
  target: { type: string; id: string | null; name: string | null } | null;
  changes: Record<string, [unknown, unknown]>;
  request_id: string | null;
  created_at: string;
}

describe('the audit log', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  /** The log of a team through a key, which the log mentions too. */
  const logOf = async (teamId: string, query = ''): Promise<Entry[]> => {
    const { key } = await createKey(app, { teamId, scopes: ['audit'] });
    return (await call(app, 'GET', `/audit-log?page_size=100${query}`, { key })).body.data as Entry[];
  };

  const record = (teamId: string, name: string, changes: AuditChanges = { name: [null, name] }): Promise<void> =>
    app.get(AuditService).record({
      action: 'key.changed',
      teamId,
      target: { type: 'key', id: null, name },
      changes,
    });

  const namesOf = (entries: Entry[]): unknown[] => entries.map(({ target }) => target?.name);

  it('records logins, failed logins and logouts, with their addresses', async () => {
    const { teamId, userId, email } = await signUp(app);
    const browser = new Browser();
    const headers = { 'user-agent': BROWSER };
    for (const password of ['a wrong password', PASSWORD]) {
      const page = await browser.open(`${app.origin}/login`);
      const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
      const body = new URLSearchParams({ csrf_token, email, password });
      await browser.open(`${app.origin}/login`, { method: 'POST', headers, body });
    }
    await browser.submit(await browser.open(`${app.origin}/products`), '/logout', {});
    const entries = (await logOf(teamId)).filter(({ action }) => action.startsWith('session.')).reverse();
    const target = { type: 'user', id: userId, name: email };
    const person = { kind: 'session', id: userId, name: email };
    expect(entries.map(({ action, actor, target: of }) => ({ action, actor, target: of }))).toEqual([
      { action: 'session.refused', actor: { kind: 'session', id: null, name: null }, target },
      { action: 'session.created', actor: person, target },
      { action: 'session.ended', actor: person, target },
    ]);
    expect(entries[1]).toMatchObject({
      ip: '127.0.0.1',
      user_agent: BROWSER,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('records a failed sign-in of an unknown address without the address', async () => {
    const browser = new Browser();
    const page = await browser.open(`${app.origin}/login`);
    await browser.submit(page, '/login?next=%2F', { email: 'my-password-by-mistake@nowhere.example', password: 'x' });
    const rows = await app.database.query(`SELECT * FROM audit_entries WHERE team_id IS NULL AND target_id IS NULL`);
    expect(rows).toMatchObject([{ action: 'session.refused', ip: '127.0.0.1', target_name: null }]);
  });

  it('names the person who made, changed and revoked a key, with the values before and after', async () => {
    const { teamId, userId, email, open, send } = await signedIn(app);
    await send(await open('/app/settings/keys'), '/settings/keys', { name: 'ci', spend_cap: '5' });
    await send(await open('/app/settings/keys'), '/cap', { spend_cap: '9' });
    await send(await open('/app/settings/keys'), '/revoke');
    const entries = (await logOf(teamId)).filter(({ target }) => target?.name === 'ci').reverse();
    expect(entries.map(({ action, changes }) => [action, changes.spend_cap])).toEqual([
      ['key.created', [null, 5]],
      ['key.changed', [5, 9]],
      ['key.revoked', undefined],
    ]);
    expect(new Set(entries.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ kind: 'session', id: userId, name: email })]),
    );
  });

  it('contains no secret: no password, key, invitation or cookie', async () => {
    const { browser, open, send } = await signedIn(app);
    const created = await send(await open('/app/settings/keys'), '/settings/keys', { name: 'secret' });
    const key = /id="new-key">([^<]+)</.exec(created.html)?.[1] ?? 'missing';
    const invited = await send(await open('/app/settings/team'), '/team/invite');
    const secret = /\/join\/([\w-]+)/.exec(invited.html)?.[1] ?? 'missing';
    const fields = { current: PASSWORD, next: NEW_PASSWORD };
    await send(await open('/app/settings/password'), '/password', fields);
    const cookies = browser.cookiesFor(app.origin).map(({ value }) => value);
    const { log } = await app.database.one<{ log: string }>(
      `SELECT string_agg(row_to_json(entry)::text, ' ') AS log FROM audit_entries entry`,
    );
    expect(log).toContain('password.changed');
    expect([key, secret, PASSWORD, NEW_PASSWORD, ...cookies].filter((each) => log.includes(each))).toEqual([]);
  });

  it('keeps an entry only if its change is kept', async () => {
    const { teamId } = await createKey(app, { scopes: ['audit'] });
    const failing = app.database.transaction(async () => {
      await record(teamId, 'undone');
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(namesOf(await logOf(teamId))).not.toContain('undone');
  });

  it('is append-only, even for the service itself, until an entry is 400 days old', async () => {
    const { teamId } = await createKey(app, { scopes: ['audit'] });
    const old = `INSERT INTO audit_entries (id, team_id, action, actor_kind, created_at)
      VALUES (gen_random_uuid(), $1, 'key.changed', 'system', now() - interval '401 days')`;
    await app.database.execute(old, [teamId]);
    for (const statement of [
      `UPDATE audit_entries SET action = 'key.created'`,
      'TRUNCATE audit_entries',
      `DELETE FROM audit_entries WHERE created_at > now() - interval '1 hour'`,
    ]) {
      await expect(app.database.execute(statement)).rejects.toThrow('audit_entries is append-only');
    }
    expect(await app.get(AuditQueries).deleteOld()).toBe(1);
  });

  it('is read by cursor, newest first, every entry once', async () => {
    const { teamId, key } = await createKey(app, { scopes: ['audit'] });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await record(teamId, name);
    const seen: Entry[] = [];
    let cursor: string | null = 'start';
    while (cursor) {
      const path: string = `/audit-log?action=key.changed&page_size=2&cursor=${cursor}`;
      const { data, meta } = (await call(app, 'GET', path, { key })).body as {
        data: Entry[];
        meta: { pagination: { next_cursor: string | null } };
      };
      seen.push(...data);
      cursor = meta.pagination.next_cursor;
    }
    expect(namesOf(seen)).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('is filtered by action, actor and time', async () => {
    const { teamId, userId, open, send } = await signedIn(app);
    await send(await open('/app/settings/team'), '/team/invite');
    const actions = async (query: string) => (await logOf(teamId, query)).map(({ action }) => action);
    expect(await actions(`&actor_id=${userId}`)).toEqual(['invitation.created', 'session.created']);
    expect(await actions('&action=team.created')).toEqual(['team.created']);
    expect(await actions('&to=2026-01-01')).toEqual([]);
    expect((await actions('&from=2026-01-01T00:00:00Z')).length).toBeGreaterThan(3);
    const today = new Date().toISOString().slice(0, 10);
    expect(await actions(`&from=${today}&to=${today}`)).toContain('invitation.created');
  });

  it.each(['action=key.creatd', 'from=yesterday', 'from=2026-02-01&to=2026-01-01', 'cursor=nonsense', 'page_size=0'])(
    'refuses %s with 400',
    async (query) => {
      const { key } = await createKey(app, { scopes: ['audit'] });
      expect((await call(app, 'GET', `/audit-log?${query}`, { key })).status).toBe(400);
    },
  );

  it('is read only by keys with its scope', async () => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', '/audit-log', { key });
    expect([status, body.error?.details]).toMatchObject([403, { reason: 'insufficient_scope', required: ['audit'] }]);
  });

  it('shows a team only its own entries', async () => {
    const [one, other] = [await createKey(app, { scopes: ['audit'] }), await createKey(app, { scopes: ['audit'] })];
    await record(one.teamId, 'mine');
    expect(namesOf(await logOf(other.teamId))).not.toContain('mine');
    const { body } = await call(app, 'GET', '/audit-log?page_size=1', { key: one.key });
    const { next_cursor: cursor } = (body.meta as { pagination: { next_cursor: string } }).pagination;
    const stolen = await call(app, 'GET', `/audit-log?page_size=1&cursor=${cursor}`, { key: other.key });
    expect(stolen.body.error?.details).toEqual({ reason: 'cursor_mismatch' });
  });

  it('has a page with filters and older entries', async () => {
    const { teamId, email, open } = await signedIn(app);
    for (let index = 0; index < 51; index++) await record(teamId, `entry ${index}`);
    const page = await open('/app/settings/audit?action=&from=&to=');
    expect([page.status, textOf(page).includes('entry 50'), textOf(page).includes('Older entries')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(textOf(await open('/app/settings/audit?action=session.created'))).toMatch(
      new RegExp(`Logged in +${email.replaceAll('.', '\\.')}`),
    );
    expect((await open('/app/settings/audit?action=nonsense')).status).toBe(400);
  });

  it('has a page that describes the changes in words', async () => {
    const { teamId, open } = await signedIn(app);
    const [hourly, later] = [8, 9].map((hour) => JSON.stringify({ feed: true, email: { hour, is_weekly: false } }));
    await record(teamId, 'nested', { name: ['A', 'B'], deliver: [hourly ?? null, later ?? null] });
    await record(teamId, 'long', { name: [null, `{${'x'.repeat(80)}`], owner: ['C', null] });
    const text = textOf(await open('/app/settings/audit?action=key.changed'));
    expect(text).toContain('Name: A → B; Hour of the digest: 8 → 9');
    expect(text).toContain(`Name: {${'x'.repeat(59)}…; Owner: C → none`);
    expect(text).not.toContain('Feed:');
  });
});
