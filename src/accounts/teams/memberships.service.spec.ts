import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { whenLockIsAwaited } from '../../../test/support/lock-wait.js';
import { signal } from '../../../test/support/signal.js';
import { governedBy } from '#access/policy/rights.js';
import type { MemberRole } from './membership.entity.js';
import { MembershipsService } from './memberships.service.js';
import { TeamsService } from './teams.service.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('a person of a team', () => {
  let team: string;
  let [owner, member]: string[] = [];

  beforeEach(async () => {
    ({ teamId: team } = await createTeam(app));
    [owner, member] = [await personOf(team, 'owner'), await personOf(team, 'member')];
  });

  const remove = (userId = '', removerId = '') =>
    app.get(MembershipsService).remove(team, userId, { id: removerId, governs: governedBy });
  const changeRole = (userId: string | undefined, role: MemberRole, by: string | undefined) =>
    app.get(MembershipsService).changeRole(team, userId ?? '', role, { id: by ?? '', governs: governedBy });
  const roles = async () => (await app.get(MembershipsService).findByTeam(team)).map(({ role }) => role);

  it('is removed from a team by an owner', async () => {
    await remove(member, owner);
    expect(await roles()).toEqual(['owner']);
  });

  it('may leave a team', async () => {
    await remove(member, member);
    expect(await roles()).toEqual(['owner']);
  });

  it('is not removed by a member who is not an owner', async () => {
    await expect(remove(owner, member)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is not removed by an owner of another team', async () => {
    const stranger = await personOf((await createTeam(app)).teamId, 'owner');
    await expect(remove(member, stranger)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('stays as the last owner', async () => {
    await expect(remove(owner, owner)).rejects.toMatchObject({ code: 'forbidden', details: { reason: 'last_owner' } });
  });

  it('stays as the last owner when two owners leave at the same time', async () => {
    const other = await personOf(team, 'owner', 'other-owner');
    await Promise.allSettled([remove(owner, owner), remove(other, other)]);
    expect((await roles()).sort()).toEqual(['member', 'owner']);
  });

  it('stays as the last owner when two owners step down at the same time', async () => {
    const other = await personOf(team, 'owner', 'other-owner');
    await Promise.allSettled([changeRole(owner, 'member', owner), changeRole(other, 'member', other)]);
    expect((await roles()).sort()).toEqual(['member', 'member', 'owner']);
  });

  it('gets a role from an owner', async () => {
    expect(await changeRole(member, 'admin', owner)).toBe('member');
    expect((await roles()).sort()).toEqual(['admin', 'owner']);
  });

  it.each<[what: string, from: MemberRole, to: MemberRole, required: MemberRole | null]>([
    ['makes a member a viewer', 'member', 'viewer', null],
    ['makes a viewer a member', 'viewer', 'member', null],
    ['does not make a member an admin', 'member', 'admin', 'owner'],
    ['does not make an admin a member', 'admin', 'member', 'owner'],
    ['does not make an owner a viewer', 'owner', 'viewer', 'owner'],
  ])('as an admin %s', async (_, from, to, required) => {
    const admin = await personOf(team, 'admin', 'the-admin');
    const changed = changeRole(await personOf(team, from, 'changed'), to, admin);
    if (required === null) expect(await changed).toBe(from);
    else await expect(changed).rejects.toMatchObject({ details: { reason: 'role_required', required } });
  });
});

describe('a person who is added with a new account', () => {
  const add = (teamId: string, email: string) =>
    app.get(TeamsService).addUser(teamId, email, 'correct horse battery', 'admin');

  it('is reported to the team as an event', async () => {
    const { teamId } = await createTeam(app);
    const { id } = await add(teamId, `told@${teamId}.example`);
    const events = await app.database.query(
      `SELECT type, (head || '0' || tail)::jsonb -> 'data' AS data FROM team_events WHERE team_id = $1`,
      [teamId],
    );
    expect(events).toMatchObject([{ type: 'member.changed', data: { user_id: id, change: 'joined', role: 'admin' } }]);
  });

  it('is added by one of two requests with the same address, and the other one is refused', async () => {
    const { teamId } = await createTeam(app);
    const email = `raced@${teamId}.example`;
    const [added, mayCommit] = [signal(), signal()];
    const first = app.database.transaction(async () => {
      await add(teamId, email);
      added.give();
      await mayCommit.given;
    });
    await added.given;
    const second = Promise.allSettled([add(teamId, email)]);
    await whenLockIsAwaited(app.database);
    mayCommit.give();
    await first;
    expect(await second).toMatchObject([{ reason: { details: { reason: 'email_taken' } } }]);
  });

  it('is refused with an address that cannot receive mail', async () => {
    const { teamId } = await createTeam(app);
    await expect(add(teamId, 'a,b@acme.example')).rejects.toMatchObject({
      details: { errors: [{ field: 'email' }] },
    });
  });
});

async function personOf(team: string, role: MemberRole, name: string = role): Promise<string> {
  const email = `${name}-of-${team}@example.com`;
  await app.get(TeamsService).addUser(team, email, 'correct horse battery', role);
  return (await app.database.one<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])).id;
}
