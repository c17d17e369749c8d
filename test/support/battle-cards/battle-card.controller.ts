import { Controller, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { GenerateBattleCard } from './battle-card.action.js';
import { type BattleCard, generateBattleCard } from './battle-card.operations.js';

@Controller('api/v1/products/:id')
export class BattleCardController {
  constructor(private readonly calls: PaidCalls) {}

  @Post('generate-battle-card')
  @Serves(generateBattleCard)
  generate(@Call() call: CallOf<typeof generateBattleCard>): Promise<BattleCard | DryRun> {
    return this.calls.buyOrPrice(GenerateBattleCard, call);
  }
}
