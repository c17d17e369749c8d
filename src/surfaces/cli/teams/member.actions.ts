import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { MemberRemovalService } from '#access/oauth/member-removal.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { MembershipsService, type TeamMember } from '#accounts/teams/memberships.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { Env } from '#config/env.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { CommandFailure } from '../command-line.js';
import { coreModules, inContext } from '../command.context.js';

export type { TeamMember };

const modules = (env: Env) => [...coreModules(env), TeamsModule, ConnectionsModule];

/** The people of a team, in the order in which they joined. @throws 404 for an unknown team */
export const listMembers = (teamId: string): Promise<TeamMember[]> =>
  inContext(modules, async (context) => {
    await context.get(TeamsService).get(teamId);
    return context.get(MembershipsService).findByTeam(teamId);
  });

/** Adds a person to a team, whatever its plan allows. @throws 404 */
export const addMember = (teamId: string, email: string, role: MemberRole): Promise<void> =>
  inContext(modules, async (context) => {
    const userId = await context.get(MembersService).idOf(email);
    await context.get(Database).transaction(async () => {
      await context.get(TeamsService).lock(teamId);
      if (!(await context.get(MembershipsService).add(teamId, userId, role)))
        throw new CommandFailure('This person is in the team: member set-role changes the role.');
    });
  });

/** @returns the previous role. @throws 404; 403 `last_owner` */
export const setMemberRole = (teamId: string, email: string, role: MemberRole): Promise<MemberRole> =>
  inContext(modules, async (context) => {
    const userId = await context.get(MembersService).idOf(email);
    return context.get(MembershipsService).changeRole(teamId, userId, role, null);
  });

/** Removes a person from a team and ends their connections to it. @throws 404; 403 `last_owner` */
export const removeMember = (teamId: string, email: string): Promise<{ connections_ended: number }> =>
  inContext(modules, async (context) => {
    const userId = await context.get(MembersService).idOf(email);
    return { connections_ended: await context.get(MemberRemovalService).remove(teamId, userId, null) };
  });
