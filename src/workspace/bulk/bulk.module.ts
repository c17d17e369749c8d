import { Module } from '@nestjs/common';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { PainPointsModule } from '#market/pain-points/pain-points.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { QuotesService } from './quotes.service.js';
import { SpendingItems } from './spending-items.service.js';

@Module({
  imports: [RunsModule, PainPointsModule, PitchesModule, UnlocksModule],
  providers: [QuotesService, SpendingItems],
  exports: [QuotesService],
})
export class BulkModule {}
