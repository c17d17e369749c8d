import { Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { type Actor, SYSTEM, type TeamCaller } from '#platform/caller/caller.js';
import { currentOrigin, notePurchase } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { BudgetsQueries, type BudgetState } from './budgets.queries.js';
import { CREDITS_GRANTED } from './credits.events.js';
import { spendCapRequired } from './credits.failures.js';
import { type BrokenRule, LedgerQueries } from './ledger.queries.js';
import { isReserved, partsOf, reservedIn } from './pool.parts.js';
import { PoolsQueries } from './pools.queries.js';
import { type OpenPurchases, PurchasesQueries } from './purchases.queries.js';
import { ThresholdsService, usedIn } from './thresholds.service.js';
import { countedIn, spendingFailure, remainingOf, type CreditPosition } from './spending.rules.js';

/** The result of opening a purchase: a new one with its charge, or the open one of another request (`joined`). */
export type OpenedPurchase = { purchaseId: string; joined: boolean };

/** An order of a paid action. `item` identifies the purchased item. At most one purchase of an item can be open. */
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

/** The credits of a team in its period. `held` is the price of open purchases, already charged. */
export interface PeriodCredits {
  balance: number;
  period_used: number;
  held: number;
}

/** The credits that one request spent, net of its refunds, and the balance after its last entry of the ledger. */
export interface Receipt {
  charged: number;
  remaining: number;
  /** The rest of the cap or of the daily cap, whichever is less; null without a cap. */
  cap_remaining: number | null;
}

/** The transactional ledger. All movements of credits go through this service. */
@Injectable()
export class CreditsService {
  private readonly log = new Logger(CreditsService.name);

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerQueries,
    private readonly budgets: BudgetsQueries,
    private readonly purchases: PurchasesQueries,
    private readonly pools: PoolsQueries,
    private readonly thresholds: ThresholdsService,
    private readonly teams: TeamsService,
    private readonly facts: Facts,
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
      // The lock on the account makes other purchases of the team wait.
      const { balance, pooled } = await this.ledger.lock(caller.team.id);
      const pools = pooled > 0 ? await this.pools.withCredits(caller.team.id) : [];
      // A request may have begun before its team was deleted or suspended.
      await this.teams.demandOpen(caller.team.id);
      const state = await this.budgetOf(caller);
      // The budget already counts the new purchase.
      const position = { balance, reserved: reservedIn(pools), budget: state && countedIn(state, -cost) };
      const refusal = spendingFailure(position, { price: cost, action });
      if (refusal) throw refusal;
      const parts = partsOf(cost, action, { balance, pools });
      const account = await this.ledger.move({
        teamId: caller.team.id,
        kind: 'charge',
        amount: -cost,
        purchaseId,
        action,
        item,
        parts,
        actor,
      });
      // Welcome credits are meant to be used up.
      if (!isReserved(parts, pools)) await this.thresholds.check(caller, cost, { account, budget: state });
      notePurchase(purchaseId);
      return { purchaseId, joined: false };
    });
  }

  /** Keeps the charge. @returns false when the purchase had already ended. The caller must then discard the result. */
  async settle(purchaseId: string): Promise<boolean> {
    return (await this.purchases.close(purchaseId, 'settled')) !== null;
  }

  /**
   * Refunds the credits to the balance and the budget. The entry has the id of the request that was charged.
   * @returns false when the purchase had already ended
   */
  async refund(purchaseId: string, reason: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const closed = await this.purchases.close(purchaseId, 'refunded');
      if (!closed) return false;
      const { team_id: teamId, cost, action, thing: item, request_id: requestId } = closed;
      const actor = { ...SYSTEM, requestId };
      const parts = await this.pools.partsOfRefund(purchaseId);
      await this.ledger.move({ teamId, kind: 'refund', amount: cost, purchaseId, action, item, reason, parts, actor });
      return true;
    });
  }

  /** The id of the request that bought something; null if it is not known. */
  requestOf(purchaseId: string): Promise<string | null> {
    return this.purchases.requestOf(purchaseId);
  }

  /** The open purchases of each action that has any. */
  openPurchases(): Promise<OpenPurchases[]> {
    return this.purchases.countOpen();
  }

  /** Refunds open purchases whose deadline passed more than `graceSeconds` ago. @returns the number of refunds */
  async refundOverdue(graceSeconds: number): Promise<number> {
    return eachAlone(
      await this.purchases.findOverdue(graceSeconds, 500),
      (id) => this.refund(id, 'deadline passed'),
      (error, id) => this.log.error({ error, purchaseId: id }, 'overdue purchase not refunded'),
    );
  }

  /** Waits for purchases of a team in progress, and blocks further ones until the open transaction ends. */
  async holdAccount(teamId: string): Promise<void> {
    await this.ledger.lock(teamId);
  }

  /**
   * Adds credits to a team, once for each `nonce` of a form.
   * @returns the new balance. @throws 400 for an amount outside 1 to 1,000,000,000; 404
   */
  async grant(teamId: string, amount: number, reason: string, actor: Actor, nonce?: string): Promise<number> {
    if (!Number.isInteger(amount) || amount < 1 || amount > MOST_CREDITS) {
      throw invalidRequest(`A grant is a whole number from 1 to ${MOST_CREDITS}`);
    }
    return this.database.transaction(async () => {
      if (!(await this.ledger.openAccount(teamId))) throw notFound('Team not found');
      const { balance: before } = await this.ledger.lock(teamId);
      if (nonce && (await this.ledger.hasGrant(teamId, nonce))) return before;
      if (before + amount > MOST_CREDITS)
        throw invalidRequest(`A team can have at most ${MOST_CREDITS} credits. This one has ${before}`);
      const { balance: after } = await this.ledger.move({ teamId, kind: 'grant', amount, reason, nonce, actor });
      const changes = { credits_balance: [before, after], reason: [null, reason] } as const;
      const event = { credits_balance: after, granted: amount, expired: 0, reason: 'grant' } as const;
      await this.facts.record(CREDITS_GRANTED, { teamId }, { actor: { ...actor, name: null }, changes, event });
      return after;
    });
  }

  /** Resets a shadow team's credits, like a new period. @returns the balance */
  async restore(teamId: string, amount: number, reason: string): Promise<number> {
    return this.database.transaction(async () => {
      const movement = { teamId, reason, actor: SYSTEM, periodEndsAt: new Date() };
      const { balance: left } = await this.ledger.lock(teamId);
      if (left > 0) await this.ledger.move({ ...movement, kind: 'expiry', amount: -left });
      return (await this.ledger.move({ ...movement, kind: 'refill', amount })).balance;
    });
  }

  /** The balance of a team. 0 for a team that never had credits. */
  balanceOf(teamId: string): Promise<number> {
    return this.ledger.balanceOf(teamId);
  }

  /** The balance of a team, and what it used since its period began. */
  async periodOf(teamId: string): Promise<PeriodCredits> {
    const account = await this.ledger.accountOf(teamId);
    if (!account) return { balance: 0, period_used: 0, held: 0 };
    const { balance, held } = account;
    return { balance, period_used: usedIn(account), held };
  }

  /** The credits that a caller can spend now. */
  async standingOf(caller: TeamCaller): Promise<CreditPosition> {
    const [balance, pools, budget] = await Promise.all([
      this.balanceOf(caller.team.id),
      this.pools.withCredits(caller.team.id),
      this.budgetOf(caller),
    ]);
    return { balance, reserved: reservedIn(pools), budget };
  }

  /** The credits that the request in progress has spent so far, and those that its caller has left. */
  async receiptOf(caller: TeamCaller): Promise<Receipt> {
    const purchases = currentOrigin()?.purchases ?? [];
    const [{ charged, balance }, budget] = await Promise.all([
      this.ledger.totalOf(caller.team.id, purchases),
      this.budgetOf(caller),
    ]);
    return { charged, remaining: balance, cap_remaining: budget && remainingOf(budget) };
  }

  /** The credits that the cap or budget of a caller leaves: null without one, 0 for a credential that may not spend. */
  async spendRemaining(caller: TeamCaller): Promise<number | null> {
    if (!caller.budget) return 0;
    const budget = await this.budgetOf(caller);
    return budget && remainingOf(budget);
  }

  /** The balance of every team that ever had credits, or of those among `teamIds`, by the team's id. */
  balances(teamIds: readonly string[] | null = null): Promise<Map<string, number>> {
    return this.ledger.balances(teamIds);
  }

  /** @returns the rows that violate an invariant of the ledger; empty for a correct ledger */
  verify(): Promise<BrokenRule[]> {
    return this.ledger.brokenRules();
  }

  private async budgetOf({ budget }: TeamCaller): Promise<BudgetState | null> {
    return budget && budget.kind !== 'team' ? this.budgets.stateOf(budget.id) : null;
  }
}

const MOST_CREDITS = 1_000_000_000;
