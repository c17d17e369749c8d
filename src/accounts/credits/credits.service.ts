import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, SYSTEM, type TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { BudgetsQueries } from './budgets.queries.js';
import { insufficientCredits, spendCapReached, spendCapRequired } from './credits.failures.js';
import { type BrokenRule, LedgerQueries } from './ledger.queries.js';
import { PurchasesQueries } from './purchases.queries.js';

/** What opening a purchase came to: a new charge, or a flight that somebody else has paid for and that may be joined. */
export type OpenedPurchase = { purchaseId: string; joined: boolean };

/** What a caller wants to buy. `thing` names it for ever: two purchases of one thing cannot be open at once. */
export interface Order {
  caller: TeamCaller;
  requestId: string;
  /** The kind of the paid action. */
  action: string;
  /** Credits. */
  price: number;
  item: string;
  deadlineSeconds: number;
}

/** The transactional ledger: every credit that moves, moves here. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerQueries,
    private readonly budgets: BudgetsQueries,
    private readonly purchases: PurchasesQueries,
  ) {}

  /**
   * Opens a purchase together with its charge, in the caller's transaction, so that the run row written beside it
   * stands or falls with the money.
   * @throws 402 `spend_cap_reached` or `insufficient_credits`; 403 `spend_cap_required`.
   */
  async open(order: Order): Promise<OpenedPurchase> {
    const { caller, action, item } = order;
    const { budget } = caller;
    if (!budget) throw spendCapRequired();
    return this.database.transaction(async () => {
      const cost = order.price;
      const actor: Actor = { kind: caller.lane, id: caller.credentialId, requestId: order.requestId };
      const purchaseId = uuidv7();
      const isNew = await this.purchases.insert({
        id: purchaseId,
        teamId: caller.team.id,
        action,
        item,
        cost,
        budgetId: budget.kind === 'team' ? null : budget.id,
        credentialKind: actor.kind,
        credentialId: actor.id,
        requestId: actor.requestId,
        deadlineSeconds: order.deadlineSeconds,
      });
      if (!isNew) {
        const open = await this.purchases.findOpen(action, item);
        // The rival ended between our two statements: its thing is there now or was refunded, so look again.
        return open ? { purchaseId: open.id, joined: true } : this.open(order);
      }
      const balance = await this.ledger.lockedBalance(caller.team.id);
      if (budget.kind !== 'team') await this.requireBudget(budget.id, cost);
      if (balance < cost) throw insufficientCredits({ credits_balance: balance, credits_required: cost });
      await this.ledger.move({
        teamId: caller.team.id,
        kind: 'charge',
        amount: -cost,
        purchaseId,
        action,
        item,
        actor,
      });
      return { purchaseId, joined: false };
    });
  }

  /** Keeps the charge. @returns false when the purchase had ended already: then the result must not be kept. */
  async settle(purchaseId: string): Promise<boolean> {
    return (await this.purchases.close(purchaseId, 'settled')) !== null;
  }

  /** Gives the credit back, and with it the budget. @returns false when the purchase had ended already. */
  async refund(purchaseId: string, reason: string, actor: Actor = SYSTEM): Promise<boolean> {
    return this.database.transaction(async () => {
      const closed = await this.purchases.close(purchaseId, 'refunded');
      if (!closed) return false;
      const { team_id: teamId, cost, action, thing: item } = closed;
      await this.ledger.move({ teamId, kind: 'refund', amount: cost, purchaseId, action, item, reason, actor });
      return true;
    });
  }

  /** Refunds what no feature settled in time. @returns how many purchases were refunded. */
  async refundOverdue(graceSeconds: number): Promise<number> {
    let refunded = 0;
    for (const id of await this.purchases.findOverdue(graceSeconds, 500)) {
      if (await this.refund(id, 'deadline passed')) refunded++;
    }
    return refunded;
  }

  /** Adds credits to a team. @returns the balance after. @throws 400 for an amount outside 1 to a thousand million; 404 */
  async grant(teamId: string, amount: number, reason: string, actor: Actor): Promise<number> {
    if (!Number.isInteger(amount) || amount < 1 || amount > LARGEST_GRANT) {
      throw invalidRequest(`A grant is a whole number from 1 to ${LARGEST_GRANT}`);
    }
    return this.database.transaction(async () => {
      if (!(await this.ledger.openAccount(teamId))) throw notFound('Team not found');
      await this.ledger.lockedBalance(teamId);
      return this.ledger.move({ teamId, kind: 'grant', amount, reason, actor });
    });
  }

  /** What a team has left; 0 for a team that never had any. */
  balanceOf(teamId: string): Promise<number> {
    return this.ledger.balanceOf(teamId);
  }

  /** @returns every row that breaks a ledger invariant; empty is clean. */
  verify(): Promise<BrokenRule[]> {
    return this.ledger.brokenRules();
  }

  private async requireBudget(budgetId: string, cost: number): Promise<void> {
    const { limit, used } = await this.budgets.stateOf(budgetId);
    // The purchase under way is already counted, and the account lock keeps every other one of the team waiting.
    if (used <= limit) return;
    const [spend_used, spend_remaining] = [used - cost, Math.max(0, limit - used + cost)];
    throw spendCapReached({ spend_cap: limit, spend_used, spend_remaining, credits_required: cost });
  }
}

const LARGEST_GRANT = 1_000_000_000;
