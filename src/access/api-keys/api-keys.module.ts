import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyUse } from './api-key-use.entity.js';
import { ApiKeyUses } from './api-key-uses.js';
import { KeyExpiry } from './key-expiry.service.js';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ApiKey, ApiKeyUse]),
    AuditModule,
    CreditsModule,
    ShadowTeamsModule,
    TeamEventsModule,
    TeamsModule,
  ],
  providers: [ApiKeysService, ApiKeysQueries, ApiKeyUses, KeyExpiry],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
