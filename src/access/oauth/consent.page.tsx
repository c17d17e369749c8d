import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { PlainPage } from '#platform/pages/document.page.js';

export interface ConsentView {
  action: string;
  csrfToken: string;
  clientName: string;
  /** Where the browser goes afterwards. */
  redirect: { host: string; isLocal: boolean };
  userEmail: string;
  teams: readonly OwnTeam[];
  maxBudget: number;
  fault?: string;
}

/** What is being asked, by whom, for which team, and with how much to spend. */
export function consentPage(view: ConsentView): VNode {
  const { action, csrfToken, clientName, redirect, userEmail, teams, maxBudget, fault } = view;
  return (
    <PlainPage title={`Connect ${clientName} to Qualm?`}>
      <form class="stack" method="post" action={`${action}/consent`}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <p>
          It calls itself <strong>{clientName}</strong>; nobody has checked that. It will be able to read and change
          what your team sees in Qualm, with the tools of the team’s plan.
        </p>
        <p class="hint">
          You will be sent to <code>{redirect.host}</code>.
        </p>
        {redirect.isLocal && (
          <p class="warning">
            That is a program on this computer. Go on only if you have just started the connection yourself.
          </p>
        )}
        <TeamField teams={teams} />
        {teams.some(isPaidTeam) && (
          <label>
            Credit budget
            <input
              type="number"
              name="credit_budget"
              value="0"
              min="0"
              max={maxBudget}
              step="1"
              inputmode="numeric"
              aria-describedby="budget-hint"
            />
            <span class="hint" id="budget-hint">
              Credits it may spend in any 30 days. With 0 it can never spend. Fixed until you disconnect.
            </span>
          </label>
        )}
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
          Signed in as {userEmail}.{' '}
          <button class="plain" type="submit">
            Not you?
          </button>
        </p>
      </form>
    </PlainPage>
  );
}

function TeamField({ teams }: { teams: readonly OwnTeam[] }): VNode {
  const [only] = teams;
  if (only && teams.length === 1) {
    return (
      <p>
        <input type="hidden" name="team_id" value={only.id} />
        Team: <strong>{only.name}</strong> ({only.tier})
      </p>
    );
  }
  return (
    <label>
      Team
      <select name="team_id">
        {teams.map((team) => (
          <option key={team.id} value={team.id}>
            {`${team.name} (${team.tier})`}
          </option>
        ))}
      </select>
    </label>
  );
}
