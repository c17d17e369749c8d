import { Module } from '@nestjs/common';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { InvitationsQueries } from './invitations.queries.js';
import { InvitationsService } from './invitations.service.js';
import { TeamsModule } from './teams.module.js';

/** Invitations, for the processes that write mails. */
@Module({
  imports: [TeamsModule, AuditModule],
  providers: [InvitationsService, InvitationsQueries],
  exports: [InvitationsService],
})
export class InvitationsModule {}
