import { Module } from '@nestjs/common';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { InvitationsQueries } from './invitations.queries.js';
import { InvitationsService } from './invitations.service.js';
import { TeamsModule } from './teams.module.js';

/** Invitations and deletions of accounts, for the processes that write mails. */
@Module({
  imports: [TeamsModule, AuditModule, FactsModule],
  providers: [InvitationsService, InvitationsQueries, AccountDeletionService],
  exports: [InvitationsService, AccountDeletionService],
})
export class InvitationsModule {}
