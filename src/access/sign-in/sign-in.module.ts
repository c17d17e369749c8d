import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { CsrfService } from './csrf.service.js';
import { SessionService } from './session.service.js';
import { SessionsQueries } from './sessions.queries.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { WebSession } from './web-session.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebSession]), TeamsModule, ThrottlingModule],
  providers: [SessionService, SessionsQueries, SignInThrottle, CsrfService],
  exports: [SessionService, SignInThrottle, CsrfService],
})
export class SignInModule {}
