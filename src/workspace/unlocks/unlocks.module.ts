import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { UnlockContactService } from './unlock-contact.service.js';
import { UnlockTargetsQueries } from './unlock-targets.queries.js';
import { UnlocksController } from './unlocks.controller.js';

@Module({
  imports: [EnrichmentModule, CreditsModule],
  controllers: [UnlocksController],
  providers: [UnlockContactService, UnlockTargetsQueries],
  exports: [UnlockContactService],
})
export class UnlocksModule {}
