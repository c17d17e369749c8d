import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { insertReviewOpportunity } from '../../../test/support/opportunities.js';
import { freshPointsOf } from './opportunity.score.js';
import { ScoreAging } from './score.aging.js';

const DAY_MS = 86_400_000;

describe('scores that change with the age of their texts', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ worker: true });
  });
  afterAll(() => app.close());

  const rowOf = (id: string): Promise<{ score: number; updated_at: Date }> =>
    app.database.one('SELECT score, updated_at FROM opportunities WHERE id = $1', [id]);

  /** An opportunity whose text was written so many days ago, with a score that was not updated since. */
  async function opportunityOf(days: number, needPoints = 30, reachPoints = 20): Promise<string> {
    const id = await insertReviewOpportunity(app.database);
    await app.database.execute(
      `UPDATE opportunities SET need_points = $3, reach_points = $4, score = 80, created_at = now() - make_interval(days => $2)
       WHERE id = $1`,
      [id, days, needPoints, reachPoints],
    );
    return id;
  }

  it.each([
    [0, 30, 20],
    [1, 30, 20],
    [45, 30, 20],
    [100, 30, 20],
    [364, 30, 20],
    [0, 30, 0],
    [46, 30, 0],
    [0, 13, 20],
    [0, 12, 20],
    [46, 12, 20],
    [0, 12, 0],
  ])(
    'are the same after %d days, with %d points for the need and %d for the reach, as the page shows',
    async (days, ...points) => {
      const [needPoints, reachPoints] = points;
      const id = await opportunityOf(days, needPoints, reachPoints);
      await app.inWorker(ScoreAging).ageAll();
      const fresh = freshPointsOf(new Date(Date.now() - days * DAY_MS), { needPoints, reachPoints }, new Date());
      expect((await rowOf(id)).score).toBe(needPoints + reachPoints + fresh);
    },
  );

  it('count a need that is older than a year a quarter', async () => {
    const id = await opportunityOf(366);
    await app.inWorker(ScoreAging).ageAll();
    expect((await rowOf(id)).score).toBe(27);
  });

  it('are no change of the opportunity', async () => {
    const id = await opportunityOf(45);
    const before = await rowOf(id);
    await app.inWorker(ScoreAging).ageAll();
    expect((await rowOf(id)).updated_at).toEqual(before.updated_at);
  });

  it('are copied to the triage of teams, which lists by them', async () => {
    const id = await opportunityOf(45);
    const { teamId } = await createTeam(app);
    await app.database.execute(
      `INSERT INTO opportunity_triage (team_id, opportunity_id, status, opportunity_created_at, frustration_rank)
       SELECT $1, id, 'qualified', created_at, frustration_rank FROM opportunities WHERE id = $2`,
      [teamId, id],
    );
    await app.inWorker(ScoreAging).ageAll();
    const triage = await app.database.one(
      'SELECT opportunity_score AS score FROM opportunity_triage WHERE team_id = $1',
      [teamId],
    );
    expect(triage).toEqual({ score: 65 });
  });
});
