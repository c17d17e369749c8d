import { Injectable } from '@nestjs/common';
import { spendCapRequired } from '#accounts/credits/credits.failures.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { afterSpending, spendingFailure, type CreditPosition } from '#accounts/credits/spending.rules.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { DryRun, type Expectation, type FreeReason } from './dry-run.dto.js';
import { optionsOf, type PaidActionClass } from './paid-action.js';
import { PaidActions, type RegisteredAction } from './paid-actions.js';
import { RunsQueries } from './runs.queries.js';

/** Paid actions that are priced together, as if one caller bought them one after another. */
export interface Basket {
  caller: TeamCaller;
  /** Before the first of them. */
  standing: CreditPosition;
  /** After those so far. */
  left: CreditPosition;
  /** The items so far. */
  items: Set<string>;
}

/** Prices paid actions by the rules of `RunsService`. Writes nothing. */
@Injectable()
export class PricingService {
  constructor(
    private readonly actions: PaidActions,
    private readonly queries: RunsQueries,
    private readonly credits: CreditsService,
  ) {}

  /** An empty basket. */
  async open(caller: TeamCaller): Promise<Basket> {
    const standing = await this.credits.standingOf(caller);
    return { caller, standing, left: standing, items: new Set() };
  }

  /** The price of an action after those in the basket, to which it is added. */
  async price<Input extends object, Result>(
    actionClass: PaidActionClass<Input, Result>,
    input: Input,
    basket: Basket,
  ): Promise<DryRun> {
    const action = this.actions.getByClass(actionClass);
    const { kind, price } = action.options;
    const expected = (await action.work.expect?.(input)) ?? null;
    const refused = await refusalBefore(action, input);
    const free = await this.whyFree(action, input, basket, expected);
    const facts = { action: kind, expected, free, price };
    const refusal = refused ?? (free ? null : refusalIn(basket, { price, action: kind }));
    if (refusal) return refusedIn(basket, refusal, facts);
    basket.items.add(keyOf(action, input));
    if (!free) basket.left = afterSpending(basket.left, { price, action: kind });
    return dryRunOf(basket, { ...facts, refusal: null });
  }

  /** The answer about an action that the caller may not buy. A resource that does not exist has no price. */
  refused(actionClass: PaidActionClass, failure: ApplicationError, basket: Basket): DryRun {
    const { kind, price } = optionsOf(actionClass);
    const isUnknown = failure.code === 'not_found';
    return refusedIn(basket, failure, { action: kind, expected: null, price: isUnknown ? 0 : price });
  }

  private async whyFree(
    action: RegisteredAction,
    input: object,
    { items }: Basket,
    expected: Expectation | null,
  ): Promise<FreeReason | null> {
    const { work, options } = action;
    const existing = await work.findExisting?.(input);
    if (existing) return work.freeBecause?.(existing) ?? 'already_in_progress';
    const run = await this.queries.findOpen(options.kind, action.itemOf(input));
    if (run && !this.actions.isDead(run)) return 'already_in_progress';
    const reason = items.has(keyOf(action, input)) ? null : await work.freeRun?.(input);
    if (reason) return reason;
    // An earlier item of the basket has the result that this one would find.
    if (!work.findExisting || !items.has(keyOf(action, input))) return null;
    if (expected === null) return 'already_in_progress';
    return expected === 'not_found' ? 'known_not_found' : 'already_revealed';
  }
}

/** The 402 of a request that is not admitted. A price calls no service that could be unavailable. @throws 429 */
async function refusalBefore({ work }: RegisteredAction, input: object): Promise<ApplicationError | null> {
  try {
    await work.admit?.(input);
    return null;
  } catch (error) {
    if (!(error instanceof ApplicationError) || error.code === 'rate_limited') throw error;
    return error.code === 'payment_required' ? error : null;
  }
}

interface Facts {
  action: string;
  expected: Expectation | null;
  free?: FreeReason | null;
  price: number;
  refusal?: ApplicationError | null;
}

const keyOf = ({ work, options }: RegisteredAction, input: object): string => `${options.kind} ${work.itemOf(input)}`;

function refusalIn({ caller, left }: Basket, cost: { price: number; action: string }): ApplicationError | null {
  return caller.budget ? spendingFailure(left, cost) : spendCapRequired();
}

const refusedIn = (basket: Basket, refusal: ApplicationError, facts: Facts): DryRun =>
  dryRunOf(basket, { ...facts, refusal });

/** Balance and caps are the current ones, regardless of the basket. */
function dryRunOf({ standing: { balance, budget } }: Basket, facts: Facts): DryRun {
  const { action, expected, free = null, price, refusal } = facts;
  const daily = budget?.daily_limit ?? null;
  return Object.assign(new DryRun(), {
    dry_run: true as const,
    action,
    would: refusal ? ('refuse' as const) : free ? ('free' as const) : ('charge' as const),
    free_because: free,
    credits_required: free ? 0 : price,
    expected,
    credits_balance: balance,
    spend_cap: budget?.limit ?? null,
    spend_remaining: budget && Math.max(0, budget.limit - budget.used),
    daily_cap: daily,
    daily_remaining: budget && daily !== null ? Math.max(0, daily - budget.daily_used) : null,
    refusal: refusal ? { status: refusal.status, error: refusal.toBody() } : null,
    quoted_at: new Date().toISOString(),
  } satisfies DryRun);
}
