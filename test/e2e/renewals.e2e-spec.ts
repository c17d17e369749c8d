import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus, TeamCaller } from '#platform/caller/caller.js';
import { PeriodicTasks } from '#platform/queues/periodic.tasks.js';
import { createTeam, startTestApp, type TestApp } from '../support/app.js';

const DAY = 24 * 60 * 60 * 1000;
const PERIOD = 30 * DAY;

interface Entry {
  kind: string;
  amount: number;
  balance_after: number;
  period_ends_at: Date | null;
}

describe('a period', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ worker: true });
  });
  afterAll(() => app.close());

  const renewals = () => app.get(RenewalsService);
  const balanceOf = (teamId: string) => app.get(CreditsService).balanceOf(teamId);
  const entriesOf = (teamId: string) =>
    app.database.query<Entry & Record<string, unknown>>(
      'SELECT kind, amount, balance_after, period_ends_at FROM credit_entries WHERE team_id = $1 ORDER BY position',
      [teamId],
    );
  const periodOf = async (teamId: string) => (await app.get(TeamsService).get(teamId)).periodEndsAt;

  /** A team whose period ended `ago` milliseconds ago, with `credits` left. @returns its id and the end. */
  async function teamWithEndedPeriod(options: {
    tier?: PlanTier;
    credits?: number;
    ago?: number;
    status?: SubscriptionStatus;
  }): Promise<{ teamId: string; endedAt: Date }> {
    const { tier = 'growth', credits = 0, ago = DAY, status } = options;
    const { teamId } = await createTeam(app, tier, credits);
    const endedAt = new Date(Date.now() - ago);
    await app.database.execute('UPDATE teams SET period_started_at = $2, period_ends_at = $3 WHERE id = $1', [
      teamId,
      new Date(endedAt.getTime() - PERIOD),
      endedAt,
    ]);
    if (status) await app.get(TeamsService).setPlan(teamId, tier, status);
    return { teamId, endedAt };
  }

  it('expires what is left and refills the plan, in that order', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({ credits: 40 });
    await renewals().renewDue();
    const nextEnd = new Date(endedAt.getTime() + PERIOD);
    expect((await entriesOf(teamId)).slice(1)).toEqual([
      { kind: 'expiry', amount: -40, balance_after: 0, period_ends_at: endedAt },
      { kind: 'refill', amount: 500, balance_after: 500, period_ends_at: nextEnd },
    ]);
    expect(await periodOf(teamId)).toEqual(nextEnd);
  });

  it('writes no expiry where nothing is left', async () => {
    const { teamId } = await teamWithEndedPeriod({});
    await renewals().renewDue();
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['refill']);
  });

  it('happens once when ten workers look at the same moment', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    const renewed = await Promise.all(Array.from({ length: 10 }, () => renewals().renew(teamId)));
    expect(renewed.filter(Boolean)).toHaveLength(1);
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['grant', 'expiry', 'refill']);
  });

  it('catches up after several missed periods with one refill for the period that runs', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({ credits: 40, ago: 3 * PERIOD + DAY });
    await renewals().renewDue();
    expect(await periodOf(teamId)).toEqual(new Date(endedAt.getTime() + 4 * PERIOD));
    expect(await balanceOf(teamId)).toBe(500);
  });

  it('moves on when the period ends in this very instant', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({});
    await renewals().renew(teamId, endedAt);
    expect(await periodOf(teamId)).toEqual(new Date(endedAt.getTime() + PERIOD));
  });

  it('begins with the credits of the plan when a free team gets one, once for ten that ask at the same moment', async () => {
    const { teamId } = await createTeam(app, 'free', 5);
    await Promise.all(Array.from({ length: 10 }, () => renewals().changePlan(teamId, 'growth')));
    expect(await entriesOf(teamId)).toEqual([
      { kind: 'grant', amount: 5, balance_after: 5, period_ends_at: null },
      { kind: 'refill', amount: 500, balance_after: 505, period_ends_at: await periodOf(teamId) },
    ]);
  });

  it('brings nothing before the next refill when a running plan changes', async () => {
    const { teamId } = await createTeam(app, 'starter', 7);
    await renewals().changePlan(teamId, 'scale');
    expect(await balanceOf(teamId)).toBe(7);
  });

  it('leaves a running period alone', async () => {
    const { teamId } = await createTeam(app, 'growth', 7);
    expect(await renewals().renew(teamId)).toBe(false);
    expect(await balanceOf(teamId)).toBe(7);
  });

  it.each(['canceled', 'paused'] as const)('takes the credits of a %s team and gives none', async (status) => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40, status });
    await renewals().renewDue();
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['grant', 'expiry']);
    expect(await periodOf(teamId)).toBeNull();
  });

  it('takes the credits of a team that went back to the free plan', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    await app.get(TeamsService).setPlan(teamId, 'free');
    await renewals().renewDue();
    expect([await balanceOf(teamId), await periodOf(teamId)]).toEqual([0, null]);
  });

  it('lets a canceled team keep its credits until then', async () => {
    const { teamId } = await createTeam(app, 'growth', 40);
    await app.get(TeamsService).setPlan(teamId, 'growth', 'canceled');
    await renewals().renewDue();
    expect(await balanceOf(teamId)).toBe(40);
  });

  it('never touches a free team that was given credits', async () => {
    const { teamId } = await createTeam(app, 'free', 12);
    await renewals().renewDue();
    expect(await balanceOf(teamId)).toBe(12);
  });

  it('loses nothing when charges race it', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    const team = await app.get(TeamsService).get(teamId);
    const caller: TeamCaller = {
      lane: 'session',
      clientIp: '127.0.0.1',
      credentialId: teamId,
      team: { id: teamId, name: team.name, tier: team.tier, status: team.subscriptionStatus },
      budget: { kind: 'team' },
    };
    const buy = (thing: number) =>
      app.get(CreditsService).open({
        caller,
        requestId: `race-${thing}`,
        action: 'generate_pitch',
        price: 1,
        thing: `${teamId}:${thing}`,
        deadlineSeconds: 60,
      });
    await Promise.all([...Array.from({ length: 20 }, (_, thing) => buy(thing)), renewals().renew(teamId)]);
    const entries = await entriesOf(teamId);
    const expired = entries.findIndex(({ kind }) => kind === 'expiry');
    const chargedAfter = entries.slice(expired).filter(({ kind }) => kind === 'charge').length;
    expect(await balanceOf(teamId)).toBe(500 - chargedAfter);
  });

  it('is looked for by the worker', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    await app.inWorker(PeriodicTasks).find('renew-periods')?.run();
    expect(await balanceOf(teamId)).toBe(500);
  });

  it('leaves a ledger without a broken rule', async () => {
    await teamWithEndedPeriod({ credits: 40, ago: 2 * PERIOD });
    await renewals().renewDue();
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });
});
