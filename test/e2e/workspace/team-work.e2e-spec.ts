import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { textOf } from '../../support/browser.js';
import { importLines } from '../../support/imported.js';
import { membersIn } from '../../support/members.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

let app: TestApp;
let ada: SignedIn;
let key: string;
let member: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  ada = await signedIn(app);
  ({ key } = await createKey(app, { teamId: ada.teamId }));
  [member = ''] = await membersIn(app, ada.teamId);
});
afterAll(() => app.close());

const opportunity = (): Promise<string> => insertPostOpportunity(app.database);
const patch = (id: string, body: object, as = key): Promise<ApiResponse> =>
  call(app, 'PATCH', `/opportunities/${id}`, { key: as, body });
const read = async (id: string, as = key) =>
  (await call(app, 'GET', `/opportunities/${id}`, { key: as })).body.data as Record<string, unknown>;
const listed = async (query: string, as = key): Promise<string[]> => {
  const { body } = await call(app, 'GET', `/opportunities?page_size=100&${query}`, { key: as });
  return (body.data as { id: string }[]).map(({ id }) => id);
};
const eventsOf = async (type: string): Promise<{ data: Record<string, unknown> }[]> => {
  await app.inWorker(TeamEventNumbering).number();
  const { body } = await call(app, 'GET', `/events?cursor=start&page_size=100&type=${type}`, { key });
  return body.data as { data: Record<string, unknown> }[];
};
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

describe('an assignment', () => {
  it('gives an opportunity to a member, and is an event', async () => {
    const id = await opportunity();
    const { body } = await patch(id, { assignee_id: ada.userId });
    const assignee = { id: ada.userId, name: ada.email };
    expect([body.data, await read(id)]).toEqual([
      expect.objectContaining({ assignee }),
      expect.objectContaining({ assignee }),
    ]);
    expect((await eventsOf('opportunity.assigned')).at(-1)?.data).toMatchObject({ opportunity_id: id, assignee });
  });

  it('is refused for a person outside the team', async () => {
    const stranger = await signedIn(app);
    const { status, body } = await patch(await opportunity(), { assignee_id: stranger.userId });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('assignee_id')]);
  });

  it('ends when the member leaves the team', async () => {
    const id = await opportunity();
    const [leaver = ''] = await membersIn(app, ada.teamId);
    await patch(id, { assignee_id: leaver, status: 'contacted' });
    await app.get(MembershipsService).remove(ada.teamId, leaver, null);
    expect(await read(id)).toMatchObject({ assignee: null, status: 'contacted' });
  });

  it('is not seen by another team', async () => {
    const id = await opportunity();
    await patch(id, { assignee_id: member });
    const other = await createKey(app);
    expect(await read(id, other.key)).toMatchObject({ assignee: null });
  });

  it('filters the list by member, by nobody, and for a person by me', async () => {
    const [mine, theirs, free] = [await opportunity(), await opportunity(), await opportunity()];
    await patch(mine, { assignee_id: ada.userId });
    await patch(theirs, { assignee_id: member });
    const ids = [mine, theirs, free].join();
    expect(await listed(`ids=${ids}&assignee=${member}`)).toEqual([theirs]);
    expect((await listed(`ids=${ids}&assignee=none,${ada.userId}`)).toSorted()).toEqual([mine, free].toSorted());
    const page = await ada.open('/app/opportunities?view=mine');
    expect([page.html.includes(mine), page.html.includes(theirs)]).toEqual([true, false]);
  });

  it('to me is refused for a key, which has no person', async () => {
    const { status, body } = await call(app, 'GET', '/opportunities?assignee=me', { key });
    expect([status, body.error?.details]).toMatchObject([400, { errors: [{ field: 'assignee', location: 'query' }] }]);
  });
});

describe('an opportunity that is put off', () => {
  it('is left out of the usual list, and shown among those that are put off', async () => {
    const id = await opportunity();
    await patch(id, { snoozed_until: tomorrow() });
    expect([(await listed('')).includes(id), await listed('snoozed=true')]).toEqual([false, [id]]);
    expect(await listed(`ids=${id}`)).toEqual([id]);
    await patch(id, { snoozed_until: null });
    expect(await listed('')).toContain(id);
  });

  it('leaves an event and an entry of the audit log when it is put off and put back, each once', async () => {
    const id = await opportunity();
    const until = tomorrow();
    for (const snoozed_until of [until, until, null, null]) await patch(id, { snoozed_until });
    const by = expect.objectContaining({ kind: 'key', name: 'test' });
    const events = (await eventsOf('opportunity.snoozed')).map(({ data }) => data);
    expect(events.filter(({ opportunity_id }) => opportunity_id === id)).toEqual([
      { opportunity_id: id, snoozed_until: until, by },
      { opportunity_id: id, snoozed_until: null, by },
    ]);
    const entries = await app.database.query(
      `SELECT changes FROM audit_entries WHERE action = 'opportunity.snoozed' AND target_id = $1 ORDER BY created_at, id`,
      [id],
    );
    expect(entries).toEqual([
      { changes: { snoozed_until: [null, until] } },
      { changes: { snoozed_until: [until, null] } },
    ]);
  });

  it('leaves no event when its time is over and something else changes', async () => {
    const id = await opportunity();
    await patch(id, { snoozed_until: tomorrow() });
    await app.database.execute(`UPDATE opportunity_triage SET snoozed_until = now() WHERE opportunity_id = $1`, [id]);
    await patch(id, { status: 'contacted' });
    await patch(id, { snoozed_until: null });
    const events = (await eventsOf('opportunity.snoozed')).filter(({ data }) => data.opportunity_id === id);
    expect(events).toHaveLength(1);
  });

  it('is answered without a time that is over', async () => {
    const id = await opportunity();
    await patch(id, { snoozed_until: tomorrow() });
    await app.database.execute(`UPDATE opportunity_triage SET snoozed_until = now() WHERE opportunity_id = $1`, [id]);
    const { body } = await patch(id, { status: 'contacted' });
    expect(body.data).toMatchObject({ snoozed_until: null });
  });

  it('returns when its time is over', async () => {
    const id = await opportunity();
    await patch(id, { snoozed_until: tomorrow() });
    await app.database.execute(`UPDATE opportunity_triage SET snoozed_until = now() WHERE opportunity_id = $1`, [id]);
    expect(await listed('')).toContain(id);
    expect(await read(id)).toMatchObject({ snoozed_until: null });
  });

  it.each(['', '-01', '-01T00:00', '-01T00:00Z'])('takes the month with %j', async (rest) => {
    const now = new Date();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    const { status, body } = await patch(await opportunity(), { snoozed_until: month.slice(0, 7) + rest });
    expect([status, body.data]).toMatchObject([200, { snoozed_until: month }]);
  });

  it.each(['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'tomorrow', 7])('is refused until %s', async (until) => {
    expect((await patch(await opportunity(), { snoozed_until: until })).status).toBe(400);
  });
});

describe('a change with if_status', () => {
  it('is refused with the present status if somebody else was faster', async () => {
    const id = await opportunity();
    await patch(id, { status: 'contacted' });
    const { status, body } = await patch(id, { status: 'dismissed', if_status: 'new' });
    expect([status, body.error?.details]).toEqual([403, { reason: 'changed_meanwhile', status: 'contacted' }]);
    expect(await read(id)).toMatchObject({ status: 'contacted' });
  });

  it('of an unknown opportunity is not found', async () => {
    expect((await patch(randomUUID(), { status: 'dismissed', if_status: 'contacted' })).status).toBe(404);
  });

  it('of an opportunity of the other mode is not found', async () => {
    const { key: testKey } = await createKey(app, { teamId: ada.teamId, test: true });
    const change = { status: 'dismissed', if_status: 'contacted' };
    const { status, body } = await patch(await opportunity(), change, testKey);
    expect([status, body.error?.details]).toMatchObject([404, { hint: expect.any(String) }]);
  });

  it('lets two members decide 200 times on one list and overwrite nothing', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, opportunity));
    const { key: other } = await createKey(app, { teamId: ada.teamId });
    const decide = (id: string, status: string, as: string): Promise<ApiResponse> =>
      patch(id, { status, if_status: 'new' }, as);
    const answers = await Promise.all(
      ids.flatMap((id) => [decide(id, 'contacted', key), decide(id, 'dismissed', other)]),
    );
    const [made, refused] = [200, 403].map((status) => answers.filter((answer) => answer.status === status));
    expect([made?.length, refused?.length]).toEqual([100, 100]);
    const kept = made?.map(({ body }) => body.data as { id: string; status: string });
    const stored = await app.database.query<{ id: string; status: string }>(
      'SELECT opportunity_id AS id, status FROM opportunity_triage WHERE opportunity_id = ANY($1)',
      [ids],
    );
    expect(new Map(stored.map(({ id, status }) => [id, status]))).toEqual(
      new Map(kept?.map(({ id, status }) => [id, status])),
    );
  });
});

describe('comments', () => {
  const comment = (id: string, text: unknown, as = key): Promise<ApiResponse> =>
    call(app, 'POST', `/opportunities/${id}/comments`, { key: as, body: { text } });
  const commentsOn = async (id: string, as = key) =>
    (await call(app, 'GET', `/opportunities/${id}/comments?cursor=start`, { key: as })).body.data as { text: string }[];

  it('are listed for the team alone, the oldest first, and counted', async () => {
    const id = await opportunity();
    await comment(id, ' First ');
    await comment(id, 'Second');
    expect((await commentsOn(id)).map(({ text }) => text)).toEqual(['First', 'Second']);
    expect(await read(id)).toMatchObject({ comments_count: 2 });
    const other = await createKey(app);
    expect([await commentsOn(id, other.key), await read(id, other.key)]).toEqual([
      [],
      expect.objectContaining({ comments_count: 0 }),
    ]);
  });

  it('have no next cursor at the end of their list', async () => {
    const id = await opportunity();
    await comment(id, 'First');
    const { meta } = (await call(app, 'GET', `/opportunities/${id}/comments`, { key })).body;
    expect(meta).toMatchObject({ pagination: { has_more: false, next_cursor: null } });
  });

  it.each([
    ['is empty', ''],
    ['is blank', ' '],
    ['is longer than 2,000 characters', 'x'.repeat(2_001)],
    ['has more than 2,000 characters in hearts of two characters each', '\u2764\uFE0F'.repeat(1_001)],
    ['is no text', 7],
  ])('are refused if the text %s', async (_, text) => {
    expect((await comment(await opportunity(), text)).status).toBe(400);
  });

  it('on an unknown opportunity are not found', async () => {
    expect((await comment(ada.userId, 'Hello')).status).toBe(404);
  });

  it('that mention a member make an item of the inbox, and an event', async () => {
    const id = await opportunity();
    const { body } = await comment(id, `@${ada.email} please call`);
    const [told] = (await eventsOf('opportunity.commented')).toReversed();
    expect(told?.data).toMatchObject({ opportunity_id: id, mentions: [{ id: ada.userId, name: ada.email }] });
    const inbox = await call(app, 'GET', '/inbox?cursor=start', { key });
    const { id: subject } = body.data as { id: string };
    const items = await app.database.query('SELECT kind, path FROM inbox_items WHERE subject = $1', [subject]);
    expect([inbox.status, items]).toEqual([200, [{ kind: 'mention', path: `/app/opportunities/${id}` }]]);
  });

  it('leave no address of a deleted account in the inbox', async () => {
    const id = await opportunity();
    const ben = await signedIn(app);
    await app.database.execute('UPDATE memberships SET team_id = $1 WHERE user_id = $2', [ada.teamId, ben.userId]);
    await comment(id, `@${ben.email} please call`);
    await ben.send(await ben.open(`/app/opportunities/${id}`), '/comments', { text: `@${ada.email} I did` });
    await app.inWorker(TeamEventNumbering).number();
    await ben.browser.submit(await ben.open('/app/settings/security'), '/account/delete', { email: ben.email });
    const items = await app.database.query<{ title: string }>(
      `SELECT title FROM inbox_items WHERE team_id = $1 AND path = $2 ORDER BY created_at, id`,
      [ada.teamId, `/app/opportunities/${id}`],
    );
    expect(items).toEqual([{ title: 'test to a former member' }, { title: `A former member to ${ada.email}` }]);
  });

  it('keep their text in the inbox when an account is deleted whose address ends that of a person in them', async () => {
    const id = await opportunity();
    const ben = await signedIn(app);
    await app.database.execute('UPDATE memberships SET team_id = $1 WHERE user_id = $2', [ada.teamId, ben.userId]);
    await comment(id, `@${ben.email} please call`);
    await app.inWorker(TeamEventNumbering).number();
    await app.database.transaction(() => app.get(InboxService).forget(ben.email.slice(1)));
    const items = await app.database.query('SELECT title FROM inbox_items WHERE path = $1', [
      `/app/opportunities/${id}`,
    ]);
    expect(items).toEqual([{ title: `test to ${ben.email}: @${ben.email} please call` }]);
  });

  it('are deleted by their author', async () => {
    const id = await opportunity();
    const { body } = await comment(id, 'Wrong');
    const path = `/opportunities/${id}/comments/${(body.data as { id: string }).id}`;
    const { key: other } = await createKey(app, { teamId: ada.teamId });
    const [byOther, byAuthor] = [
      (await call(app, 'DELETE', path, { key: other })).status,
      (await call(app, 'DELETE', path, { key })).status,
    ];
    expect([byOther, byAuthor, await commentsOn(id)]).toEqual([403, 200, []]);
  });

  it('leave no item in the inbox when they are deleted, but an entry in the audit log and an event without the text', async () => {
    const id = await opportunity();
    const deleted: string[] = [];
    // The second one is deleted before its event has made an item.
    for (const isTold of [true, false]) {
      const { body } = await comment(id, `@${ada.email} never mind`);
      deleted.push((body.data as { id: string }).id);
      if (isTold) await app.inWorker(TeamEventNumbering).number();
      await call(app, 'DELETE', `/opportunities/${id}/comments/${deleted.at(-1)}`, { key });
    }
    const events = (await eventsOf('opportunity.comment_deleted')).map(({ data }) => data);
    expect(events.filter(({ opportunity_id }) => opportunity_id === id)).toEqual(
      deleted.map((commentId) => ({
        ...{ opportunity_id: id, comment: { id: commentId } },
        by: expect.objectContaining({ kind: 'key', name: 'test' }),
      })),
    );
    const path = `/app/opportunities/${id}`;
    expect(await app.database.query('SELECT title FROM inbox_items WHERE path = $1', [path])).toEqual([]);
    const entries = await app.database.query(
      `SELECT changes FROM audit_entries WHERE action = 'opportunity.comment_deleted' AND target_id = $1 ORDER BY created_at, id`,
      [id],
    );
    expect(entries).toEqual(deleted.map((commentId) => ({ changes: { comment: [commentId, null] } })));
  });

  it('are deleted once by two requests at the same time', async () => {
    const id = await opportunity();
    const { body } = await comment(id, 'Twice');
    const path = `/opportunities/${id}/comments/${(body.data as { id: string }).id}`;
    const answers = await Promise.all([1, 2].map(() => call(app, 'DELETE', path, { key })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('lose the name of a deleted account, and keep the text', async () => {
    const id = await opportunity();
    const ben = await signedIn(app);
    const page = await ben.open(`/app/opportunities/${id}`);
    await ben.send(page, '/comments', { text: 'Mine' });
    const { key: theirs } = await createKey(app, { teamId: ben.teamId });
    await app.database.execute('DELETE FROM users WHERE id = $1', [ben.userId]);
    expect(await commentsOn(id, theirs)).toEqual([
      expect.objectContaining({ text: 'Mine', author: { kind: 'session', id: ben.userId, name: null } }),
    ]);
  });
});

describe('the activity of an opportunity', () => {
  const activityOf = async (id: string) =>
    (await call(app, 'GET', `/opportunities/${id}/activity`, { key })).body.data as {
      at: string;
      kind: string;
      text: string;
      by: string | null;
    }[];

  it('says who viewed, triaged, assigned, put off and commented, the newest first', async () => {
    const id = await opportunity();
    await patch(id, { is_viewed: true });
    await patch(id, { status: 'contacted' });
    await patch(id, { assignee_id: member });
    await patch(id, { snoozed_until: tomorrow() });
    await call(app, 'POST', `/opportunities/${id}/comments`, { key, body: { text: 'Called' } });
    const items = await activityOf(id);
    expect(items.map(({ kind, by }) => [kind, by])).toEqual(
      expect.arrayContaining([
        ['commented', 'test'],
        ['assigned', 'test'],
        ['status', 'test'],
        ['snoozed', 'test'],
        ['viewed', 'test'],
        ['found', null],
      ]),
    );
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('says until when it is put off, and that it was put back', async () => {
    const id = await opportunity();
    const until = tomorrow();
    for (const snoozed_until of [until, null]) await patch(id, { snoozed_until });
    const snoozes = (await activityOf(id)).filter(({ kind }) => kind === 'snoozed');
    expect(snoozes.map(({ text }) => text).toSorted()).toEqual([
      'Put back in the list',
      expect.stringMatching(/^Put off until [A-Z][a-z]{2} \d{1,2}, 20\d\d$/),
    ]);
  });

  it('names the first viewer, until the team marks it as not viewed', async () => {
    const id = await opportunity();
    const viewer = async () => (await activityOf(id)).flatMap(({ kind, by }) => (kind === 'viewed' ? [by] : []));
    await ada.open(`/app/opportunities/${id}`);
    await patch(id, { is_viewed: true });
    const first = await viewer();
    await patch(id, { is_viewed: false });
    const none = await viewer();
    await patch(id, { is_viewed: true });
    expect([first, none, await viewer()]).toEqual([[ada.email], [], ['test']]);
  });

  it('names no viewer of a view that was stored without one, or whose account was deleted', async () => {
    const [old, orphaned] = [await opportunity(), await opportunity()];
    const ben = await signedIn(app);
    await app.database.execute('UPDATE memberships SET team_id = $1 WHERE user_id = $2', [ada.teamId, ben.userId]);
    await patch(old, { is_viewed: true });
    await app.database.execute('UPDATE opportunity_triage SET viewed_by_name = NULL WHERE opportunity_id = $1', [old]);
    await ben.open(`/app/opportunities/${orphaned}`);
    await app.database.execute('DELETE FROM users WHERE id = $1', [ben.userId]);
    const viewed = (await Promise.all([old, orphaned].map(activityOf))).flat().filter(({ kind }) => kind === 'viewed');
    expect(viewed.map(({ by }) => by)).toEqual([null, null]);
  });

  it('keeps an unlock among many later comments', async () => {
    const [authorName, company] = ['Jane Doe', `Acme ${randomUUID()}`];
    await importLines(app, ContactsImporter, [{ name: authorName, company, email: `${randomUUID()}@acme.example` }]);
    const id = await insertPostOpportunity(app.database, { authorName, company });
    const buyer = await createKey(app, { credits: 1, spendCap: 1 });
    const post = (path: string, body: object): Promise<ApiResponse> =>
      call(app, 'POST', `/opportunities/${id}/${path}`, { key: buyer.key, body });
    await post('unlock-contact', { field: 'email' });
    for (let n = 0; n < 20; n++) await post('comments', { text: 'Called' });
    const { body } = await call(app, 'GET', `/opportunities/${id}/activity`, { key: buyer.key });
    const unlocks = (body.data as { kind: string; text: string }[]).filter(({ kind }) => kind === 'unlocked');
    expect(unlocks.map(({ text }) => text)).toEqual(['Unlocked: email']);
  });
});

describe('the page of an opportunity', () => {
  it('assigns, puts off, puts back and takes comments', async () => {
    const id = await opportunity();
    const page = await ada.open(`/app/opportunities/${id}`);
    await ada.send(page, '/comments', { text: 'Looks good' });
    await ada.send(page, '/assign', { assignee: ada.email });
    await ada.send(page, '/app/opportunities/triage', { one: `${id} put_off_7` });
    expect(await read(id)).toMatchObject({
      comments_count: 1,
      assignee: { id: ada.userId },
      snoozed_until: expect.any(String),
    });
    const after = await ada.open(`/app/opportunities/${id}`);
    expect(after.html).toContain('Looks good');
    expect(textOf(await ada.send(after, '/snooze'))).toContain('It is in the list again.');
    expect(await read(id)).toMatchObject({ snoozed_until: null });
  });
});

describe('a comment from the app', () => {
  it('may have 2,000 characters of any script', async () => {
    const id = await opportunity();
    const page = await ada.open(`/app/opportunities/${id}`);
    await ada.send(page, '/comments', { text: '漢'.repeat(2_000) });
    expect(await read(id)).toMatchObject({ comments_count: 1 });
  });

  it('may have 2,000 characters with line breaks, which browsers send as two characters', async () => {
    const id = await opportunity();
    const page = await ada.open(`/app/opportunities/${id}`);
    await ada.send(page, '/comments', { text: `${'a'.repeat(1_990)}${'\r\n'.repeat(5)}${'b'.repeat(5)}` });
    const { body } = await call(app, 'GET', `/opportunities/${id}/comments`, { key });
    expect(body.data).toEqual([expect.objectContaining({ text: expect.stringMatching(/^a+\n{5}b+$/) })]);
  });
});

describe('a status that a colleague changed since the page was made', () => {
  const TRIAGE = '/app/opportunities/triage';
  const list = () => ada.open('/app/opportunities?view=all&page_size=50');
  /** What the box of a row sends. */
  const boxOf = (html: string, id: string): string =>
    new RegExp(`name="ids" value="(${id}[^"]*)"`).exec(html)?.[1] ?? '';

  it('is left and named when the list changes it', async () => {
    const [id, other] = [await insertReviewOpportunity(app.database), await opportunity()];
    const page = await list();
    await patch(id, { status: 'qualified' });
    const [taken, free] = [boxOf(page.html, id), boxOf(page.html, other)];
    const after = await ada.send(page, TRIAGE, { change: 'dismissed', ids: taken });
    await ada.send(page, TRIAGE, { change: 'dismissed', ids: free });
    expect(textOf(after)).toContain(
      'Left as they were, because the status had changed meanwhile: Jane Doe (qualified).',
    );
    expect([await read(id), await read(other)]).toMatchObject([{ status: 'qualified' }, { status: 'dismissed' }]);
  });

  it('is left and named when a decision at the foot changes it', async () => {
    const id = await insertReviewOpportunity(app.database);
    const page = await ada.open(`/app/opportunities/${id}?peek=1`);
    await patch(id, { status: 'qualified' });
    const after = await ada.send(page, TRIAGE, { one: `${id} dismissed` });
    expect(textOf(after)).toContain(
      'Left as they were, because the status had changed meanwhile: Jane Doe (qualified).',
    );
    expect(await read(id)).toMatchObject({ status: 'qualified' });
  });

  it('stays when only the view is taken back', async () => {
    const id = await opportunity();
    const page = await list();
    const viewed = await ada.send(page, TRIAGE, { change: 'viewed', ids: boxOf(page.html, id) });
    await patch(id, { status: 'qualified' });
    await ada.send(viewed, TRIAGE, { change: 'undo' });
    expect(await read(id)).toMatchObject({ status: 'qualified', is_viewed: false });
  });

  it('is left and named when the change before it is taken back', async () => {
    const id = await insertReviewOpportunity(app.database);
    const page = await list();
    const dismissed = await ada.send(page, TRIAGE, { change: 'dismissed', ids: boxOf(page.html, id) });
    await patch(id, { status: 'qualified' });
    const undone = await ada.send(dismissed, TRIAGE, { change: 'undo' });
    expect(textOf(undone)).toContain(
      'Left as they were, because the status had changed meanwhile: Jane Doe (qualified).',
    );
    expect(await read(id)).toMatchObject({ status: 'qualified' });
  });

  it('stays when the same decision of another member is taken back', async () => {
    const id = await opportunity();
    const page = await list();
    await patch(id, { status: 'dismissed' });
    const dismissed = await ada.send(page, TRIAGE, { change: 'dismissed', ids: boxOf(page.html, id) });
    await ada.send(dismissed, TRIAGE, { change: 'undo' });
    expect(await read(id)).toMatchObject({ status: 'dismissed', is_viewed: false });
  });
});

describe('the members of a team', () => {
  it('are listed with the ids that assignments take', async () => {
    const { body } = await call(app, 'GET', '/account/members', { key });
    expect(body.data).toEqual(
      expect.arrayContaining([
        { id: ada.userId, name: ada.email, role: 'owner' },
        expect.objectContaining({ id: member }),
      ]),
    );
  });
});

describe('the work of a team', () => {
  it('is in the last columns of opportunities as CSV, from the API and from the app', async () => {
    const id = await opportunity();
    const until = tomorrow();
    await patch(id, { assignee_id: ada.userId, snoozed_until: until });
    await call(app, 'POST', `/opportunities/${id}/comments`, { key, body: { text: 'Called her' } });
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${app.baseUrl}/exports/opportunities?format=csv&ids=${id}`, { headers });
    // A team has few exports at once, so the first one has to end.
    const fromApi = await answer.text();
    const fromApp = await ada.open('/app/downloads/opportunities.csv?view=snoozed');
    for (const csv of [fromApi, fromApp.html]) {
      const [names = [], ...rows] = parse(csv);
      const row = rows.find(([first]) => first === id);
      expect(names.slice(-4)).toEqual(['assignee.id', 'assignee.name', 'snoozed_until', 'comments_count']);
      expect(row?.slice(-4)).toEqual([ada.userId, ada.email, until, '1']);
    }
  });
});
