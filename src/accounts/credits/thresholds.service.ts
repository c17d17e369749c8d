import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ManagerMails } from '#accounts/teams/manager-mails.service.js';
import { renews, TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import type { BudgetState } from './budgets.queries.js';
import { CREDITS_LOW, KEY_SPEND_THRESHOLD, THRESHOLDS } from './credits.events.js';
import type { Account } from './ledger.queries.js';
import { lowCreditsMail } from './low-credits.mail.js';
import { ThresholdsQueries } from './thresholds.queries.js';

/** From this percentage on, owners and admins get a mail. */
const MAILED_FROM = 80;

/** The used part of a limit, including the purchase. */
interface Use {
  used: number;
  limit: number;
}

/** The credits that a team used since its period began. A refund of an earlier period may exceed them. */
export const usedIn = ({ balance, period_credits }: Account): number => Math.max(0, period_credits - balance);

/** Notifies teams when a purchase reaches 50, 80 or 100 percent of their credits or of a cap. */
@Injectable()
export class ThresholdsService {
  constructor(
    private readonly queries: ThresholdsQueries,
    private readonly teams: TeamsService,
    private readonly mails: ManagerMails,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Sends the notices of a purchase, in its transaction and under the lock on the account. */
  async check(
    caller: TeamCaller,
    cost: number,
    { account, budget }: { account: Account; budget: BudgetState | null },
  ): Promise<void> {
    const period = { used: usedIn(account), limit: account.period_credits };
    const threshold = reachedBy(cost, period);
    if (threshold !== null) await this.tellTeam(caller.team.id, threshold, account);
    if (caller.lane !== 'key' || !budget) return;
    const { limit, used, daily_limit, daily_used } = budget;
    await this.tellOfKey(caller, cost, 'life', { used, limit });
    if (daily_limit !== null) await this.tellOfKey(caller, cost, 'day', { used: daily_used, limit: daily_limit });
  }

  /** Forgets the thresholds of days that are over. @returns the number of rows */
  @OnDue({ name: 'purge-spend-thresholds', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.purgeDays();
  }

  private async tellTeam(teamId: string, threshold: Threshold, account: Account): Promise<void> {
    if (!(await this.queries.note(teamId, `period ${account.period_start}`, threshold))) return;
    const team = await this.teams.get(teamId);
    const { balance: credits_balance, period_credits } = account;
    const refill_on = (renews(team) && team.periodEndsAt?.toISOString()) || null;
    const told = { threshold, credits_balance, period_credits, period_used: usedIn(account), refill_on };
    await this.facts.record(CREDITS_LOW, { teamId }, { event: told });
    if (threshold < MAILED_FROM) return;
    await this.mails.write(teamId, (to) => lowCreditsMail(to, told, { team, url: this.env.PUBLIC_URL }));
  }

  /** A changed cap has new thresholds, which are reported again. */
  private async tellOfKey(
    { credentialId: id, credentialName: name, credentialHint: hint, budget, team }: TeamCaller,
    cost: number,
    cap: 'life' | 'day',
    use: Use,
  ): Promise<void> {
    const threshold = reachedBy(cost, use);
    if (threshold === null || name === undefined || hint === undefined || !budget || budget.kind === 'team') return;
    const span = cap === 'life' ? `life ${use.limit}` : `day ${new Date().toISOString().slice(0, 10)} ${use.limit}`;
    if (!(await this.queries.note(budget.id, span, threshold))) return;
    const event = { key: { id, name, hint }, cap, threshold, ...use };
    await this.facts.record(KEY_SPEND_THRESHOLD, { teamId: team.id }, { event });
  }
}

type Threshold = (typeof THRESHOLDS)[number];

/** The highest threshold that is reached with these credits and was not reached before them. */
function reachedBy(cost: number, { used, limit }: Use): Threshold | null {
  if (limit <= 0) return null;
  const isReached = (threshold: Threshold, credits: number): boolean => credits * 100 >= threshold * limit;
  return THRESHOLDS.findLast((each) => isReached(each, used) && !isReached(each, used - cost)) ?? null;
}
