import type { RowOf } from '#platform/database/column-names.js';
import type { CreditPool } from './credit-pool.entity.js';

/** A pool with credits, as a purchase sees it. `is_ended`: it has expired, or its payment came back. */
export type UsablePool = Pick<RowOf<CreditPool>, 'id' | 'remaining' | 'only_action'> & { is_ended: boolean };

/** The part of a movement that concerns a pool: negative if credits leave it. */
export interface PoolPart {
  poolId: string;
  amount: number;
}

/** Credits of the balance that an action cannot use, by the action that can. Under an empty name: those that none can. */
export type Reserved = ReadonlyMap<string, number>;

/** The reserved credits of these pools. */
export function reservedIn(pools: readonly UsablePool[]): Reserved {
  const reserved = new Map<string, number>();
  for (const { remaining, only_action, is_ended } of pools) {
    const action = is_ended ? '' : only_action;
    if (action !== null) reserved.set(action, (reserved.get(action) ?? 0) + remaining);
  }
  return reserved;
}

/** The credits of the balance that an action can use. */
export function spendableOn(action: string, balance: number, reserved: Reserved): number {
  let spendable = balance;
  for (const [only, credits] of reserved) if (only !== action) spendable -= credits;
  return spendable;
}

/**
 * The pools that pay `cost` credits of an action, of `balance` credits in all: first the pools that are for this action
 * alone, then the credits of the period, which need no part, then the other pools. `pools` are in the order of their age.
 */
export function partsOf(
  cost: number,
  action: string,
  { balance, pools }: { balance: number; pools: readonly UsablePool[] },
): PoolPart[] {
  const ofPeriod = balance - pools.reduce((sum, { remaining }) => sum + remaining, 0);
  const usable = pools.filter(({ is_ended }) => !is_ended);
  const parts: PoolPart[] = [];
  let open = cost;
  const take = (from: readonly UsablePool[]): void => {
    for (const { id, remaining } of from) {
      const amount = Math.min(open, remaining);
      if (amount > 0) parts.push({ poolId: id, amount: -amount });
      open -= amount;
    }
  };
  take(usable.filter(({ only_action }) => only_action === action));
  open -= Math.min(open, ofPeriod);
  take(usable.filter(({ only_action }) => only_action === null));
  return parts;
}

/** Whether a part comes from a pool that is for one action alone. */
export const isReserved = (parts: readonly PoolPart[], pools: readonly UsablePool[]): boolean =>
  parts.some(({ poolId }) => pools.some(({ id, only_action }) => id === poolId && only_action !== null));
