import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { GenerateBattleCard } from './battle-card.action.js';
import { BattleCardController } from './battle-card.controller.js';
import { BattleCardRow } from './battle-card.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([BattleCardRow]), ProductsModule, RunsModule.forAction(GenerateBattleCard)],
  providers: [GenerateBattleCard],
  exports: [GenerateBattleCard],
})
export class BattleCardModule {}

/** The REST route, for the API process only. */
@Module({ imports: [BattleCardModule, RunsModule], controllers: [BattleCardController] })
export class BattleCardApiModule {}
