import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { AccessGuard } from './access.guard.js';
import { BearerGuard } from './bearer.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { LaneThrottlerGuard } from './lane-throttler.guard.js';
import { LanesCheck } from './lanes.check.js';

/** The guards in the order of checks: caller, 429, then 401 and 403. For the API process only. */
@Module({
  imports: [ApiKeysModule, ConnectionsModule, CreditsModule, ThrottlingModule],
  providers: [
    BearerStrategy,
    LaneThrottlerGuard,
    LanesCheck,
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useExisting: LaneThrottlerGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [LaneThrottlerGuard],
})
export class LanesModule {}
