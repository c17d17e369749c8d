import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { productPath } from '#market/products/products.operations.js';
import { definePaidOperation } from '#platform/operations/operation.js';

export class BattleCardBody extends DryRunBody {
  @ApiProperty({ description: 'The product to beat' })
  @IsString()
  rival!: string;
}

export class BattleCard {
  @ApiProperty({ description: 'The text of the card' })
  card!: string;
}

export const generateBattleCard = definePaidOperation({
  id: 'generate_battle_card',
  tag: 'Test',
  summary: 'Generates a battle card',
  // A scope that keys of the tests have. One of its own would be a line in access/policy/key.scopes.ts.
  scope: 'spend:pitch',
  price: 2,
  input: { path: productPath, body: BattleCardBody },
  output: { type: BattleCard, dryRun: DryRun },
});
