import { Injectable, type Type } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { DryRun, DryRunBody } from './dry-run.dto.js';
import type { PaidCall, PaidWork } from './paid-action.js';
import { PaidActions } from './paid-actions.js';
import { type Basket, PricingService } from './pricing.service.js';
import { type RequestIdentity, RunsService } from './runs.service.js';

type AnyWork = PaidWork<object, unknown, unknown>;
type AnswerOf<Work extends AnyWork> = NonNullable<Awaited<ReturnType<Work['answer']>>>;

/** Makes and prices the calls of paid actions, for routes, tools, pages, quotes and bulk jobs. */
@Injectable()
export class PaidCalls {
  constructor(
    private readonly actions: PaidActions,
    private readonly runs: RunsService,
    private readonly pricing: PricingService,
    private readonly credits: CreditsService,
  ) {}

  /** Makes a call, or prices it if its body says `dry_run`. @throws as `buy` */
  async buyOrPrice<Work extends AnyWork>(
    action: Type<Work>,
    { caller, input, ...request }: RequestIdentity & { caller: TeamCaller; input: PaidCall },
  ): Promise<AnswerOf<Work> | DryRun> {
    const { dry_run } = input.body as DryRunBody;
    return dry_run
      ? this.price(action, input, await this.pricing.open(caller))
      : this.buy(action, caller, input, request);
  }

  /** Makes a call. @throws 404; 402 `spend_cap_reached` or `insufficient_credits`; 500 without a charge */
  async buy<Work extends AnyWork>(
    action: Type<Work>,
    caller: TeamCaller,
    call: PaidCall,
    request: RequestIdentity,
  ): Promise<AnswerOf<Work>> {
    const { work } = this.actions.getByClass(action);
    const input = await work.inputOf(caller, call, request.requestId);
    for (;;) {
      const started = await this.runs.start(action, input, { caller, ...request });
      request.started?.();
      const result =
        started.state === 'existing'
          ? started.result
          : work.resultOf && (await this.runs.resultOf(action, started.run));
      const creditsRemaining = await this.credits.balanceOf(caller.team.id);
      const answer = await work.answer({ input, state: started.state, result, creditsRemaining });
      if (answer) return answer as AnswerOf<Work>;
    }
  }

  /** The price of a call after those in the basket. @throws 404 */
  async price(action: Type<AnyWork>, call: PaidCall, basket: Basket): Promise<DryRun> {
    const { work } = this.actions.getByClass(action);
    return this.pricing.price(action, await work.inputOf(basket.caller, call), basket);
  }
}
