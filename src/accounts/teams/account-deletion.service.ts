import { Injectable } from '@nestjs/common';
import { AuditService } from '#accounts/audit/audit.service.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { identify } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { InvitationsQueries } from './invitations.queries.js';
import { MembersService } from './members.service.js';
import { MembershipsService } from './memberships.service.js';

/** A person whose account is being deleted. */
export interface PersonToForget {
  id: string;
  email: string;
}

/** Deletes the accounts of people. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly invitations: InvitationsQueries,
    private readonly memberships: MembershipsService,
    private readonly mails: MailsService,
    private readonly audit: AuditService,
    private readonly facts: Facts,
  ) {}

  /**
   * Deletes a person: memberships, sessions, second factor, connections, mails and invitations. The person's work for a
   * team stays with the team, and the audit log keeps the id without the name. `alsoForget` does the same for what other
   * features have, first in the same transaction. @throws 403 `last_owner` for the last owner of a team; nothing is deleted then
   */
  async delete(userId: string, alsoForget: (person: PersonToForget) => Promise<unknown>): Promise<void> {
    await this.database.transaction(async () => {
      // A team that the person is creating commits first, or finds no person.
      await this.members.lock(userId);
      const person = await this.members.findWithTeams(userId);
      if (!person) return;
      // Entries and events of the deletion itself do not name the person either.
      identify({ kind: 'session', id: userId, name: null });
      await alsoForget({ id: userId, email: person.email });
      const self = { id: userId, governs: () => [] };
      for (const teamId of person.team_ids) await this.memberships.remove(teamId, userId, self);
      await this.facts.record('user.deleted', { teamId: person.team_ids, id: userId });
      await this.mails.deleteTo(person.email);
      await this.invitations.deleteFor(person.email);
      await this.members.deletePerson(userId);
      await this.audit.forget(userId, person.email);
    });
  }
}
