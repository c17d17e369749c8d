import { Inject, Injectable } from '@nestjs/common';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { CreditsService } from './credits.service.js';

/** A team that an operator opens. */
export interface OpenedTeam {
  name: string;
  plan: PlanTier;
  /** The opening balance. Without it, the credits of a period of the plan. */
  credits?: number;
  owner?: { email: string; password: string };
}

/** Opens teams for operators. */
@Injectable()
export class TeamOpenings {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly credits: CreditsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Creates a team with its opening balance and its owner, in one transaction. @returns the team's id
   * @throws 400 for an invalid or taken email address, an invalid password, and an invalid balance
   */
  open({ name, plan, credits = this.env.plans[plan].monthlyCredits, owner }: OpenedTeam): Promise<string> {
    return this.database.transaction(async () => {
      const { id } = await this.teams.create(name, plan);
      const operator = { kind: 'operator', id: null, requestId: null } as const;
      if (credits > 0) await this.credits.grant(id, credits, 'opening balance', operator);
      if (owner) await this.teams.addUser(id, owner.email, owner.password, 'owner');
      return id;
    });
  }
}
