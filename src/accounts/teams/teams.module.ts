import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersQueries } from './members.queries.js';
import { MembersService } from './members.service.js';
import { Membership } from './membership.entity.js';
import { Team } from './team.entity.js';
import { TeamInvitation } from './team-invitation.entity.js';
import { PasswordsService } from './passwords.service.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Team, User, Membership, TeamInvitation])],
  providers: [TeamsService, MembersService, MembersQueries, PasswordsService],
  exports: [TeamsService, MembersService, PasswordsService],
})
export class TeamsModule {}
