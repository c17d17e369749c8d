import { Inject, Injectable, Logger } from '@nestjs/common';
import { PAYING } from '#accounts/teams/plans.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, PLAN_TIERS } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { ApplicationError, internalError, invalidField, notFound } from '#platform/errors/application-error.js';
import { DueWork } from '#platform/queues/due-work.js';
import { READ_BILLING } from './billing.jobs.js';
import { BILLING_PROVIDER, type BillingProvider } from './billing.provider.js';
import { BillingQueries, type EventRow, type SubscriptionRow } from './billing.queries.js';

export type { EventRow, SubscriptionRow };

/** The page of the settings to which the provider sends people back. */
export const BILLING_PAGE = '/app/settings/billing';

/** The person who buys. */
interface Buyer {
  id: string;
  email: string;
}

/** Whether a subscription gives its team a plan. */
export const isRunning = ({ status }: Pick<SubscriptionRow, 'status'>): boolean => PAYING.includes(status);

/** Sends owners to the provider, and stores its events. What was paid is read by `BillingReader`. */
@Injectable()
export class BillingService {
  private readonly log = new Logger(BillingService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: BillingQueries,
    private readonly teams: TeamsService,
    private readonly dueWork: DueWork,
    @Inject(BILLING_PROVIDER) private readonly provider: BillingProvider | null,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The provider. @throws 404 where teams cannot pay in the app */
  demandProvider(): BillingProvider {
    if (!this.provider) throw notFound();
    return this.provider;
  }

  /**
   * Begins a purchase at the provider. It gives nothing: what is paid is read when the provider says that there is
   * something to look at. @returns the address where the team pays
   * @param item as in the list of prices: `growth`, or `pack_100`
   * @param order.nonce the same for two presses of one button
   * @throws 400 for what is not for sale, and for a plan beside a running subscription; 404 without a provider
   */
  async checkout(teamId: string, item: string, { by, nonce }: { by: Buyer; nonce: string }): Promise<string> {
    const provider = this.demandProvider();
    const { priceId, credits } = this.priceOf(item);
    const leftUrl = `${this.env.PUBLIC_URL}${BILLING_PAGE}`;
    const paid = await this.queries.countPaid(teamId);
    const paidUrl = `${leftUrl}?returned=1&had=${paid}`;
    // Stripe refuses a key that comes again with another address.
    const idempotencyKey = `checkout-${teamId}-${item}-${nonce}-${paid}`;
    return this.ask(async () => {
      const customerId = await this.customerOf(teamId, by);
      const page = await provider.createCheckout({
        teamId,
        customerId,
        priceId,
        credits,
        idempotencyKey,
        paidUrl,
        leftUrl,
      });
      // After the checkout, which has ended the earlier ones: until then one of them could still be paid.
      if (credits === null && (await provider.hasSubscription(customerId))) {
        throw invalidField('item', 'Your team has a subscription. Change its plan in the customer portal');
      }
      return page;
    });
  }

  /** The address where a team changes its cards and subscriptions. @throws 404 for a team that has bought nothing */
  async portal(teamId: string): Promise<string> {
    const provider = this.demandProvider();
    const customerId = await this.queries.findCustomer(teamId);
    if (customerId === null) throw notFound();
    return this.ask(() => provider.createPortal(customerId, `${this.env.PUBLIC_URL}${BILLING_PAGE}`));
  }

  /** Whether the team is a customer of the provider. */
  async isCustomer(teamId: string): Promise<boolean> {
    return (await this.queries.findCustomer(teamId)) !== null;
  }

  /** The number of subscriptions and packs that a team has paid for. */
  countPaid(teamId: string): Promise<number> {
    return this.queries.countPaid(teamId);
  }

  /** The subscriptions of a team, the one that gives it its plan first. */
  subscriptionsOf(teamId: string): Promise<SubscriptionRow[]> {
    return this.queries.subscriptionsOf(teamId);
  }

  /** Stores an event of the provider, once. @throws SignatureInvalid; 404 without a provider */
  async receive(body: Buffer, signature: string): Promise<void> {
    const notice = this.demandProvider().verifyWebhook(body, signature);
    await this.queries.insertEvent(notice);
    this.dueWork.notify(READ_BILLING);
  }

  /**
   * Has the subscriptions of a team looked at, which ends those of a deleted team. Call it in the transaction of the change.
   */
  async lookAgain(teamId: string, why: string): Promise<void> {
    for (const { id } of await this.queries.subscriptionsOf(teamId)) {
      const at = await this.queries.now();
      await this.queries.insertEvent({ id: `${why} ${id} ${at}`, type: why, subject: { kind: 'subscription', id } });
    }
    await this.database.afterCommit(() => this.dueWork.notify(READ_BILLING));
  }

  /** The newest events, or those that failed. */
  events(limit: number, isFailed: boolean): Promise<EventRow[]> {
    return this.queries.listEvents(limit, isFailed);
  }

  /** Has failed events looked at again: one, or all. @returns their number */
  async retry(id: string | null): Promise<number> {
    const retried = await this.queries.retryFailed(id);
    if (retried > 0) this.dueWork.notify(READ_BILLING);
    return retried;
  }

  /** The events that wait or have failed. */
  backlog(): ReturnType<BillingQueries['backlog']> {
    return this.queries.backlog();
  }

  /** @throws 500 if the provider does not answer */
  private async ask(call: () => Promise<string>): Promise<string> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ApplicationError) throw error;
      this.log.error({ error }, 'the billing provider refused or did not answer');
      throw internalError('Payment is not possible at the moment. Nothing was charged; try again in some minutes');
    }
  }

  /** The customer of a team. Its row is committed before anyone can pay, so that no payment is without a team. */
  private async customerOf(teamId: string, by: Buyer): Promise<string> {
    const known = await this.queries.findCustomer(teamId);
    if (known !== null) return known;
    const { name } = await this.teams.get(teamId);
    const customerId = await this.demandProvider().createCustomer({ id: teamId, name, email: by.email });
    return this.queries.insertCustomer(teamId, customerId);
  }

  private priceOf(item: string): { priceId: string; credits: number | null } {
    const { plans, packs } = this.env.STRIPE_PRICES;
    const tier = PLAN_TIERS.find((each) => each === item);
    const planPrice = tier && plans[tier];
    if (planPrice) return { priceId: planPrice, credits: null };
    const pack = packs.find(({ credits }) => `pack_${credits}` === item);
    if (!pack) throw invalidField('item', 'Choose one of the plans and packs');
    return pack;
  }
}
