import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env, type LimitName, PLAN_TIERS, type PlanLimits, type PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { notFound, unauthorized } from '#platform/errors/application-error.js';
import { demandEmailAddress } from '#platform/mail/email.rule.js';
import { MembersQueries } from './members.queries.js';
import { MembershipChanges } from './membership-changes.service.js';
import type { MemberRole } from './membership.entity.js';
import { NewPasswordsService } from './new-passwords.service.js';
import { PasswordsService } from './passwords.service.js';
import { hasPaidPlan, isPaidTeam } from './plans.js';
import { Team } from './team.entity.js';
import { emailTaken, teamSuspended } from './teams.failures.js';
import { TeamsQueries } from './teams.queries.js';
import type { User } from './user.entity.js';

export type { MemberRole, Team };

/** The length of a period of a paid plan, in days. */
const PERIOD_DAYS = 30;
const PERIOD_MS = PERIOD_DAYS * 24 * 60 * 60 * 1000;

/** A period that is paid for at the billing provider. */
export interface BilledPeriod {
  startsAt: Date;
  endsAt: Date;
}

/** Teams, their people and their plans. */
@Injectable()
export class TeamsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Team) private readonly teams: Repository<Team>,
    private readonly queries: TeamsQueries,
    private readonly memberships: MembershipChanges,
    private readonly members: MembersQueries,
    private readonly newPasswords: NewPasswordsService,
    private readonly passwords: PasswordsService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Creates a team. A paid plan starts an active period of 30 days. */
  async create(name: string, tier: PlanTier): Promise<Team> {
    const team = Object.assign(new Team(), {
      id: uuidv7(),
      name,
      ...subscription(tier, tier === 'free' ? 'none' : 'active', await this.database.now()),
    });
    return this.database.transaction(async () => {
      await this.teams.insert(team);
      const changes = { plan: [null, tier] } as const;
      await this.facts.record('team.created', { teamId: team.id, id: team.id, name }, { changes });
      return team;
    });
  }

  /**
   * Changes plan and status. A paid plan starts a period if there is none. An existing period stays, even when the plan
   * ends, because its credits last until its end. `RenewalsService` adds the credits. @throws 404
   */
  async setPlan(teamId: string, tier: PlanTier, status?: SubscriptionStatus): Promise<Team> {
    return this.database.transaction(async () => {
      const team = await this.get(teamId);
      const next = subscription(tier, status ?? (tier === 'free' ? 'none' : 'active'), await this.database.now());
      const { periodStartedAt, periodEndsAt } = team;
      Object.assign(team, next, { isBilled: false }, periodEndsAt && { periodStartedAt, periodEndsAt });
      await this.teams.update({ id: teamId }, team);
      return team;
    });
  }

  /**
   * Sets plan and status as the billing provider has them, and the period if there is a new one. `RenewalsService` moves the
   * credits. Call it under the lock on the team. @returns the team afterwards
   */
  async setBilled(
    team: Team,
    { tier, subscriptionStatus, period }: Pick<Team, 'tier' | 'subscriptionStatus'> & { period: BilledPeriod | null },
  ): Promise<Team> {
    const dates = period && { periodStartedAt: period.startsAt, periodEndsAt: period.endsAt };
    const next = Object.assign(new Team(), team, { tier, subscriptionStatus, isBilled: true, ...dates });
    await this.teams.update({ id: team.id }, next);
    return next;
  }

  /** Creates the shadow team of a team unless it exists. It has the plan of the team, and no period. @returns whether it is new */
  async createShadow({ id: liveTeamId, name, tier, subscriptionStatus }: Team): Promise<boolean> {
    const id = testTeamIdOf(liveTeamId);
    if (await this.teams.existsBy({ id })) return false;
    await this.teams.insert({ id, liveTeamId, name, tier, subscriptionStatus });
    return true;
  }

  /** All teams except shadow teams, the newest first, with deleted ones that can be restored. */
  list(): Promise<Team[]> {
    return this.teams.find({
      where: { liveTeamId: IsNull(), purgedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /** @throws 404 for an unknown or deleted team */
  async get(teamId: string): Promise<Team> {
    const team = await this.teams.findOneBy({ id: teamId, deletedAt: IsNull() });
    if (!team) throw notFound('Team not found');
    return team;
  }

  /** The team, locked for the open transaction. @throws 404 for an unknown or deleted team */
  async lock(teamId: string): Promise<Team> {
    const team = await this.teams.findOne({
      where: { id: teamId, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (!team) throw notFound('Team not found');
    return team;
  }

  /** Sets whether the people of a team need a second factor. @throws 404 */
  async requireTwoFactor(teamId: string, isRequired: boolean): Promise<void> {
    await this.database.transaction(async () => {
      const { name, requiresTwoFactor } = await this.lock(teamId);
      if (requiresTwoFactor === isRequired) return;
      await this.teams.update({ id: teamId }, { requiresTwoFactor: isRequired });
      const changes = { requires_two_factor: [requiresTwoFactor, isRequired] } as const;
      await this.facts.record('team.changed', { teamId, id: teamId, name }, { changes });
    });
  }

  /** Creates a person and adds them to a team. @throws 400 for an invalid or taken email address and an invalid password */
  async addUser(
    teamId: string,
    email: string,
    password: string,
    role: MemberRole,
  ): Promise<Pick<User, 'id' | 'email'>> {
    demandEmailAddress(email);
    await this.newPasswords.demandAllowed(password, 'password', email);
    const passwordHash = await this.passwords.hash(password);
    const user = { id: uuidv7(), email: email.trim(), passwordHash, emailVerifiedAt: new Date() };
    await this.database.transaction(async () => {
      if (!(await this.members.insertUser(user))) throw emailTaken();
      await this.memberships.add(teamId, user.id, role);
    });
    return user;
  }

  /** The person with this email address, case-insensitive, or null. */
  findUserByEmail(email: string): Promise<User | null> {
    return this.members.findByEmail(email.trim());
  }

  /** The ids of teams whose period had ended by `now`, earliest end first. */
  async findWithEndedPeriod(now: Date): Promise<string[]> {
    const teams = await this.teams.find({
      select: { id: true },
      where: { periodEndsAt: LessThanOrEqual(now), deletedAt: IsNull() },
      order: { periodEndsAt: 'ASC' },
    });
    return teams.map(({ id }) => id);
  }

  /**
   * Locks a team whose period has ended, for the open transaction. Null when the period runs, or another transaction
   * has the lock.
   */
  lockEndedPeriod(teamId: string, now: Date): Promise<Team | null> {
    return this.teams.findOne({
      where: { id: teamId, periodEndsAt: LessThanOrEqual(now), deletedAt: IsNull() },
      // Not FOR UPDATE, so that other transactions can still insert rows that refer to the team.
      lock: { mode: 'for_no_key_update', onLocked: 'skip_locked' },
    });
  }

  /** Ends the running period of a team at `now`. @returns false when no period runs */
  async endPeriodEarly(teamId: string, now: Date): Promise<boolean> {
    const { affected } = await this.teams.update({ id: teamId, periodEndsAt: MoreThan(now) }, { periodEndsAt: now });
    return affected === 1;
  }

  /**
   * Replaces an ended period with the one that contains `now`, a whole number of periods later.
   * @returns the end of the new period
   */
  async startNextPeriod(teamId: string, endedAt: Date, now: Date): Promise<Date> {
    const missed = Math.floor((now.getTime() - endedAt.getTime()) / PERIOD_MS);
    const periodStartedAt = new Date(endedAt.getTime() + missed * PERIOD_MS);
    const periodEndsAt = new Date(periodStartedAt.getTime() + PERIOD_MS);
    await this.teams.update({ id: teamId }, { periodStartedAt, periodEndsAt });
    return periodEndsAt;
  }

  /** Removes the period of a team. */
  async endPeriod(teamId: string): Promise<void> {
    await this.teams.update({ id: teamId }, { periodStartedAt: null, periodEndsAt: null });
  }

  /** The ids of the teams of a plan. */
  async findIdsByTier(tier: PlanTier): Promise<string[]> {
    const teams = await this.teams.find({ select: { id: true }, where: { tier } });
    return teams.map(({ id }) => id);
  }

  /** Whether the team exists and is not deleted. */
  async exists(teamId: string): Promise<boolean> {
    return (await this.queries.isSuspended(teamId)) !== null;
  }

  /** Returns if a team may spend. @throws 401 for a team that was deleted, and 403 for a suspended one */
  async demandOpen(teamId: string): Promise<void> {
    const isSuspended = await this.queries.isSuspended(teamId);
    if (isSuspended === null) throw unauthorized('The team was deleted');
    if (isSuspended) throw teamSuspended();
  }

  /** The teams among these that have a paid plan and are not deleted. Suspended ones are among them: what happens to them is recorded. */
  paidAmong(teamIds: readonly string[]): Promise<string[]> {
    return this.paidWhere({ id: In([...teamIds]), deletedAt: IsNull() });
  }

  /** The teams among these that get mails, feeds and shared links: those of `paidAmong` that are not suspended. */
  servedAmong(teamIds: readonly string[]): Promise<string[]> {
    return this.paidWhere({ id: In([...teamIds]), deletedAt: IsNull(), suspendedAt: IsNull() });
  }

  /** A reached limit of a plan, for the failure `limit_reached`. */
  limitOf(tier: PlanTier, limit_name: LimitName, current: number) {
    const limit = this.env.plans[tier][limit_name];
    const upgrade_required = PLAN_TIERS.some((each) => this.env.plans[each][limit_name] > limit);
    return { limit_name, limit, current, upgrade_required };
  }

  /** The limits of a plan, from configuration. */
  limitsOf(tier: PlanTier): PlanLimits {
    return this.env.plans[tier];
  }

  private async paidWhere(where: FindOptionsWhere<Team>): Promise<string[]> {
    const teams = await this.teams.find({ select: { id: true, tier: true, subscriptionStatus: true }, where });
    return teams
      .filter(({ id, tier, subscriptionStatus: status }) => isPaidTeam({ id, tier, status }))
      .map(({ id }) => id);
  }
}

/** Whether a new period follows when the current one ends. */
export const renews = (team: Pick<Team, 'tier' | 'subscriptionStatus'>): boolean =>
  hasPaidPlan({ tier: team.tier, status: team.subscriptionStatus });

function subscription(tier: PlanTier, subscriptionStatus: SubscriptionStatus, now: Date) {
  const runs = renews({ tier, subscriptionStatus });
  return {
    tier,
    subscriptionStatus,
    periodStartedAt: runs ? now : null,
    periodEndsAt: runs ? new Date(now.getTime() + PERIOD_MS) : null,
  };
}
