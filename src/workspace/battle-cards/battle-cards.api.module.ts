import { Module } from '@nestjs/common';
import { BattleCardsController } from './battle-cards.controller.js';
import { BattleCardsModule } from './battle-cards.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [BattleCardsModule], controllers: [BattleCardsController] })
export class BattleCardsApiModule {}
