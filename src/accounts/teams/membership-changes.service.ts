import { Injectable } from '@nestjs/common';
import { auditedAs } from '#accounts/facts/fact.definition.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { currentActor } from '#accounts/events/team-event.definition.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { InvitationsQueries } from './invitations.queries.js';
import { MEMBER_CHANGED } from './members.events.js';
import { MembersQueries } from './members.queries.js';

/** Records that a person joins or leaves a team, or gets another role. Call it in the transaction of the change. */
@Injectable()
export class MembershipChanges {
  constructor(
    private readonly queries: MembersQueries,
    private readonly invitations: InvitationsQueries,
    private readonly facts: Facts,
  ) {}

  /** Adds a person to a team. @returns false for a person who is already in the team */
  async add(teamId: string, userId: string, role: MemberRole): Promise<boolean> {
    if (!(await this.queries.insertMember(teamId, userId, role))) return false;
    await this.record(teamId, userId, 'member.joined', [null, role]);
    return true;
  }

  /** Withdraws the pending invitations of a person: those to one team, or those of the last minutes. */
  async withdrawInvitationsOf(inviterId: string, which: { teamId: string } | { minutes: number }): Promise<void> {
    for (const { id, team_id: teamId, email, role } of await this.invitations.deleteOf(inviterId, which)) {
      await this.facts.record('invitation.withdrawn', { teamId, id, name: email }, { changes: { role: [null, role] } });
    }
  }

  /** Records a change of a role, from null or to null, in the audit log and as an event of the team. */
  async record(
    teamId: string,
    userId: string,
    action: `member.${'joined' | 'role_changed' | 'left' | 'removed'}`,
    role: readonly [MemberRole | null, MemberRole | null],
  ): Promise<void> {
    const name = (await this.queries.findWithTeams(userId))?.email ?? null;
    const [before, after] = role;
    const change = before === null ? 'joined' : after === null ? 'left' : 'role_changed';
    const event = { user_id: userId, change, role: after ?? before ?? '', by: currentActor() } as const;
    const subject = { teamId, id: userId, name };
    await this.facts.record(auditedAs(action, MEMBER_CHANGED), subject, { changes: { role }, event });
  }
}
