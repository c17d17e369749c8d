import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ENV, type Env, type PlanLimits, type PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { ApplicationError, notFound } from '#platform/errors/application-error.js';
import { Membership, type MemberRole } from './membership.entity.js';
import { hashPassword } from './password.js';
import { Team } from './team.entity.js';
import { User } from './user.entity.js';

/** A paid plan runs in periods of this many days. */
export const PERIOD_DAYS = 30;
const PERIOD_MS = PERIOD_DAYS * 24 * 60 * 60 * 1000;

/** Teams, their people and their plans. */
@Injectable()
export class TeamsService {
  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Makes a team; a paid plan starts an active period of 30 days. */
  async create(name: string, tier: PlanTier): Promise<Team> {
    const team = Object.assign(new Team(), {
      id: uuidv7(),
      name,
      ...subscription(tier, tier === 'free' ? 'none' : 'active'),
    });
    await this.database.manager.insert(Team, team);
    return team;
  }

  /** Changes plan and status; a running period is kept, a paid plan without one starts it. @throws 404 */
  async setPlan(teamId: string, tier: PlanTier, status?: SubscriptionStatus): Promise<Team> {
    return this.database.transaction(async () => {
      const team = await this.get(teamId);
      const next = subscription(tier, status ?? (tier === 'free' ? 'none' : 'active'));
      const keepsPeriod = next.periodEndsAt !== null && team.periodEndsAt !== null && team.periodEndsAt > new Date();
      Object.assign(
        team,
        next,
        keepsPeriod && { periodStartedAt: team.periodStartedAt, periodEndsAt: team.periodEndsAt },
      );
      await this.database.manager.update(Team, { id: teamId }, team);
      return team;
    });
  }

  /** @throws 404 */
  async get(teamId: string): Promise<Team> {
    const team = await this.database.manager.findOneBy(Team, { id: teamId });
    if (!team) throw notFound('Team not found');
    return team;
  }

  /** Makes a person and puts them in a team. @throws 400 when the e-mail address is taken. */
  async addUser(teamId: string, email: string, password: string, role: MemberRole): Promise<User> {
    const user = Object.assign(new User(), {
      id: uuidv7(),
      email: email.trim(),
      passwordHash: await hashPassword(password),
    });
    return this.database.transaction(async () => {
      if (await this.userByEmail(email)) {
        throw new ApplicationError('invalid_request', 'This e-mail address is taken', { reason: 'email_taken' });
      }
      await this.database.manager.insert(User, user);
      await this.database.manager.insert(Membership, { teamId, userId: user.id, role });
      return user;
    });
  }

  /** The person with this e-mail address, whatever its case, or null. */
  userByEmail(email: string): Promise<User | null> {
    return this.database.manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.email) = lower(:email)', { email: email.trim() })
      .getOne();
  }

  /** What a plan gives, from configuration. */
  limitsOf(tier: PlanTier): PlanLimits {
    return this.env.plans[tier];
  }
}

function subscription(tier: PlanTier, status: SubscriptionStatus) {
  const runs = tier !== 'free' && (status === 'active' || status === 'trialing' || status === 'past_due');
  const now = new Date();
  return {
    tier,
    subscriptionStatus: status,
    periodStartedAt: runs ? now : null,
    periodEndsAt: runs ? new Date(now.getTime() + PERIOD_MS) : null,
  };
}
