import { Controller, Inject } from '@nestjs/common';
import { choosePlan, readTeam } from '#access/policy/app.operations.js';
import { PlanRequests } from '#accounts/billing/plan-requests.service.js';
import { effectiveTier, planName } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { type Answer, redirect } from '../kernel/answers.js';
import { Fields, Form, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember, Texts } from '../kernel/page.route.js';
import { PlanPage } from './settings-plan.page.js';
import { settingsPage } from './settings.page.js';

const PLAN = '/app/settings/plan';

@Controller()
export class PlanPagesController {
  constructor(
    private readonly requests: PlanRequests,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page(PLAN, { operation: readTeam })
  async show(@Member() { team }: TeamMember): Promise<Answer> {
    const requested = await this.requests.openOf(team.id);
    const tier = effectiveTier({ tier: team.tier, subscriptionStatus: team.status });
    return settingsPage('plan', <PlanPage tier={tier} requested={requested} env={this.env} />);
  }

  /** Where plans are paid for in the app, nobody has to ask for one. */
  @Form(`${PLAN}/request`, { operation: choosePlan, page: PLAN, failure: 'flash' })
  async request(@Member() { team, person }: TeamMember, @Fields('plan') { plan }: Texts<'plan'>): Promise<Answer> {
    if (this.env.BILLING_PROVIDER !== 'none') throw notFound();
    const isFirst = await this.requests.request(team.id, plan, person);
    return redirect(
      PLAN,
      isFirst
        ? `You asked for the plan ${planName(plan)}. The operator answers by mail.`
        : `You have already asked for the plan ${planName(plan)}.`,
    );
  }
}
