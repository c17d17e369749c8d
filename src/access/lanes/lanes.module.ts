import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { AccessGuard } from './access.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerMiddleware } from './caller.middleware.js';
import { LanesCheck } from './lanes.check.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimiter } from './rate-limiter.js';
import { ToolCallers } from './tool-callers.service.js';

/** Who may call what: guards in the order of checks, 429, then 401 and 403. For the API process only. */
@Module({
  imports: [ApiKeysModule, ConnectionsModule, PassportModule],
  providers: [
    BearerStrategy,
    RateLimiter,
    ToolCallers,
    LanesCheck,
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [RateLimiter, ToolCallers],
})
export class LanesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(CallerMiddleware).forRoutes('api/v1/{*path}');
  }
}
