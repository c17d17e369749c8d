import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '#accounts/audit/audit.service.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { type Actor, SYSTEM, type TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { BudgetsQueries } from './budgets.queries.js';
import { CREDITS_REFILLED } from './credits.events.js';
import { dailyCapReached, insufficientCredits, spendCapReached, spendCapRequired } from './credits.failures.js';
import { type BrokenRule, LedgerQueries } from './ledger.queries.js';
import { type OpenPurchases, PurchasesQueries } from './purchases.queries.js';

/** The result of opening a purchase: a new one with its charge, or the open one of another request (`joined`). */
export type OpenedPurchase = { purchaseId: string; joined: boolean };

/** An order of a paid action. `item` identifies what is bought. At most one purchase of an item can be open. */
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

/** The transactional ledger. All movements of credits go through this service. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerQueries,
    private readonly budgets: BudgetsQueries,
    private readonly purchases: PurchasesQueries,
    private readonly audit: AuditService,
    private readonly events: TeamEvents,
  ) {}

  /**
   * Opens a purchase together with its charge, in the caller's transaction, so that the run and its charge commit or
   * roll back together.
   * @throws 402 `spend_cap_reached`, `daily_cap_reached` or `insufficient_credits`; 403 `spend_cap_required`.
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
        // The other purchase ended between the two statements, settled or refunded, so try again.
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

  /** Keeps the charge. @returns false when the purchase had already ended. The caller must then discard the result. */
  async settle(purchaseId: string): Promise<boolean> {
    return (await this.purchases.close(purchaseId, 'settled')) !== null;
  }

  /** Refunds the credits, also to the budget. @returns false when the purchase had already ended */
  async refund(purchaseId: string, reason: string, actor: Actor = SYSTEM): Promise<boolean> {
    return this.database.transaction(async () => {
      const closed = await this.purchases.close(purchaseId, 'refunded');
      if (!closed) return false;
      const { team_id: teamId, cost, action, thing: item } = closed;
      await this.ledger.move({ teamId, kind: 'refund', amount: cost, purchaseId, action, item, reason, actor });
      return true;
    });
  }

  /** The open purchases of each action that has any. */
  openPurchases(): Promise<OpenPurchases[]> {
    return this.purchases.countOpen();
  }

  /** Refunds open purchases whose deadline passed more than `graceSeconds` ago. @returns the number of refunds */
  async refundOverdue(graceSeconds: number): Promise<number> {
    let refunded = 0;
    for (const id of await this.purchases.findOverdue(graceSeconds, 500)) {
      if (await this.refund(id, 'deadline passed')) refunded++;
    }
    return refunded;
  }

  /** Adds credits to a team. @returns the new balance. @throws 400 for an amount outside 1 to 1,000,000,000; 404 */
  async grant(teamId: string, amount: number, reason: string, actor: Actor): Promise<number> {
    if (!Number.isInteger(amount) || amount < 1 || amount > LARGEST_GRANT) {
      throw invalidRequest(`A grant is a whole number from 1 to ${LARGEST_GRANT}`);
    }
    return this.database.transaction(async () => {
      if (!(await this.ledger.openAccount(teamId))) throw notFound('Team not found');
      const before = await this.ledger.lockedBalance(teamId);
      const after = await this.ledger.move({ teamId, kind: 'grant', amount, reason, actor });
      const changes = { credits_balance: [before, after], reason: [null, reason] } as const;
      await this.audit.record({ action: 'credits.granted', teamId, actor: { ...actor, name: null }, changes });
      const data = { credits_balance: after, granted: amount, expired: 0, reason: 'grant' } as const;
      await this.events.append(CREDITS_REFILLED, data, teamId);
      return after;
    });
  }

  /** The balance of a team. 0 for a team that never had credits. */
  balanceOf(teamId: string): Promise<number> {
    return this.ledger.balanceOf(teamId);
  }

  /** The balance of every team that ever had credits, by the team's id. */
  balances(): Promise<Map<string, number>> {
    return this.ledger.balances();
  }

  /** @returns the rows that violate an invariant of the ledger; empty for a correct ledger */
  verify(): Promise<BrokenRule[]> {
    return this.ledger.brokenRules();
  }

  private async requireBudget(budgetId: string, cost: number): Promise<void> {
    const { limit, used, daily_limit: daily, daily_used } = await this.budgets.stateOf(budgetId);
    // Both sums include the new purchase. The lock on the account makes other purchases of the team wait.
    if (used > limit) {
      const [spend_used, spend_remaining] = [used - cost, Math.max(0, limit - used + cost)];
      throw spendCapReached({ spend_cap: limit, spend_used, spend_remaining, credits_required: cost });
    }
    if (daily === null || daily_used <= daily) return;
    throw dailyCapReached({
      daily_cap: daily,
      daily_used: daily_used - cost,
      daily_remaining: Math.max(0, daily - daily_used + cost),
      credits_required: cost,
      resets_at: nextDay(new Date()).toISOString(),
    });
  }
}

const LARGEST_GRANT = 1_000_000_000;

/** The beginning of the next day, in UTC. */
const nextDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
