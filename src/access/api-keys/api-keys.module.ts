import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyUse } from './api-key-use.entity.js';
import { ApiKeyUses } from './api-key-uses.js';
import { KeyExpiry } from './key-expiry.service.js';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, ApiKeyUse]), FactsModule, CreditsModule, ShadowTeamsModule, TeamsModule],
  providers: [ApiKeysService, ApiKeysQueries, ApiKeyUses, KeyExpiry],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
