import { Inject, Injectable, Logger } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env, type PlanTier } from '#config/env.js';
import { type BilledPeriod, renews, type Team, TeamsService } from '#accounts/teams/teams.service.js';
import { type SubscriptionStatus, SYSTEM } from '#platform/caller/caller.js';
import { invalidRequest } from '#platform/errors/application-error.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { CREDITS_REFILLED, PLAN_CHANGED, SUBSCRIPTION_UPDATED } from './credits.events.js';
import { LedgerQueries } from './ledger.queries.js';

/** How long the credits of a period that has ended stay while the invoice of the next one is being paid. */
const INVOICE_HOURS = 24;

/** The subscription of a team as the billing provider has it. */
interface BilledState extends BilledPeriod {
  /** Null if its price is not for sale any more. */
  tier: PlanTier | null;
  status: SubscriptionStatus;
  /** Whether the invoice of the period is paid. */
  isPaid: boolean;
}

/**
 * Periods and their credits. A plan adds its credits when a period starts; one that the billing provider renews, when the
 * period is paid. The credits of the plan that are left at its end expire; those in pools stay.
 */
@Injectable()
export class RenewalsService {
  private readonly log = new Logger(RenewalsService.name);

  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly ledger: LedgerQueries,
    private readonly facts: Facts,
    private readonly eventLog: EventLog,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Changes plan and status. Adds the credits of the plan when the change starts a period.
   * @throws 404; 400 while a subscription at the billing provider decides
   */
  async changePlan(teamId: string, tier: PlanTier, status?: SubscriptionStatus): Promise<Team> {
    return this.database.transaction(async () => {
      const before = await this.teams.lock(teamId);
      if (before.isBilled && renews(before) && this.env.BILLING_PROVIDER !== 'none') {
        throw invalidRequest('The plan of this team follows its subscription: change it at the billing provider');
      }
      const team = await this.teams.setPlan(teamId, tier, status);
      await this.recordChange(before, team, { isAlways: true });
      if (!before.periodEndsAt && team.periodEndsAt) await this.refill(teamId, tier, team.periodEndsAt, 'plan started');
      return team;
    });
  }

  /**
   * Follows the subscription of a team at the billing provider, in the transaction of the reading. A period begins when its
   * invoice is paid: then what is left of the last one expires, and the credits of the plan come, once for each end of a period.
   * A team that never had a running subscription keeps the plan that the operator gave it.
   */
  async follow(teamId: string, { tier, status, isPaid, ...period }: BilledState): Promise<void> {
    const before = await this.teams.lock(teamId);
    const isRunning = tier !== null && renews({ tier, subscriptionStatus: status });
    if (!isRunning && !before.isBilled) return;
    const isNew = isRunning && isPaid && !(await this.ledger.hasRefill(teamId, period.endsAt));
    const team = await this.teams.setBilled(before, {
      ...{ tier: tier ?? before.tier, subscriptionStatus: status },
      period: isRunning && isPaid ? period : null,
    });
    await this.recordChange(before, team);
    if (!isNew) return;
    const { periodEndsAt: lastEnd } = before;
    const hasEnded = lastEnd !== null && lastEnd <= period.startsAt;
    const expired = hasEnded ? await this.expire(teamId, lastEnd) : 0;
    const reason = before.isBilled && hasEnded ? 'renewal' : 'plan started';
    await this.refill(teamId, team.tier, period.endsAt, reason, expired);
  }

  /** Renews every team whose period has ended. @returns the number of teams that this call renewed */
  @OnDue({ name: 'renew-periods', everySeconds: 60 })
  async renewDue(): Promise<number> {
    const now = await this.database.now();
    const renewed = await eachAlone(
      await this.teams.findWithEndedPeriod(now),
      (teamId) => this.renew(teamId, now),
      (error, teamId) => this.log.error({ error, teamId }, 'period not renewed'),
    );
    if (renewed > 0) this.log.log(`Renewed ${renewed} periods`);
    return renewed;
  }

  /**
   * Expires the remaining credits, refills the plan and starts the next period in one transaction, if the period has ended by `at`,
   * which is now by default. Concurrent calls renew a team once. Missed periods are skipped, because their refills would have expired unused.
   * @returns false when the period has not ended, or another call is renewing the team
   */
  async renew(teamId: string, at?: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const now = at ?? (await this.database.now());
      const team = await this.teams.lockEndedPeriod(teamId, now);
      if (!team?.periodEndsAt || waitsForInvoice(team, now)) return false;
      const expired = await this.expire(teamId, team.periodEndsAt);
      if (renews(team) && !team.isBilled)
        await this.refill(
          team.id,
          team.tier,
          await this.teams.startNextPeriod(teamId, team.periodEndsAt, now),
          'renewal',
          expired,
        );
      else {
        await this.teams.endPeriod(teamId);
        if (expired === 0) await this.ledger.endPeriod(teamId);
      }
      return true;
    });
  }

  /** Ends the running period of a team now, and renews it. @returns false when no period runs @throws 404; 400 for a team that pays */
  async renewEarly(teamId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const now = await this.database.now();
      const { periodEndsAt, isBilled } = await this.teams.lock(teamId);
      if (isBilled) throw invalidRequest('The period of this team follows its subscription at the billing provider');
      if (!(await this.teams.endPeriodEarly(teamId, now))) return false;
      const changes = { period_ends_at: [periodEndsAt?.toISOString() ?? null, now.toISOString()] } as const;
      await this.facts.record('period.ended', { teamId }, { changes });
      return this.renew(teamId, now);
    });
  }

  /** Records a change of plan or status; what an operator sets is recorded even if it is the same. */
  private async recordChange(before: Team, team: Team, { isAlways = false } = {}): Promise<void> {
    const from = { tier: before.tier, status: before.subscriptionStatus };
    const to = { tier: team.tier, status: team.subscriptionStatus };
    const isSame = from.tier === to.tier && from.status === to.status;
    if (isSame && !isAlways) return;
    const changes = { plan: [from.tier, to.tier], status: [from.status, to.status] } as const;
    await this.facts.record('plan.changed', { teamId: team.id }, { changes });
    if (isSame) return;
    const renews_on = team.periodEndsAt?.toISOString() ?? null;
    await this.facts.record(SUBSCRIPTION_UPDATED, { teamId: team.id }, { event: { from, to, renews_on } });
    await this.eventLog.append(PLAN_CHANGED, {}, team.id);
  }

  /** @returns the number of credits that expired */
  private async expire(teamId: string, periodEndsAt: Date): Promise<number> {
    const { balance, pooled } = await this.ledger.lock(teamId);
    const left = balance - pooled;
    if (left === 0) return 0;
    await this.ledger.move({
      teamId,
      kind: 'expiry',
      amount: -left,
      periodEndsAt,
      reason: 'period ended',
      actor: SYSTEM,
    });
    return left;
  }

  private async refill(
    teamId: string,
    tier: PlanTier,
    periodEndsAt: Date,
    reason: 'renewal' | 'plan started',
    expired = 0,
  ): Promise<void> {
    const amount = this.teams.limitsOf(tier).monthlyCredits;
    if (amount === 0) return;
    await this.ledger.openAccount(teamId);
    await this.ledger.lock(teamId);
    const { balance } = await this.ledger.move({ teamId, kind: 'refill', amount, periodEndsAt, reason, actor: SYSTEM });
    const cause = reason === 'renewal' ? reason : 'plan_started';
    const event = { credits_balance: balance, granted: amount, expired, reason: cause } as const;
    await this.facts.record(CREDITS_REFILLED, { teamId }, { event });
  }
}

/** The provider takes about an hour to make the invoice of the next period and to charge for it. */
const waitsForInvoice = (team: Team, now: Date): boolean =>
  team.isBilled &&
  renews(team) &&
  team.periodEndsAt !== null &&
  now.getTime() - team.periodEndsAt.getTime() < INVOICE_HOURS * 3_600_000;
