import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { ENV, type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { READ_BILLING } from './billing.jobs.js';
import { BILLING_PROVIDER, type BillingProvider, type ReadPayment, type ReadSubscription } from './billing.provider.js';
import { BillingQueries, type EventRow } from './billing.queries.js';
import { isRunning } from './billing.service.js';

/** The pauses after failed attempts, in seconds: two days in all. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400] as const;
const MAX_ATTEMPTS = PAUSES_SECONDS.length + 1;
const POLL_SECONDS = 15;
const LEASE_SECONDS = 60;
const AT_ONCE = 2;
const MAX_FAILURE_LENGTH = 500;

/** `applied`: what was read is stored. `stale`: a later reading is. `ignored`: it belongs to no team. */
type Outcome = 'applied' | 'stale' | 'ignored';

/**
 * Reads the subscriptions and payments that events of the provider are about, outside any transaction, and applies them if
 * the reading began after the last one that was applied. So events that come twice, late or in another order end in the
 * same state, and a crash before the commit only repeats the reading.
 */
@Injectable()
export class BillingReader {
  private readonly log = new Logger(BillingReader.name);
  private readonly looks: Counter<'outcome'>;

  constructor(
    private readonly database: Database,
    private readonly queries: BillingQueries,
    private readonly renewals: RenewalsService,
    private readonly pools: CreditPools,
    private readonly dueWork: DueWork,
    @Inject(BILLING_PROVIDER) private readonly provider: BillingProvider | null,
    @Inject(ENV) private readonly env: Env,
    registry: Registry,
  ) {
    this.looks = new Counter({
      name: 'qualm_billing_looks_total',
      help: 'Looks at the billing provider by outcome (applied, stale, ignored, retried after a failure, failed for good)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /** Looks at what a due event is about, while another round looks for the next one. @returns null if none is due */
  @OnDue({ name: READ_BILLING, everySeconds: POLL_SECONDS, notified: true, atOnce: AT_ONCE })
  async readDue(): Promise<string | null> {
    const { provider } = this;
    if (!provider) return null;
    const due = { limit: 1, maxAttempts: MAX_ATTEMPTS, seconds: LEASE_SECONDS };
    const [lease] = await this.queries.leases.claimDue(due);
    if (!lease) return null;
    this.dueWork.notify(READ_BILLING);
    const outcome = await this.look(lease, provider);
    if (outcome !== 'lost') this.looks.inc({ outcome });
    return outcome;
  }

  /** Fails events whose worker died during the last attempt. @returns their number */
  @OnDue({ name: 'fail-exhausted-billing-events', everySeconds: POLL_SECONDS })
  async failExhausted(): Promise<number> {
    return (await this.queries.leases.failExhausted(MAX_ATTEMPTS)).length;
  }

  private async look(
    lease: Lease<EventRow>,
    provider: BillingProvider,
  ): Promise<Outcome | 'retried' | 'failed' | 'lost'> {
    const { leases } = this.queries;
    const { id, type, attempts } = lease.row;
    try {
      const apply = await leases.hold(lease, () => this.read(lease.row, provider));
      return await this.database.transaction(async () => {
        const outcome = await apply();
        if (!(await leases.complete(lease, { outcome, failure: null }))) throw new LeaseLost();
        return outcome;
      });
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE_LENGTH);
      const pause = PAUSES_SECONDS[attempts - 1];
      this.log.warn({ event: id, type, attempts, failure }, pause ? 'billing not read' : 'a billing event failed');
      if (pause === undefined) return (await leases.fail(lease, { failure })) ? 'failed' : 'lost';
      return (await leases.releaseFor(lease, pause, { failure })) ? 'retried' : 'lost';
    }
  }

  /** Reads the subject of an event from the provider. @returns what applies it, in a transaction */
  private async read(event: EventRow, provider: BillingProvider): Promise<() => Promise<Outcome>> {
    const { subject_kind: kind, subject_id: id } = event;
    if (kind === null || id === null) return () => Promise.resolve('ignored');
    // One reading answers all events that came before it began.
    if (await this.queries.isAnswered(event)) return () => Promise.resolve('stale');
    const readAt = await this.queries.now();
    if (kind === 'payment') {
      const payment = await provider.readPayment(id);
      return () => this.applyPayment(payment, readAt);
    }
    const subscription = await provider.readSubscription(id);
    if (isRunning(subscription) && (await this.queries.findTeam(subscription.customerId))?.is_deleted) {
      await provider.endSubscription(id);
      const ended = await provider.readSubscription(id);
      return () => this.applySubscription(ended, readAt);
    }
    return () => this.applySubscription(subscription, readAt);
  }

  private async applySubscription(read: ReadSubscription, readAt: string): Promise<Outcome> {
    const team = await this.queries.findTeam(read.customerId);
    if (!team) return 'ignored';
    const { team_id: teamId } = team;
    await this.queries.lockCustomer(teamId);
    const tier = this.tierOf(read);
    if (!(await this.queries.putSubscription(teamId, read, { tier, readAt }))) return 'stale';
    const [first] = await this.queries.subscriptionsOf(teamId);
    if (team.is_deleted) {
      // The next reading ends it.
      if (isRunning(read)) throw new Error(`The team of subscription ${read.id} was deleted while it was read`);
      return 'applied';
    }
    if (!first) return 'applied';
    await this.renewals.follow(teamId, {
      tier: first.tier,
      status: first.status,
      startsAt: first.period_starts_at,
      endsAt: first.period_ends_at,
      isPaid: first.is_paid,
    });
    return 'applied';
  }

  private async applyPayment(read: ReadPayment, readAt: string): Promise<Outcome> {
    const team = read.customerId === null ? null : await this.queries.findTeam(read.customerId);
    if (!team || read.credits === null) return 'ignored';
    const { team_id: teamId } = team;
    await this.queries.lockCustomer(teamId);
    const state = read.isReturned ? 'returned' : read.isPaid ? 'paid' : 'open';
    const payment = { id: read.id, team_id: teamId, credits: read.credits, state } as const;
    if (!(await this.queries.putPayment(payment, readAt))) return 'stale';
    if (state === 'paid') await this.pools.addPack(teamId, read.id, read.credits);
    if (state === 'returned') await this.pools.reversePack(teamId, read.id);
    return 'applied';
  }

  /** The plan of a subscription. @throws if it runs and its price is not for sale: the operator has to add the price */
  private tierOf(read: ReadSubscription): PlanTier | null {
    const { plans } = this.env.STRIPE_PRICES;
    const tier = PLAN_TIERS.find((each) => read.priceIds.some((price) => price === plans[each])) ?? null;
    if (tier === null && isRunning(read)) {
      throw new Error(
        `STRIPE_PRICES has no plan with the price ${read.priceIds.join(' or ')} of subscription ${read.id}`,
      );
    }
    return tier;
  }
}
