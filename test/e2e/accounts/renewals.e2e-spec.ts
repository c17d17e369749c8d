import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus, TeamCaller } from '#platform/caller/caller.js';
import { DeclaredWork } from '#platform/queues/declared-work.js';
import { createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { createSpender, orderOf } from '../../support/spender.js';
import { withClockOff } from '../../support/processes/wrong-clock.js';

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
  /** The worker may be renewing a team at this moment, which `renewDue` leaves to it: then its commit is awaited. */
  async function renewDue(): Promise<void> {
    await renewals().renewDue();
    await app.database.query('SELECT id FROM teams FOR SHARE');
  }

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

  it('expires the remaining credits, then refills the plan', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({ credits: 40 });
    await renewDue();
    const nextEnd = new Date(endedAt.getTime() + PERIOD);
    expect((await entriesOf(teamId)).slice(1)).toEqual([
      { kind: 'expiry', amount: -40, balance_after: 0, period_ends_at: endedAt },
      { kind: 'refill', amount: 500, balance_after: 500, period_ends_at: nextEnd },
    ]);
    expect(await periodOf(teamId)).toEqual(nextEnd);
  });

  it('writes no expiry when no credits remain', async () => {
    const { teamId } = await teamWithEndedPeriod({});
    await renewDue();
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['refill']);
  });

  it('is renewed once when ten workers check at the same time', async () => {
    // The period ends in the future, where the periodic renewal of the service does not see it.
    const { teamId, endedAt } = await teamWithEndedPeriod({ credits: 40, ago: -DAY });
    const renewed = await Promise.all(Array.from({ length: 10 }, () => renewals().renew(teamId, endedAt)));
    expect(renewed.filter(Boolean)).toHaveLength(1);
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['grant', 'expiry', 'refill']);
  });

  it('is refilled once, for the current period, after several missed periods', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({ credits: 40, ago: 3 * PERIOD + DAY });
    await renewDue();
    expect(await periodOf(teamId)).toEqual(new Date(endedAt.getTime() + 4 * PERIOD));
    expect(await balanceOf(teamId)).toBe(500);
  });

  it('is renewed when it ends at exactly this time', async () => {
    const { teamId, endedAt } = await teamWithEndedPeriod({});
    await renewals().renew(teamId, endedAt);
    expect(await periodOf(teamId)).toEqual(new Date(endedAt.getTime() + PERIOD));
  });

  it('starts with the credits of the plan when a free team changes to a paid plan, once for ten concurrent requests', async () => {
    const { teamId } = await createTeam(app, 'free', 5);
    await Promise.all(Array.from({ length: 10 }, () => renewals().changePlan(teamId, 'growth')));
    expect(await entriesOf(teamId)).toEqual([
      { kind: 'grant', amount: 5, balance_after: 5, period_ends_at: null },
      { kind: 'refill', amount: 500, balance_after: 505, period_ends_at: await periodOf(teamId) },
    ]);
  });

  it('adds no credits before the next refill when the plan changes within a period', async () => {
    const { teamId } = await createTeam(app, 'starter', 7);
    await renewals().changePlan(teamId, 'scale');
    expect(await balanceOf(teamId)).toBe(7);
  });

  it('is not renewed before it ends', async () => {
    const { teamId } = await createTeam(app, 'growth', 7);
    expect(await renewals().renew(teamId)).toBe(false);
    expect(await balanceOf(teamId)).toBe(7);
  });

  it('is not renewed early by a worker whose clock is weeks ahead', async () => {
    const { teamId } = await createTeam(app, 'growth', 7);
    await withClockOff(45, async () => {
      await renewDue();
      expect(await renewals().renew(teamId)).toBe(false);
    });
    expect(await balanceOf(teamId)).toBe(7);
  });

  it.each(['canceled', 'paused'] as const)('expires the credits of a %s team and refills none', async (status) => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40, status });
    await renewDue();
    expect((await entriesOf(teamId)).map(({ kind }) => kind)).toEqual(['grant', 'expiry']);
    expect(await periodOf(teamId)).toBeNull();
  });

  it('expires the credits of a team that changed to the free plan', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    await app.get(TeamsService).setPlan(teamId, 'free');
    await renewDue();
    expect([await balanceOf(teamId), await periodOf(teamId)]).toEqual([0, null]);
  });

  it('that no other one follows ends what was used in it, although no credits remain', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 1, status: 'canceled' });
    const credits = app.get(CreditsService);
    const { purchaseId } = await credits.open(orderOf(await createSpender(app, { teamId }), teamId));
    await credits.settle(purchaseId);
    await renewDue();
    expect(await credits.periodOf(teamId)).toMatchObject({ balance: 0, period_used: 0 });
  });

  it('lets a canceled team keep its credits until its end', async () => {
    const { teamId } = await createTeam(app, 'growth', 40);
    await app.get(TeamsService).setPlan(teamId, 'growth', 'canceled');
    await renewDue();
    expect(await balanceOf(teamId)).toBe(40);
  });

  it('leaves the granted credits of a free team unchanged', async () => {
    const { teamId } = await createTeam(app, 'free', 12);
    await renewDue();
    expect(await balanceOf(teamId)).toBe(12);
  });

  it('loses no credits when charges run at the same time', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    const team = await app.get(TeamsService).get(teamId);
    const caller: TeamCaller = {
      lane: 'session',
      clientIp: '127.0.0.1',
      credentialId: teamId,
      team: { id: teamId, name: team.name, tier: team.tier, status: team.subscriptionStatus },
      budget: { kind: 'team' },
    };
    const buy = (item: number) =>
      app.get(CreditsService).open({
        caller,
        requestId: `race-${item}`,
        action: 'generate_pitch',
        price: 1,
        item: `${teamId}:${item}`,
        deadlineSeconds: 60,
      });
    await Promise.all([...Array.from({ length: 20 }, (_, item) => buy(item)), renewals().renew(teamId)]);
    const entries = await entriesOf(teamId);
    const expired = entries.findIndex(({ kind }) => kind === 'expiry');
    const chargedAfter = entries.slice(expired).filter(({ kind }) => kind === 'charge').length;
    expect(await balanceOf(teamId)).toBe(500 - chargedAfter);
  });

  it('is renewed by the worker', async () => {
    const { teamId } = await teamWithEndedPeriod({ credits: 40 });
    await app.inWorker(DeclaredWork).find('renew-periods')?.run();
    expect(await balanceOf(teamId)).toBe(500);
  });

  it('leaves a ledger that passes verification', async () => {
    await teamWithEndedPeriod({ credits: 40, ago: 2 * PERIOD });
    await renewDue();
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });
});
