import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { CsrfService } from './csrf.service.js';
import { SessionService } from './session.service.js';
import { SessionsQueries } from './sessions.queries.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { WebSession } from './web-session.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebSession]), TeamsModule],
  providers: [SessionService, SessionsQueries, SignInThrottle, CsrfService],
  exports: [SessionService, CsrfService],
})
export class SignInModule {}
