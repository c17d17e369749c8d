import type { VNode } from 'preact';
import { planName } from '#accounts/teams/plans.js';
import { type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import { Badge } from '../parts/parts.page.js';

interface PlanPageProps {
  /** The plan of the team. */
  tier: PlanTier;
  env: Pick<Env, 'plans' | 'PLAN_PRICES' | 'CONTACT_EMAIL' | 'RATE_LIMIT_WINDOW_SECONDS'>;
}

/** The plans with their prices, if there are any, and their limits. */
export function PlanPage({ tier, env }: PlanPageProps): VNode {
  const subject = encodeURIComponent('Change of plan');
  return (
    <>
      <p>
        Your team is on the plan <strong>{planName(tier)}</strong>.{' '}
        {env.CONTACT_EMAIL ? (
          <>
            To change it, write to <a href={`mailto:${env.CONTACT_EMAIL}?subject=${subject}`}>{env.CONTACT_EMAIL}</a>.
          </>
        ) : (
          'The operator of this service can change it.'
        )}
      </p>
      <PlanTable env={env} tier={tier} />
      <p class="quiet">
        A credit buys a report, a pitch or a contact. What is not found, and a report that would say nothing new, costs
        nothing. Credits that are not used expire at the next refill.
      </p>
    </>
  );
}

/** All plans side by side. `tier` marks one of them. */
export function PlanTable({
  env: { plans, PLAN_PRICES: prices, RATE_LIMIT_WINDOW_SECONDS: seconds },
  tier,
}: Omit<PlanPageProps, 'tier'> & {
  tier?: PlanTier;
}): VNode {
  const shown = (count: number): string => count.toLocaleString('en');
  const rows: [label: string, valueOf: (tier: PlanTier) => string][] = [
    ...(prices ? [['Price a month', (each) => prices[each]] as [string, (tier: PlanTier) => string]] : []),
    ['Credits a month', (each) => shown(plans[each].monthlyCredits)],
    ['Followed products', (each) => shown(plans[each].watchlistProducts)],
    ['People', (each) => shown(plans[each].people)],
    ['API keys', (each) => (each === 'free' ? 'none' : shown(plans[each].live_keys))],
    ['Webhook endpoints', (each) => (each === 'free' ? 'none' : shown(plans[each].webhook_endpoints))],
    [seconds === 60 ? 'Requests a minute' : `Requests in ${seconds} s`, (each) => shown(plans[each].requestsPerMinute)],
    ['Full reports, opportunities and pitches', (each) => (each === 'free' ? 'no' : 'yes')],
  ];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Plans">
      <table class="plans">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {PLAN_TIERS.map((each) => (
              <th scope="col" key={each}>
                {planName(each)} {each === tier && <Badge tone="good">yours</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, valueOf]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {PLAN_TIERS.map((each) => (
                <td key={each}>{valueOf(each)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
