import { Inject, Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env } from '#config/env.js';
import { SYSTEM } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { creditsInWords } from './credit.words.js';
import type { CreditPool, PoolKind } from './credit-pool.entity.js';
import { CREDITS_GRANTED, CREDITS_REFILLED } from './credits.events.js';
import { LedgerQueries } from './ledger.queries.js';
import { PoolsQueries } from './pools.queries.js';

export type { PoolKind };
export type Pool = RowOf<CreditPool>;

/** The action that welcome credits are for. */
const WELCOME_ACTION = 'generate_report';
const PACK_MONTHS = 12;

/** Credits beside those of the period: packs that were paid for, and the welcome credits of a new team. */
@Injectable()
export class CreditPools {
  private readonly log = new Logger(CreditPools.name);

  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerQueries,
    private readonly queries: PoolsQueries,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The pools of a team that can be spent, the oldest first. */
  list(teamId: string): Promise<Pool[]> {
    return this.queries.list(teamId);
  }

  /** Adds the pack of a payment, once, under the lock on the account. @returns false if the payment made it before */
  async addPack(teamId: string, paymentId: string, credits: number): Promise<boolean> {
    const reason = `pack of ${creditsInWords(credits)}`;
    const pool = {
      kind: 'pack',
      source_id: paymentId,
      granted: credits,
      only_action: null,
      months: PACK_MONTHS,
    } as const;
    return this.add(teamId, pool, async (before, after) => {
      const changes = { credits_balance: [before, after], reason: [null, reason] } as const;
      const event = { credits_balance: after, granted: credits, expired: 0, reason: 'pack' } as const;
      await this.facts.record(CREDITS_GRANTED, { teamId }, { changes, event });
      return reason;
    });
  }

  /**
   * Adds the welcome credits of a person who owns a new team, once for the person and the team. Call it in a transaction.
   * @returns false if there are none to add
   */
  async addWelcome(teamId: string, userId: string): Promise<boolean> {
    const credits = this.env.WELCOME_CREDITS;
    if (credits === 0 || isTestTeam(teamId)) return false;
    const pool = {
      kind: 'welcome',
      source_id: userId,
      granted: credits,
      only_action: WELCOME_ACTION,
      months: null,
    } as const;
    return this.add(teamId, pool, async (_, after) => {
      const event = { credits_balance: after, granted: credits, expired: 0, reason: 'welcome' } as const;
      await this.facts.record(CREDITS_REFILLED, { teamId }, { event });
      return 'welcome report';
    });
  }

  /** Takes back what is left of the pack of a payment that was refunded or disputed. @returns false if there is nothing to do */
  async reversePack(teamId: string, paymentId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.ledger.lock(teamId);
      if (!(await this.queries.reverse(paymentId))) return false;
      await this.endPools(teamId);
      return true;
    });
  }

  /**
   * Takes the credits out of pools that have ended: expired ones, and packs that got the refund of a purchase after their
   * own payment had come back. @returns the number of teams
   */
  @OnDue({ name: 'end-credit-pools', everySeconds: 60 })
  async endDue(): Promise<number> {
    const teams = await this.queries.teamsWithEnded();
    return eachAlone(
      teams,
      (teamId) =>
        this.database.transaction(async () => {
          await this.ledger.lock(teamId);
          return (await this.endPools(teamId)) > 0;
        }),
      (error, teamId) => this.log.error({ error, teamId }, 'credit pools not ended'),
    );
  }

  /** Whether the welcome credits of a team have bought one of these things. */
  hasWelcomed(teamId: string, things: readonly string[]): Promise<boolean> {
    return this.queries.hasWelcomed(teamId, WELCOME_ACTION, things);
  }

  /** The welcome credits that a team has left. */
  async welcomeOf(teamId: string): Promise<number> {
    const pools = await this.queries.withCredits(teamId);
    return pools.reduce((sum, { only_action, remaining }) => sum + (only_action === WELCOME_ACTION ? remaining : 0), 0);
  }

  private async add(
    teamId: string,
    pool: Omit<Parameters<PoolsQueries['insert']>[0], 'id' | 'team_id'>,
    record: (before: number, after: number) => Promise<string>,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.ledger.openAccount(teamId);
      const { balance } = await this.ledger.lock(teamId);
      const id = uuidv7();
      if (!(await this.queries.insert({ id, team_id: teamId, ...pool }))) return false;
      const { granted: amount } = pool;
      const reason = await record(balance, balance + amount);
      const parts = [{ poolId: id, amount }];
      await this.ledger.move({ teamId, kind: 'grant', amount, reason, parts, actor: SYSTEM });
      return true;
    });
  }

  /** Under the lock on the account. @returns the number of pools */
  private async endPools(teamId: string): Promise<number> {
    const ended = await this.queries.ended(teamId);
    for (const { id: poolId, remaining, reversed_at } of ended) {
      const kind = reversed_at ? 'reversal' : 'expiry';
      const reason = reversed_at ? 'the payment was refunded or disputed' : 'pack expired';
      const changes = { credits: [remaining, 0], reason: [null, reason] } as const;
      await this.ledger.move({
        ...{ teamId, kind, reason, actor: SYSTEM },
        amount: -remaining,
        parts: [{ poolId, amount: -remaining }],
      });
      if (reversed_at) await this.facts.record('credits.reversed', { teamId }, { changes });
    }
    return ended.length;
  }
}
