import { v7 as uuidv7 } from 'uuid';
import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { OVERDUE } from './run-failure.js';
import { type NewRun, type RunRow, RunsQueries } from './runs.queries.js';

describe('a stored run', () => {
  let app: TestApp;
  let queries: RunsQueries;
  let teamId: string;
  let items = 0;

  beforeAll(async () => {
    app = await startTestApp();
    queries = app.get(RunsQueries);
    ({ teamId } = await createTeam(app));
  });
  afterAll(() => app.close());

  const runOf = (facts: Partial<NewRun> = {}): NewRun => ({
    id: uuidv7(),
    kind: 'generate_report',
    item: `item-${++items}`,
    teamId,
    input: {},
    idempotencyId: null,
    repeatsWithinSeconds: 60,
    deadlineSeconds: 600,
    delaySeconds: 3_600,
    ...facts,
  });
  const started = async (facts: Partial<NewRun> = {}): Promise<RunRow> => {
    const run = runOf(facts);
    await queries.insert(run);
    return (await queries.find(run.id))!;
  };

  it('is the only open one of its item when many requests start it at once', async () => {
    const item = `item-${++items}`;
    const inserted = await Promise.all(Array.from({ length: 20 }, () => queries.insert(runOf({ item }))));
    expect(inserted.filter(Boolean)).toHaveLength(1);
  });

  it('leaves its item free after its failure', async () => {
    const { item, ...run } = await started();
    await queries.fail(run, OVERDUE);
    expect(await queries.insert(runOf({ item }))).not.toBeNull();
  });

  it('is found by a repetition of its request', async () => {
    const request = { idempotencyId: `request-${++items}` };
    const run = await started(request);
    expect((await queries.findRepeated(runOf(request)))?.id).toBe(run.id);
  });

  it('starts again when its request is repeated after a failure', async () => {
    const request = { idempotencyId: `request-${++items}` };
    await queries.fail(await started(request), OVERDUE);
    expect(await queries.findRepeated(runOf(request))).toBeNull();
  });

  it('is joined by another team once, however often it asks', async () => {
    const run = await started();
    const other = await createTeam(app);
    await Promise.all([queries.join(run.id, other.teamId), queries.join(run.id, other.teamId)]);
    expect((await queries.findTeams(run.id)).map(({ team_id }) => team_id).sort()).toEqual(
      [teamId, other.teamId].sort(),
    );
  });

  it('is not joined after its end', async () => {
    const run = await started();
    await queries.fail(run, OVERDUE);
    expect(await queries.join(run.id, (await createTeam(app)).teamId)).toBe(false);
  });

  it('does not fail when a worker has claimed it since it was read', async () => {
    const run = await started();
    await app.database.execute(
      `UPDATE runs SET attempts = 1, state = 'running', lease_until = now() + interval '1 minute' WHERE id = $1`,
      [run.id],
    );
    expect(await queries.fail(run, OVERDUE)).toBe(false);
  });

  it('has its turn after those of its team that wait', async () => {
    const team = { kind: 'generate_pitch', ...(await createTeam(app)) };
    const turns = [
      await queries.insert(runOf(team)),
      await queries.insert(runOf(team)),
      await queries.insert(runOf(team)),
    ];
    expect(turns).toEqual([1, 2, 3]);
  });

  it('has the turn that is being served if its team has none that waits', async () => {
    const kind = 'unlock_contact';
    const [many, few] = [await createTeam(app), await createTeam(app)];
    const runs = [await started({ kind, ...many }), await started({ kind, ...many }), await started({ kind, ...many })];
    for (const run of runs.slice(0, 2)) await queries.fail(run, OVERDUE);
    const turns = [await queries.insert(runOf({ kind, ...few })), await queries.insert(runOf({ kind, ...few }))];
    expect(turns).toEqual([3, 4]);
  });

  it('is overdue after its deadline', async () => {
    const late = await started({ deadlineSeconds: -1 });
    const inTime = await started();
    const found = (await queries.findOverdue(1_000)).map(({ id }) => id);
    expect([found.includes(late.id), found.includes(inTime.id)]).toEqual([true, false]);
  });
});
