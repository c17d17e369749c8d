import type { VNode } from 'preact';
import type { SubscriptionRow } from '#accounts/billing/billing.service.js';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { Pool } from '#accounts/credits/credit-pools.service.js';
import { effectiveTier, planName } from '#accounts/teams/plans.js';
import type { PriceList } from '#config/billing.settings.js';
import { type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { counted } from '#platform/text/counted.text.js';
import { dayText } from '#platform/text/day.text.js';
import { usePage } from '../parts/page-context.js';
import { Form, Notice, Table } from '../parts/parts.page.js';
import { PlanTable, Unverified } from './settings-plan.page.js';

interface BillingView {
  team: { tier: PlanTier; status: SubscriptionStatus };
  /** The subscription that gives the team its plan. */
  subscription: SubscriptionRow | null;
  /** Others that run and are charged, too, such as one that the operator made at Stripe. */
  others: readonly SubscriptionRow[];
  packs: readonly Pool[];
  isCustomer: boolean;
  /** Whether the person comes from the page of the provider, and what they paid for is there. */
  returned: 'arrived' | 'waiting' | null;
  /** The same for two presses of one button. Null while nothing can be bought. */
  nonce: string | null;
}

/** What the team pays for, and what else it can buy. */
export function BillingPage({ view, env }: { view: BillingView; env: Env }): VNode {
  const { team, subscription, others, isCustomer, returned, nonce } = view;
  const tier = effectiveTier({ tier: team.tier, subscriptionStatus: team.status });
  const { plans, packs: forSale } = env.STRIPE_PRICES;
  return (
    <>
      {returned === 'arrived' && <Notice>Your payment has arrived. Thank you.</Notice>}
      {returned === 'waiting' && (
        <Notice>
          We wait for Stripe to confirm the payment, usually some seconds. The page looks again by itself.
        </Notice>
      )}
      <p>
        Your team is on the plan <strong>{planName(tier)}</strong>.{' '}
        {subscription && <Term subscription={subscription} />}
        {others.length > 0 &&
          ` Your team also pays for ${counted(others.length, 'other subscription')}. End those that you do not need in Stripe’s customer portal.`}
        {usePage().person?.isVerified === false && <Unverified />}
      </p>
      {isCustomer && (
        <Form action="/app/settings/billing/portal" className="row">
          <button type="submit">Invoices, cards and changes</button>
          <span class="hint">Opens Stripe’s customer portal.</span>
        </Form>
      )}
      {!subscription && Object.keys(plans).length > 0 && (
        <>
          <h2>Choose a plan</h2>
          <PlanTable env={env} tier={tier} />
          <div class="actions">
            {PLAN_TIERS.filter((each) => plans[each]).map((each) => (
              <Buy key={each} item={each} nonce={nonce}>
                {`Buy ${planName(each)}`}
              </Buy>
            ))}
          </div>
        </>
      )}
      {forSale.length > 0 && <Packs view={view} forSale={forSale} tier={tier} />}
    </>
  );
}

interface PacksProps {
  view: Pick<BillingView, 'packs' | 'nonce'>;
  forSale: PriceList['packs'];
  tier: PlanTier;
}

/** The packs that are for sale. */
function Packs({ view: { packs, nonce }, forSale, tier }: PacksProps): VNode {
  const hasPrices = forSale.some(({ label }) => label);
  return (
    <>
      <h2>Packs of credits</h2>
      <p>
        {`A pack lasts 12 months and is used after the credits of the period. ${leftIn(packs)}`}
        {tier === 'free' && ' To spend it, your team needs a plan too.'}
      </p>
      <Table columns={['Pack', hasPrices && 'Price', 'Purchase']}>
        {forSale.map(({ credits, label }) => (
          <tr key={credits}>
            <td data-label="Pack">{creditsInWords(credits)}</td>
            {hasPrices && <td data-label="Price">{label}</td>}
            <td data-label="Purchase">
              <Buy item={`pack_${credits}`} nonce={nonce} label={`Buy the pack of ${creditsInWords(credits)}`}>
                Buy
              </Buy>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** When a subscription goes on, or why it may not. */
function Term({ subscription }: { subscription: SubscriptionRow }): VNode {
  const { status, period_ends_at: end, ends_with_period: ends, is_paid: isPaid } = subscription;
  if (status === 'past_due' || !isPaid) {
    return <>The last invoice is not paid yet. Check the card in Stripe’s customer portal.</>;
  }
  return <>{ends ? `It ends on ${dayText(end)}.` : `It is renewed on ${dayText(end)}.`}</>;
}

const leftIn = (packs: readonly Pool[]): string => {
  const left = packs.reduce((sum, { remaining }) => sum + remaining, 0);
  return left > 0 ? `Your team has ${creditsInWords(left)} in packs.` : '';
};

interface BuyProps {
  item: string;
  nonce: string | null;
  /** The name of the button for screen readers, if its text is not enough. */
  label?: string;
  children: string;
}

const Buy = ({ item, nonce, label, children }: BuyProps): VNode => (
  <Form action="/app/settings/billing/checkout" className="inline">
    <input type="hidden" name="item" value={item} />
    <input type="hidden" name="nonce" value={nonce ?? ''} />
    <button class="primary" type="submit" aria-label={label} disabled={nonce === null}>
      {children}
    </button>
  </Form>
);

/** Leads to the page of the provider. */
export const LeavingPage = ({ address }: { address: string }): VNode => (
  <PlainPage title="To Stripe">
    <p>You pay on a page of Stripe, and come back here.</p>
    <p>
      <a class="button primary" href={address}>
        Continue to Stripe
      </a>
    </p>
  </PlainPage>
);
