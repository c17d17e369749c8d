import { Controller, Module, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { PaidAction, type PaidWork, type RunOf } from '#accounts/runs/paid-action.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { type RequestIdentity, RunsService } from '#accounts/runs/runs.service.js';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import { type CallOf, definePaidOperation } from '#platform/operations/operation.js';
import { tool } from '#surfaces/mcp/tool.js';

/** A paid action for tests only. It shows what a paid action needs: a class, an operation and a line in the catalog. */
interface BattleCardInput {
  teamId: string;
  rival: string;
}

/** Controls the next executions. */
export const workshop = {
  executed: 0,
  draft: ({ rival }: BattleCardInput): Promise<string> => Promise.resolve(`How to beat ${rival}`),
};

class BattleCardBody {
  @ApiProperty()
  @IsString()
  rival!: string;
}

class BattleCard {
  @ApiProperty()
  card!: string;
}

@PaidAction({
  kind: 'generate_battle_card',
  price: 2,
  queue: 'battle-cards',
  retries: 1,
  concurrency: () => 4,
  deadlineSeconds: () => 60,
  messages: {
    unavailable: 'Battle cards cannot be generated at the moment; no credit was charged',
    failed: 'The battle card could not be generated; the credits were refunded',
    stillRunning: 'The battle card is still being generated',
    refundReason: 'no battle card was generated',
  },
})
export class GenerateBattleCard implements PaidWork<BattleCardInput, string, BattleCard> {
  constructor(private readonly database: Database) {}

  itemOf({ teamId, rival }: BattleCardInput): string {
    return `${teamId}:${rival}`;
  }

  findExisting({ teamId, rival }: BattleCardInput): Promise<BattleCard | null> {
    return this.database.maybeOne<BattleCard>('SELECT card FROM battle_cards WHERE team_id = $1 AND rival = $2', [
      teamId,
      rival,
    ]);
  }

  execute(input: BattleCardInput): Promise<string> {
    workshop.executed++;
    return workshop.draft(input);
  }

  async complete(card: string, { id, input }: RunOf<BattleCardInput>): Promise<string | null> {
    if (card === '') return 'nothing to say';
    const values = [id, input.teamId, input.rival, card];
    await this.database.execute('INSERT INTO battle_cards VALUES ($1, $2, $3, $4)', values);
    return null;
  }

  async resultOf({ id }: RunOf<BattleCardInput>): Promise<BattleCard> {
    return (
      (await this.database.maybeOne<BattleCard>('SELECT card FROM battle_cards WHERE id = $1', [id])) ?? { card: '' }
    );
  }
}

const generateBattleCard = definePaidOperation({
  id: 'generate_battle_card',
  tag: 'Test',
  summary: 'Generates a battle card',
  // A scope that keys of the tests have.
  scope: 'spend:pitch',
  input: { body: BattleCardBody },
  output: { type: BattleCard },
});

@Controller('api/v1/battle-cards')
export class BattleCards {
  constructor(private readonly runs: RunsService) {}

  @Post()
  @Serves(generateBattleCard)
  post(@Call() { caller, input, ...request }: CallOf<typeof generateBattleCard>): Promise<BattleCard> {
    return this.generate(caller, input.body.rival, request);
  }

  generate(caller: TeamCaller, rival: string, request: RequestIdentity): Promise<BattleCard> {
    return this.runs.buy(GenerateBattleCard, { teamId: caller.team.id, rival }, { caller, ...request });
  }
}

export const BATTLE_CARD_TOOL = tool(generateBattleCard, BattleCards, {
  title: 'Generate a battle card',
  description: 'Says how to beat a rival. Costs 2 credits: ask the person first.',
  call: (cards, { caller, input, requestId }) => cards.generate(caller, input.body.rival, { requestId }),
});

@Module({
  imports: [RunsModule.forAction(GenerateBattleCard)],
  providers: [GenerateBattleCard],
  controllers: [BattleCards],
})
export class BattleCardsModule {}

@Module({
  imports: [RunsModule.forAction(GenerateBattleCard), RunsWorkerModule.forAction(GenerateBattleCard)],
  providers: [GenerateBattleCard],
})
export class BattleCardsWorkerModule {}
