import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { Unlock } from './unlock.entity.js';
import { UnlockContact } from './unlock-contact.action.js';
import { UnlockStates } from './unlock-states.service.js';
import { UnlockTargetsQueries } from './unlock-targets.queries.js';
import { UnlockTargets } from './unlock-targets.service.js';
import { UnlocksErasureQueries } from './unlocks-erasure.queries.js';
import { UnlocksErasure } from './unlocks-erasure.service.js';
import { UnlocksQueries } from './unlocks.queries.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Unlock]),
    FactsModule,
    EnrichmentModule,
    WritersModule,
    RunsModule.forAction(UnlockContact),
  ],
  providers: [
    UnlockContact,
    UnlockStates,
    UnlockTargets,
    UnlockTargetsQueries,
    UnlocksErasure,
    UnlocksErasureQueries,
    UnlocksQueries,
  ],
  exports: [UnlocksErasure, UnlockStates],
})
export class UnlocksModule {}
