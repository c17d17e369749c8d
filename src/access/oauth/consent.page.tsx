import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import { isPaidTeam, planName } from '#accounts/teams/plans.js';
import { PlainPage } from '#platform/pages/document.page.js';

export interface ConsentView {
  action: string;
  csrfToken: string;
  clientName: string;
  /** The address to which the browser goes after the decision. */
  redirect: { host: string; isLocal: boolean };
  userEmail: string;
  teams: readonly OwnTeam[];
  maxBudget: number;
  fault?: string;
}

/** The consent form: which client asks for which access, for which team, with which credit budget. */
export function consentPage(view: ConsentView): VNode {
  const { action, csrfToken, clientName, redirect, userEmail, teams, maxBudget, fault } = view;
  const heading = (
    <>
      Connect <bdi>{clientName}</bdi> to Qualm?
    </>
  );
  return (
    <PlainPage title={`Connect ${clientName} to Qualm?`} heading={heading}>
      <form class="stack" method="post" action={`${action}/consent`}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <p>
          The name of the client is{' '}
          <strong>
            <bdi>{clientName}</bdi>
          </strong>
          . We have not verified this name. With the tools of your team’s plan, it will be able to read and change what
          your team sees in Qualm: find products, read reports and opportunities, follow and triage, and, with a credit
          budget, buy reports, contacts and pitches.
        </p>
        <p class="hint">
          You will be sent to <code>{redirect.host}</code>.
        </p>
        {redirect.isLocal && (
          <p class="warning">
            This is a program on your computer. Continue only if you started this connection yourself.
          </p>
        )}
        <TeamField teams={teams} />
        {teams.some((team) => isPaidTeam(team) && may(team.role, 'spend')) && <SpendingFields max={maxBudget} />}
        <div class="choices">
          <button type="submit" name="decision" value="deny" formnovalidate>
            Deny
          </button>
          <button class="primary" type="submit" name="decision" value="allow">
            Allow
          </button>
        </div>
      </form>
      <form method="post" action={`${action}/logout`}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <p class="hint">
          Logged in as {userEmail}.{' '}
          <button class="plain" type="submit">
            Not you?
          </button>
        </p>
      </form>
    </PlainPage>
  );
}

function SpendingFields({ max }: { max: number }): VNode {
  return (
    <>
      <BudgetField max={max} />
      <label class="check">
        <input type="checkbox" name="ask_before_spending" value="yes" checked />
        Ask me before each purchase, if the client can
      </label>
    </>
  );
}

function BudgetField({ max }: { max: number }): VNode {
  return (
    <label>
      Credit budget
      <input
        type="number"
        name="credit_budget"
        value="0"
        min="0"
        max={max}
        step="1"
        inputmode="numeric"
        aria-describedby="budget-hint"
      />
      <span class="hint" id="budget-hint">
        The maximum number of credits the client may spend in any 30 days. With 0 it can never spend. You can change
        this only by disconnecting and connecting again.
      </span>
    </label>
  );
}

function TeamField({ teams }: { teams: readonly OwnTeam[] }): VNode {
  const [only] = teams;
  if (only && teams.length === 1) {
    return (
      <p>
        <input type="hidden" name="team_id" value={only.id} />
        Team: <strong>{only.name}</strong> ({planName(only.tier)})
      </p>
    );
  }
  return (
    <label>
      Team
      <select name="team_id">
        {teams.map((team) => (
          <option key={team.id} value={team.id}>
            {`${team.name} (${planName(team.tier)})`}
          </option>
        ))}
      </select>
    </label>
  );
}
