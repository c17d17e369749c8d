import { PaidAction, type PaidCall, type PaidWork, type RunOf, type Sale } from '#accounts/runs/paid-action.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { type BattleCard, type BattleCardBody, generateBattleCard } from './battle-card.operations.js';

/** A paid action for tests only. It shows all that a paid action needs. */
export interface BattleCardInput {
  teamId: string;
  productId: string;
  rival: string;
}

/** Controls the next executions. */
export const workshop = {
  executed: 0,
  draft: ({ rival }: BattleCardInput): Promise<string> => Promise.resolve(`How to beat ${rival}`),
};

@PaidAction({
  operation: generateBattleCard,
  subject: 'product',
  title: 'Battle cards',
  freeWhen: 'the team has the card',
  describe: ({ body: { rival } }: PaidCall<BattleCardBody>, name) => `a battle card of ${name} against ${rival}`,
  link: (item) => ({ text: `Battle card against ${item.split(':')[2]}`, subjectId: item.split(':')[1] ?? '' }),
  effects: {
    111: { does: 'the card is written with a star', change: (card) => `${String(card)} *` },
    112: { does: 'the work fails, and the credits are refunded', fails: true },
  },
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
  constructor(
    private readonly database: Database,
    private readonly products: ProductReportsService,
  ) {}

  async inputOf(caller: TeamCaller, { path, body }: PaidCall<BattleCardBody>): Promise<BattleCardInput> {
    if (!(await this.products.exists(path.id))) throw notFound();
    return { teamId: caller.team.id, productId: path.id, rival: body.rival };
  }

  itemOf({ teamId, productId, rival }: BattleCardInput): string {
    return `${teamId}:${productId}:${rival}`;
  }

  subjectOf({ productId }: BattleCardInput): string {
    return productId;
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
    const values = [id, input.teamId, input.productId, input.rival, card];
    await this.database.execute('INSERT INTO battle_cards VALUES ($1, $2, $3, $4, $5)', values);
    return null;
  }

  async resultOf({ id }: RunOf<BattleCardInput>): Promise<BattleCard> {
    return (
      (await this.database.maybeOne<BattleCard>('SELECT card FROM battle_cards WHERE id = $1', [id])) ?? { card: '' }
    );
  }

  answer({ result }: Sale<BattleCardInput, BattleCard>): BattleCard {
    return result;
  }
}
