import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { EventsModule } from '#platform/events/events.module.js';
import { CredentialsService } from './credentials.service.js';
import { InvitationsQueries } from './invitations.queries.js';
import { ManagerMails } from './manager-mails.service.js';
import { MembersQueries } from './members.queries.js';
import { MembershipChanges } from './membership-changes.service.js';
import { MembershipsService } from './memberships.service.js';
import { MembersService } from './members.service.js';
import { Membership } from './membership.entity.js';
import { NewPasswordsService } from './new-passwords.service.js';
import { Team } from './team.entity.js';
import { TeamInvitation } from './team-invitation.entity.js';
import { SenderProfile } from './sender-profile.entity.js';
import { SenderProfilesService } from './sender-profiles.service.js';
import { PasswordsService } from './passwords.service.js';
import { TeamSuspensions } from './team-suspensions.service.js';
import { TeamsQueries } from './teams.queries.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Team, User, Membership, TeamInvitation, SenderProfile]),
    FactsModule,
    EventsModule,
  ],
  providers: [
    TeamsService,
    TeamsQueries,
    MembersService,
    CredentialsService,
    MembershipChanges,
    InvitationsQueries,
    MembershipsService,
    MembersQueries,
    NewPasswordsService,
    PasswordsService,
    SenderProfilesService,
    ManagerMails,
    TeamSuspensions,
  ],
  exports: [
    TeamsService,
    MembersService,
    CredentialsService,
    MembershipsService,
    PasswordsService,
    SenderProfilesService,
    ManagerMails,
    MembershipChanges,
    TeamSuspensions,
  ],
})
export class TeamsModule {}
