import type { VNode } from 'preact';
import type { ListedPlanRequest } from '#accounts/billing/plan-requests.service.js';
import { planName } from '#accounts/teams/plans.js';
import { OperatorPage, timeOf } from './operator.page.js';

/** The plans that teams ask for, each with the two decisions, and the last decided ones. */
export function PlansPage({ requests }: { requests: readonly ListedPlanRequest[] }): VNode {
  const open = requests.filter(({ state }) => state === 'open');
  const decided = requests.filter(({ state }) => state !== 'open');
  return (
    <OperatorPage title="Requested plans">
      {open.length === 0 && <p>No team waits for a plan.</p>}
      {open.map((request) => (
        <section key={request.id} class="card">
          <h2 dir="auto">{request.team_name}</h2>
          <p>
            {`Asks for ${planName(request.tier)}, has ${planName(request.current_tier)}. Asked by `}
            {request.requested_by ?? 'a person whose account is deleted'}, {timeOf(request.requested_at)} UTC.
          </p>
          <div class="actions">
            <Decision id={request.id} decision="grant" look="primary">{`Grant ${planName(request.tier)}`}</Decision>
            <Decision id={request.id} decision="decline">
              Decline
            </Decision>
          </div>
        </section>
      ))}
      {decided.length > 0 && (
        <>
          <h2>Decided</h2>
          <ul>
            {decided.map(({ id, team_name, tier, state, decided_at }) => (
              <li key={id}>
                <bdi>{team_name}</bdi>: {planName(tier)} {state}, {timeOf(decided_at)} UTC
              </li>
            ))}
          </ul>
        </>
      )}
    </OperatorPage>
  );
}

interface DecisionProps {
  id: string;
  decision: 'grant' | 'decline';
  look?: 'primary';
  children: string;
}

const Decision = ({ id, decision, look, children }: DecisionProps): VNode => (
  <form class="inline" method="post" action={`/ops/plans/${id}/${decision}`}>
    <button class={look} type="submit">
      {children}
    </button>
  </form>
);
