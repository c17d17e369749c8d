import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import { planName } from '#accounts/teams/plans.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import { counted } from '#platform/text/counted.text.js';
import { usePage } from '../parts/page-context.js';
import { Badge, Form, IfMay, IfMayNot, Time } from '../parts/parts.page.js';

interface PlanPageProps {
  /** The plan whose limits the team has. */
  tier: PlanTier;
  /** When the team asked for each plan that is not decided. */
  requested: ReadonlyMap<PlanTier, Date>;
  env: PlanTableProps['env'] & Pick<Env, 'BILLING_PROVIDER'>;
}

/** The plans with their prices, if there are any, and their limits. */
export function PlanPage({ tier, requested, env }: PlanPageProps): VNode {
  const isRequested = env.BILLING_PROVIDER === 'none';
  return (
    <>
      <p>
        Your team is on the plan <strong>{planName(tier)}</strong>. {isRequested ? <Asking env={env} /> : <Buying />}
      </p>
      <PlanTable env={env} tier={tier} />
      {isRequested && (
        <IfMay right="ownership">
          <div class="actions">
            {PLAN_TIERS.filter((each) => each !== 'free' && each !== tier).map((each) => (
              <Choice key={each} tier={each} at={requested.get(each)} />
            ))}
          </div>
        </IfMay>
      )}
      <p class="quiet">
        A credit buys a report, a pitch or a contact. What is not found, and a report that would say nothing new, costs
        nothing. Credits that are not used expire at the next refill.
      </p>
    </>
  );
}

function Asking({ env: { CONTACT_EMAIL: contact } }: { env: PlanTableProps['env'] }): VNode {
  const { person, team } = usePage();
  if (!may(team?.role, 'ownership')) return <>Only owners of the team can request another one.</>;
  return (
    <>
      Request another one, and the operator answers by mail
      {contact && (
        <>
          {' '}
          (<a href={`mailto:${contact}?subject=${encodeURIComponent('Change of plan')}`}>{contact}</a>)
        </>
      )}
      . {person?.isVerified === false && <Unverified />}
    </>
  );
}

/** What a person who has not confirmed their address has to do before they choose a plan. */
export const Unverified = (): VNode => (
  <>
    First <a href="/app/settings/security">confirm your email address</a>.
  </>
);

const Buying = (): VNode => (
  <>
    <IfMay right="ownership">
      Choose another one in <a href="/app/settings/billing">Billing</a>.
    </IfMay>
    <IfMayNot right="ownership">Only owners of the team can choose another one.</IfMayNot>
  </>
);

/** The button that asks for a plan, or when it was asked for. */
function Choice({ tier, at }: { tier: PlanTier; at: Date | undefined }): VNode {
  if (at) {
    return (
      <span class="quiet">
        {`${planName(tier)} requested `}
        <Time at={at} />
      </span>
    );
  }
  return (
    <Form action="/app/settings/plan/request" className="inline">
      <input type="hidden" name="plan" value={tier} />
      <button type="submit">{`Request ${planName(tier)}`}</button>
    </Form>
  );
}

interface PlanTableProps {
  env: Pick<Env, 'plans' | 'PLAN_PRICES' | 'CONTACT_EMAIL' | 'RATE_LIMIT_WINDOW_SECONDS' | 'WELCOME_CREDITS'>;
  /** Marked as the own one. */
  tier?: PlanTier;
}

/** All plans side by side. */
export function PlanTable({ env, tier }: PlanTableProps): VNode {
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
          {rowsOf(env).map(([label, valueOf]) => (
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

function rowsOf({
  plans,
  PLAN_PRICES: prices,
  RATE_LIMIT_WINDOW_SECONDS: seconds,
  WELCOME_CREDITS: welcome,
}: PlanTableProps['env']): [label: string, valueOf: (tier: PlanTier) => string][] {
  const shown = (count: number): string => count.toLocaleString('en');
  return [
    ...(prices ? [['Price a month', (each) => prices[each]] as [string, (tier: PlanTier) => string]] : []),
    ['Credits a month', (each) => shown(plans[each].monthlyCredits)],
    ['Followed products', (each) => shown(plans[each].watchlistProducts)],
    ['People', (each) => shown(plans[each].people)],
    ['API keys', (each) => (each === 'free' ? 'none' : shown(plans[each].live_keys))],
    ['Destinations such as Slack', (each) => (each === 'free' ? 'none' : shown(plans[each].destinations))],
    ['Webhook endpoints', (each) => (each === 'free' ? 'none' : shown(plans[each].webhook_endpoints))],
    [seconds === 60 ? 'Requests a minute' : `Requests in ${seconds} s`, (each) => shown(plans[each].requestsPerMinute)],
    ['Full reports', (each) => (each === 'free' ? welcomeReports(welcome) : 'yes')],
    ['Opportunities and pitches', (each) => (each === 'free' ? 'no' : 'yes')],
  ];
}

/** What the welcome credits of a new team on the free plan buy. */
function welcomeReports(credits: number): string {
  const reports = Math.floor(credits / generateReport.price);
  return reports === 0 ? 'no' : `${counted(reports, 'report')}, once`;
}
