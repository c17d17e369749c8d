import { Injectable } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { PAID_ACTIONS } from '#accounts/runs/paid-action.js';
import { PricingService } from '#accounts/runs/pricing.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { InputFault } from '#platform/errors/application-error.js';
import type { PriceQuote } from './quotes.operations.js';
import { type ItemAction, type SpendingItem, SpendingItems } from './spending-items.service.js';

/** Prices lists of paid calls. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly items: SpendingItems,
    private readonly pricing: PricingService,
  ) {}

  /** The price of calls, each of which names its action. @throws 400 with the faults of all items */
  quote(caller: TeamCaller, items: readonly unknown[]): Promise<PriceQuote> {
    return this.quoteItems(caller, this.items.read(items, actionOf));
  }

  /** The price of calls that are already parsed. */
  async quoteItems(caller: TeamCaller, items: readonly SpendingItem[]): Promise<PriceQuote> {
    const basket = await this.pricing.open(caller);
    const priced: DryRun[] = [];
    for (const item of items) priced.push(await this.items.price(item, basket));
    return {
      items: priced,
      total: {
        credits_required: priced.reduce((sum, { credits_required }) => sum + credits_required, 0),
        is_allowed: priced.every(({ would }) => would !== 'refuse'),
      },
    };
  }
}

function actionOf({ action }: Readonly<Record<string, unknown>>): ItemAction {
  if (PAID_ACTIONS.includes(action as string)) return { action: action as string, faults: [] };
  const message = action === undefined ? 'action is required' : `action must be one of: ${PAID_ACTIONS.join(', ')}`;
  const code = action === undefined ? 'required' : 'is_in';
  const fault: InputFault = { field: 'action', location: 'body', code, message, allowed: PAID_ACTIONS };
  return { faults: [fault] };
}
