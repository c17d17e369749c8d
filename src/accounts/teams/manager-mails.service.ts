import { Injectable, Optional } from '@nestjs/common';
import type { MemberRole } from '#platform/caller/caller.js';
import { type MailDraft, MailsService } from '#platform/mail/mails.service.js';
import { MembersQueries } from './members.queries.js';

const MANAGERS: readonly MemberRole[] = ['owner', 'admin'];

/** Sends mails about a team to its owners and admins. A shadow team has no people, and therefore gets no mails. */
@Injectable()
export class ManagerMails {
  constructor(
    private readonly members: MembersQueries,
    /** Feature tests have no mails. */
    @Optional() private readonly mails?: MailsService,
  ) {}

  /** Writes a mail to each of them, or to the people of `roles`, in the open transaction. */
  async write(teamId: string, draftFor: (to: string) => MailDraft, roles = MANAGERS): Promise<void> {
    if (!this.mails?.isConfigured) return;
    for (const { email, role } of await this.members.findByTeam(teamId)) {
      if (roles.includes(role)) await this.mails.inform(draftFor(email));
    }
  }
}
