import { randomUUID } from 'node:crypto';
import { Controller, Inject, Query } from '@nestjs/common';
import { choosePlan, manageTeam } from '#access/policy/app.operations.js';
import { BILLING_PAGE, BillingService, isRunning } from '#accounts/billing/billing.service.js';
import { CreditPools, type Pool } from '#accounts/credits/credit-pools.service.js';
import { ENV, type Env } from '#config/env.js';
import { invalidField } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { type Answer, plainPage } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { BillingPage, LeavingPage } from './settings-billing.page.js';
import { settingsPage } from './settings.page.js';

/** How often the page looks again for a payment that has just been made, and the pause in between. */
const LOOKS = 20;
const PAUSE_SECONDS = 3;

@Controller()
export class BillingPagesController {
  constructor(
    private readonly billing: BillingService,
    private readonly pools: CreditPools,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The provider sends people back with `returned`, which gives nothing: the page only looks again for what was paid. */
  @Page(BILLING_PAGE, { operation: manageTeam })
  async show(
    @Member() { team, person }: TeamMember,
    @Query() { returned: sent, had }: RawQuery,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    this.billing.demandProvider();
    const [subscriptions, pools, isCustomer, paid] = await Promise.all([
      this.billing.subscriptionsOf(team.id),
      this.pools.list(team.id),
      this.billing.isCustomer(team.id),
      this.billing.countPaid(team.id),
    ]);
    const [subscription = null, ...others] = subscriptions.filter(isRunning);
    const packs = pools.filter(({ kind }: Pool) => kind === 'pack');
    const [look, before] = [numberIn(sent), numberIn(had)];
    const returned = look === 0 ? null : paid > before ? 'arrived' : 'waiting';
    if (returned === 'waiting' && look < LOOKS) {
      response.setHeader('Refresh', `${PAUSE_SECONDS}; url=${BILLING_PAGE}?returned=${look + 1}&had=${before}`);
    }
    // While a payment is on its way, another press would buy a second time.
    const nonce = returned === 'waiting' || !person.isVerified ? null : randomUUID();
    const view = { team, subscription, others, packs, isCustomer, returned, nonce } as const;
    return settingsPage('billing', <BillingPage view={view} env={this.env} />);
  }

  @Form(`${BILLING_PAGE}/checkout`, { operation: choosePlan, page: BILLING_PAGE, failure: 'flash' })
  async checkout(
    @Member() { team, person }: TeamMember,
    @Fields('item', 'nonce') { item, nonce }: Texts<'item' | 'nonce'>,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    if (!UUID_PATTERN.test(nonce)) throw invalidField('nonce', 'Open the page again');
    return leaveFor(await this.billing.checkout(team.id, item, { by: person, nonce }), response);
  }

  @Form(`${BILLING_PAGE}/portal`, { operation: choosePlan, page: BILLING_PAGE, failure: 'flash' })
  async portal(@Member() { team }: TeamMember, @Exchanged() { response }: Exchange): Promise<Answer> {
    return leaveFor(await this.billing.portal(team.id), response);
  }
}

/** A page that leads to another site at once. A redirect after a form may only lead to pages of this one. */
function leaveFor(address: string, response: Exchange['response']): Answer {
  response.setHeader('Refresh', `0; url=${address}`);
  return plainPage(<LeavingPage address={address} />);
}

/** A small number of an address; 0 for anything else. */
const numberIn = (sent: unknown): number => (typeof sent === 'string' && /^\d{1,4}$/.test(sent) ? Number(sent) : 0);
