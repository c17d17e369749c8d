import { costOf } from '#accounts/credits/credit.words.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { tool } from '#surfaces/mcp/tool.js';
import { GenerateBattleCard } from './battle-card.action.js';
import { generateBattleCard } from './battle-card.operations.js';

export const BATTLE_CARD_TOOL = tool(generateBattleCard, PaidCalls, {
  title: 'Generate a battle card',
  description: `Says how to beat a rival. Costs ${costOf(generateBattleCard)}: ask the person first.`,
  names: { product_id: 'id' },
  call: (calls, call) => calls.buyOrPrice(GenerateBattleCard, call),
});
