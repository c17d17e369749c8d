import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { EventLog } from '#platform/events/event-log.js';
import { OWNER_CONFIRMED } from './members.events.js';
import { MembersQueries, type Recipient, type TeamMember } from './members.queries.js';
import { Membership } from './membership.entity.js';
import { MembershipChanges } from './membership-changes.service.js';
import { lastOwner, roleRequired } from './teams.failures.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

export type { TeamMember };

/** A person who manages others. `governs` returns the roles that a role may grant and revoke. */
export interface Manager {
  id: string;
  governs: (role: MemberRole | undefined) => readonly MemberRole[];
}

/** The people of teams and their roles. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly database: Database,
    private readonly queries: MembersQueries,
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    private readonly teams: TeamsService,
    private readonly changes: MembershipChanges,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Creates a free team whose owner is a person without a team.
   * @returns the team's id, or the id of the team that the person already has.
   */
  async createTeam(userId: string, name: string): Promise<string> {
    return this.database.transaction(async () => {
      // Requests of one person are serialized here.
      await this.users.findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
      const own = await this.queries.findTeamOf(userId);
      if (own) return own;
      const team = await this.teams.create(name, 'free');
      await this.memberships.insert({ teamId: team.id, userId, role: 'owner' });
      await this.eventLog.append(OWNER_CONFIRMED, { user_id: userId }, team.id);
      return team.id;
    });
  }

  /** The team's people, in the order in which they joined. */
  findByTeam(teamId: string): Promise<TeamMember[]> {
    return this.queries.findByTeam(teamId);
  }

  /** The people among these who are in the team and not disabled. */
  recipientsAmong(teamId: string, userIds: readonly string[]): Promise<Recipient[]> {
    return this.queries.findRecipients(teamId, userIds);
  }

  /** Whether a person is an owner of a team and has confirmed their address. */
  isConfirmedOwner(teamId: string, userId: string): Promise<boolean> {
    return this.queries.isConfirmedOwner(teamId, userId);
  }

  /** Adds a person to a team, in the caller's transaction. @returns false for a person who is already in the team */
  add(teamId: string, userId: string, role: MemberRole): Promise<boolean> {
    return this.changes.add(teamId, userId, role);
  }

  /**
   * Changes the role of a person. A lower role withdraws the person's invitations to the team. `by` is null for an
   * operator. @returns the previous role
   * @throws 403 `role_required` unless `by` governs both roles, 403 `last_owner`, 404
   */
  async changeRole(teamId: string, userId: string, role: MemberRole, by: Manager | null): Promise<MemberRole> {
    return this.database.transaction(async () => {
      const roles = await this.queries.lockRoles(teamId);
      const before = demandGoverned(roles, userId, by);
      if (by) demandGoverns(roles, role, by);
      if (before === role) return before;
      if (role !== 'owner') demandAnotherOwner(roles, userId);
      await this.queries.updateRole(teamId, userId, role);
      await this.changes.record(teamId, userId, 'member.role_changed', [before, role]);
      if (isLower(role, before)) await this.changes.withdrawInvitationsOf(userId, { teamId });
      return before;
    });
  }

  /** Keeps a manager in the team until the open transaction ends. @throws 403 `role_required` unless they govern the role now */
  async demandManager(teamId: string, by: Manager, role: MemberRole): Promise<void> {
    const locked = await this.queries.lockRole(teamId, by.id);
    demandGoverns(new Map(locked === null ? [] : [[by.id, locked]]), role, by);
  }

  /**
   * Removes a person from a team, with the person's invitations to it. Everyone may leave, except the last owner. `by`
   * is null for an operator. `MemberRemovalService` ends the person's connections to the team too.
   * @throws 403 `role_required` unless `by` governs the person's role, 403 `last_owner`, 404
   */
  async remove(teamId: string, userId: string, by: Manager | null): Promise<void> {
    await this.database.transaction(async () => {
      const roles = await this.queries.lockRoles(teamId);
      const role = demandGoverned(roles, userId, userId === by?.id ? null : by);
      demandAnotherOwner(roles, userId);
      await this.memberships.delete({ teamId, userId });
      await this.changes.record(teamId, userId, userId === by?.id ? 'member.left' : 'member.removed', [role, null]);
      await this.changes.withdrawInvitationsOf(userId, { teamId });
    });
  }
}

const isLower = (role: MemberRole, than: MemberRole): boolean =>
  MEMBER_ROLES.indexOf(role) > MEMBER_ROLES.indexOf(than);

type Roles = ReadonlyMap<string, MemberRole>;

/** @throws 404 for a person who is not in the team; 403 `role_required` unless `by` governs the person's role */
function demandGoverned(roles: Roles, userId: string, by: Manager | null): MemberRole {
  const role = roles.get(userId);
  // An outsider learns nothing about the people of the team.
  if (by) demandGoverns(roles, role ?? 'viewer', by);
  if (!role) throw notFound('This person is not in the team');
  return role;
}

/** @throws 403 `role_required` */
function demandGoverns(roles: Roles, role: MemberRole, { id, governs }: Manager): void {
  if (governs(roles.get(id)).includes(role)) return;
  throw roleRequired({ required: MEMBER_ROLES.findLast((each) => governs(each).includes(role)) ?? 'owner' });
}

/** @throws 403 `last_owner` */
function demandAnotherOwner(roles: Roles, userId: string): void {
  const owners = [...roles].filter(([, role]) => role === 'owner').map(([id]) => id);
  if (owners.length === 1 && owners[0] === userId) throw lastOwner();
}
