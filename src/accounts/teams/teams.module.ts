import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Membership } from './membership.entity.js';
import { Team } from './team.entity.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Team, User, Membership])],
  providers: [TeamsService],
  exports: [TeamsService],
})
export class TeamsModule {}
