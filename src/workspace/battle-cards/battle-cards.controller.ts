import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { type ProductBattleCard, getBattleCard } from './battle-cards.operations.js';
import { BattleCardsService } from './battle-cards.service.js';

@Controller('api/v1/products/:id/battle-card')
export class BattleCardsController {
  constructor(private readonly battleCards: BattleCardsService) {}

  @Get()
  @Serves(getBattleCard)
  read(@Call() { caller, input: { path } }: CallOf<typeof getBattleCard>): Promise<ProductBattleCard> {
    return this.battleCards.cardFor(caller, path.id);
  }
}
