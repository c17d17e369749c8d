import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { ManagerMails } from '#accounts/teams/manager-mails.service.js';
import { effectiveTier } from '#accounts/teams/plans.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { MailsService } from '#platform/mail/mails.service.js';
import type { PlanRequest } from './plan-request.entity.js';
import { planDecidedMail, planRequestedMail } from './plan-requests.mails.js';
import { type ListedPlanRequest, PlanRequestsQueries } from './plan-requests.queries.js';

export type { ListedPlanRequest };

type RequestedTier = PlanRequest['tier'];

/** The decided requests that operators see beside the open ones. */
const LISTED = 50;

/** Plans that teams ask the operator for, where no plan can be paid for in the app. */
@Injectable()
export class PlanRequests {
  constructor(
    private readonly database: Database,
    private readonly queries: PlanRequestsQueries,
    private readonly teams: TeamsService,
    private readonly renewals: RenewalsService,
    private readonly facts: Facts,
    private readonly mails: MailsService,
    private readonly managerMails: ManagerMails,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Asks for a plan, and mails the operator. Asking again changes nothing. @returns whether it is the first time
   * @throws 400 for a plan that the team has, and a name that is no paid plan
   */
  async request(teamId: string, tier: string, person: { id: string; email: string }): Promise<boolean> {
    return this.database.transaction(async () => {
      const team = await this.teams.lock(teamId);
      if (!isPaidTier(tier)) throw invalidField('plan', 'Choose one of the plans');
      const current = effectiveTier(team);
      if (tier === current) throw invalidField('plan', 'Your team has this plan');
      if (!(await this.queries.insert({ id: uuidv7(), team_id: teamId, tier, requested_by: person.id }))) return false;
      await this.facts.record('plan.requested', { teamId }, { changes: { plan: [current, tier] } });
      const to = this.env.CONTACT_EMAIL;
      if (to !== undefined && this.mails.isConfigured) {
        const asked = { tier, team: team.name };
        await this.mails.inform(planRequestedMail(to, asked, { by: person.email, url: this.env.PUBLIC_URL }));
      }
      return true;
    });
  }

  /** When a team asked for each plan that is not decided. */
  async openOf(teamId: string): Promise<ReadonlyMap<PlanTier, Date>> {
    return new Map((await this.queries.openOf(teamId)).map(({ tier, requested_at }) => [tier, requested_at]));
  }

  /** The open requests, the oldest first, then the last decided ones. */
  list(): Promise<ListedPlanRequest[]> {
    return this.queries.list(LISTED);
  }

  /** Gives the team the plan, which begins a period if none runs, and ends its other requests. @throws 404 unless it is open */
  async grant(id: string): Promise<{ teamId: string; tier: PlanTier }> {
    return this.decide(id, 'granted', async ({ teamId, tier }) => {
      await this.renewals.changePlan(teamId, tier);
      await this.queries.declineOthersOf(teamId);
    });
  }

  /** @throws 404 unless it is open */
  async decline(id: string): Promise<{ teamId: string; tier: PlanTier }> {
    return this.decide(id, 'declined', ({ teamId, tier }) =>
      this.facts.record('plan.declined', { teamId }, { changes: { plan: [tier, null] } }),
    );
  }

  private decide(
    id: string,
    state: 'granted' | 'declined',
    apply: (asked: { teamId: string; tier: RequestedTier }) => Promise<void>,
  ): Promise<{ teamId: string; tier: PlanTier }> {
    return this.database.transaction(async () => {
      const decided = await this.queries.decide(id, state);
      if (!decided) throw notFound('There is no open request with this id');
      const { team_id: teamId, tier } = decided;
      const { name } = await this.teams.lock(teamId);
      await apply({ teamId, tier });
      const about = { isGranted: state === 'granted', url: this.env.PUBLIC_URL };
      await this.managerMails.write(teamId, (to) => planDecidedMail(to, { tier, team: name }, about), ['owner']);
      return { teamId, tier };
    });
  }
}

const isPaidTier = (tier: string): tier is RequestedTier => tier !== 'free' && PLAN_TIERS.some((each) => each === tier);
