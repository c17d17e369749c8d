import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { MembersService } from './members.service.js';
import type { MemberRole } from './membership.entity.js';
import { TeamsService } from './teams.service.js';

let app: TestApp;
let teamId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ teamId } = await createTeam(app));
});

afterAll(() => app.close());

describe('an invitation', () => {
  it('is created for an owner of the team', async () => {
    const secret = await app.get(MembersService).invite(teamId, await personOf(teamId, 'owner'));
    expect(await app.get(MembersService).findInvitedTeam(secret)).toMatchObject({ id: teamId });
  });

  it('is refused to a member who is not an owner', async () => {
    await expectRefusal(await personOf(teamId, 'member'));
  });

  it('is refused to an owner of another team', async () => {
    await expectRefusal(await personOf((await createTeam(app)).teamId, 'owner'));
  });
});

describe('a person', () => {
  let team: string;
  let [owner, member]: string[] = [];

  beforeEach(async () => {
    ({ teamId: team } = await createTeam(app));
    [owner, member] = [await personOf(team, 'owner'), await personOf(team, 'member')];
  });

  const remove = (userId = '', removerId = '') => app.get(MembersService).remove(team, userId, removerId);
  const roles = async () => (await app.get(MembersService).findByTeam(team)).map(({ role }) => role);

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
    await expect(remove(owner, owner)).rejects.toMatchObject({
      message: 'The last owner of a team cannot leave it',
    });
  });

  it('stays as the last owner when two owners leave at the same time', async () => {
    const other = await personOf(team, 'owner', 'other-owner');
    await Promise.allSettled([remove(owner, owner), remove(other, other)]);
    expect((await roles()).sort()).toEqual(['member', 'owner']);
  });
});

async function personOf(team: string, role: MemberRole, name: string = role): Promise<string> {
  const email = `${name}-of-${team}@example.com`;
  await app.get(TeamsService).addUser(team, email, 'correct horse battery', role);
  return (await app.database.one<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])).id;
}

async function expectRefusal(userId: string): Promise<void> {
  await expect(app.get(MembersService).invite(teamId, userId)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only owners invite people',
  });
}
