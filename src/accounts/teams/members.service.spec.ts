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

async function personOf(team: string, role: MemberRole): Promise<string> {
  const email = `${role}-of-${team}@example.com`;
  await app.get(TeamsService).addUser(team, email, 'correct horse battery', role);
  return (await app.database.one<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])).id;
}

async function expectRefusal(userId: string): Promise<void> {
  await expect(app.get(MembersService).invite(teamId, userId)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only owners invite people',
  });
}
