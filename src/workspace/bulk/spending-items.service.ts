import { Injectable } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { actionNamed, type PaidCall } from '#accounts/runs/paid-action.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { type Basket, PricingService } from '#accounts/runs/pricing.service.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { ApplicationError, type InputFault, validationFailed } from '#platform/errors/application-error.js';
import { renamedFault, unknownField } from '#platform/operations/input-faults.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { callRefusalOf } from './spending-calls.js';

/** The validated input of one single call. */
export interface SpendingItem extends PaidCall {
  action: string;
}

/** Reads, prices and makes single spending calls that are sent as items of a list. */
@Injectable()
export class SpendingItems {
  constructor(
    private readonly validator: OperationValidator,
    private readonly pricing: PricingService,
    private readonly calls: PaidCalls,
  ) {}

  /**
   * Validates items as the single call would. `actionOf` returns the call of an item, or its fault.
   * @throws 400 with the faults of all items, each at `items[3].field`
   */
  read(items: readonly unknown[], actionOf: (item: Readonly<Record<string, unknown>>) => ItemAction): SpendingItem[] {
    const faults: InputFault[] = [];
    const read = items.flatMap((raw, index) => {
      const found: ReadItem = isRecord(raw) ? this.readItem(raw, actionOf(raw)) : { faults: [NOT_AN_OBJECT] };
      faults.push(...found.faults.map((fault) => renamedFault(fault, nameOf(index, fault.field))));
      return found.item ?? [];
    });
    if (faults.length > 0) throw validationFailed(faults);
    return read;
  }

  /** The effect of a call after those in the basket, including every refusal. */
  async price({ action: name, ...call }: SpendingItem, basket: Basket): Promise<DryRun> {
    const { action } = actionNamed(name);
    try {
      const refusal = callRefusalOf(name, basket.caller);
      if (refusal) throw refusal;
      return await this.calls.price(action, call, basket);
    } catch (error) {
      if (!(error instanceof ApplicationError) || error.code === 'internal_error') throw error;
      return this.pricing.refused(action, error, basket);
    }
  }

  /** Makes the single call. @throws as the call */
  buy({ action, ...call }: SpendingItem, caller: TeamCaller, request: RequestIdentity): Promise<unknown> {
    return this.calls.buy(actionNamed(action).action, caller, call, request);
  }

  private readItem(raw: Readonly<Record<string, unknown>>, { action, faults: wrong }: ItemAction): ReadItem {
    if (!action) return { faults: wrong };
    const { operation, subject } = actionNamed(action);
    const idField = `${subject}_id`;
    const { action: _, [idField]: id, dry_run, ...body } = raw;
    const { input, faults } = this.validator.validate(operation, { path: { id }, body });
    const named = faults.map((fault) => (fault.location === 'path' ? renamedFault(fault, idField) : fault));
    // The list is priced or bought as a whole.
    const all = [...wrong, ...named, ...(dry_run === undefined ? [] : [unknownField('dry_run')])];
    return { faults: all.map(inBody), item: { action, ...(input as Pick<SpendingItem, 'path' | 'body'>) } };
  }
}

/** The call of an item. Without an action, the faults state why. */
export interface ItemAction {
  action?: string;
  faults: InputFault[];
}

interface ReadItem {
  faults: InputFault[];
  item?: SpendingItem;
}

/** A field with an empty name is the item itself. */
const NOT_AN_OBJECT: InputFault = {
  field: '',
  location: 'body',
  code: 'is_object',
  message: 'an item must be a JSON object',
};

const nameOf = (index: number, field: string): string => `items[${index}]${field && `.${field}`}`;

const inBody = (fault: InputFault): InputFault => ({ ...fault, location: 'body' });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
