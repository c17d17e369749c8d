import { createHash, randomUUID } from 'node:crypto';
import { startTestFeature, type TestFeature } from '../../../test/support/feature.js';
import { InvitationsQueries } from './invitations.queries.js';
import { TeamsModule } from './teams.module.js';
import { TeamsService } from './teams.service.js';

let feature: TestFeature;
let queries: InvitationsQueries;

beforeAll(async () => {
  feature = await startTestFeature(TeamsModule);
  queries = new InvitationsQueries(feature.database);
});
afterAll(() => feature.close());

const addTeam = async (): Promise<string> => (await feature.get(TeamsService).create('Acme', 'free')).id;

describe('an invitation', () => {
  const invite = async (days: number): Promise<{ team: string; token: Buffer }> => {
    const team = await addTeam();
    const token = createHash('sha256').update(randomUUID()).digest();
    await feature.database.execute(
      `INSERT INTO team_invitations (token_hash, team_id, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))`,
      [token, team, days],
    );
    return { team, token };
  };

  it('has a team', async () => {
    const { team, token } = await invite(1);
    expect(await queries.findOpen(token)).toEqual({
      id: expect.any(String) as string,
      token_hash: token,
      team_id: team,
      team_name: 'Acme',
      email: null,
      role: 'member',
      inviter: null,
    });
  });

  it('has no team after it has expired', async () => {
    expect(await queries.findOpen((await invite(-1)).token)).toBeNull();
  });

  it('has no team after it was used', async () => {
    const { token } = await invite(1);
    await queries.use(token);
    expect(await queries.findOpen(token)).toBeNull();
  });

  it('is used by one of many concurrent requests', async () => {
    const { token } = await invite(1);
    const uses = await Promise.all([1, 2, 3, 4].map(() => queries.use(token)));
    expect(uses.filter(Boolean)).toHaveLength(1);
  });
});
