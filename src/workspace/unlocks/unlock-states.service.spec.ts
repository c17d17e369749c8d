import { v7 as uuidv7 } from 'uuid';
import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { insertReviewOpportunity } from '../../../test/support/opportunities.js';
import { LOCKED, UnlockStates } from './unlock-states.service.js';
import { UnlocksQueries } from './unlocks.queries.js';

describe('the unlocks of a team', () => {
  let app: TestApp;
  let teamId: string;
  let opportunityId: string;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ teamId } = await createTeam(app));
    opportunityId = await insertReviewOpportunity(app.database);
  });

  const stateOf = async (team: string) =>
    (await app.get(UnlockStates).findByTeam(team, [opportunityId])).get(opportunityId);
  const unlock = (outcome: 'found' | 'not_found', identityKeys: string[] = []) =>
    app.get(UnlocksQueries).save(
      { teamId, opportunityId, target: 'reviewer', targetId: null, field: 'email' },
      {
        ...{ outcome, identityKeys, fromCache: false },
        ...(outcome === 'found' ? { value: 'jane@acme.example', source: 'directory' } : { value: null, source: null }),
      },
      { companyKey: null, isRepeated: false },
    );

  it('are locked before the first unlock', async () => {
    expect(await stateOf(teamId)).toBe(LOCKED);
  });

  it('keep a contact that the team was shown while a look-up that found none was on its way', async () => {
    await unlock('found');
    await unlock('not_found');
    expect((await stateOf(teamId))?.email).toMatchObject({ isRevealed: true });
  });

  it('show the value of a found field', async () => {
    await unlock('found');
    expect((await stateOf(teamId))?.email).toEqual({
      isRevealed: true,
      notFound: false,
      value: 'jane@acme.example',
      source: 'directory',
    });
  });

  it('show that nothing was found', async () => {
    await unlock('not_found');
    expect((await stateOf(teamId))?.email).toMatchObject({ isRevealed: false, notFound: true, value: null });
  });

  it('are hidden from other teams', async () => {
    await unlock('found');
    expect(await stateOf((await createTeam(app)).teamId)).toBe(LOCKED);
  });

  it('hide a person whom the team has suppressed since', async () => {
    await unlock('found', ['email:jane@acme.example']);
    await app.database.execute('INSERT INTO team_suppressions (id, team_id, key) VALUES ($1, $2, $3)', [
      uuidv7(),
      teamId,
      'email:jane@acme.example',
    ]);
    expect(await stateOf(teamId)).toBe(LOCKED);
  });
});
