import type { VNode } from 'preact';
import { planName } from '#accounts/teams/plans.js';
import type { Team } from '#accounts/teams/teams.service.js';
import { counted } from '#platform/text/counted.text.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from '../operator.page.js';

interface TeamsProps {
  words: string;
  teams: readonly Team[];
  total: number;
  balances: ReadonlyMap<string, number>;
}

/** The newest teams, or those whose name has the words. */
export function TeamsPage({ words, teams, total, balances }: TeamsProps): VNode {
  return (
    <OperatorPage title="Teams">
      <form method="get" action="/ops/teams" class="actions">
        <input type="search" name="q" value={words} aria-label="Name or id of a team" placeholder="Name or id" />
        <button type="submit">Search</button>
      </form>
      <p class="quiet">
        {total > teams.length
          ? `The newest ${teams.length} of ${total.toLocaleString('en')} teams.`
          : `${counted(total, 'team')}.`}
      </p>
      {teams.length > 0 && (
        <OperatorTable columns={['Team', 'Plan', 'State', 'Since', 'Credits']} numbersFrom={4}>
          {teams.map((team) => (
            <tr key={team.id}>
              <td dir="auto">{team.deletedAt ? team.name : <a href={`/ops/teams/${team.id}`}>{team.name}</a>}</td>
              <td>{planName(team.tier)}</td>
              <td>{stateOf(team)}</td>
              <td>{team.createdAt.toISOString().slice(0, 10)}</td>
              {numberCells([balances.get(team.id) ?? 0])}
            </tr>
          ))}
        </OperatorTable>
      )}
    </OperatorPage>
  );
}

/** The state of a team in words. */
export function stateOf({ deletedAt, suspendedAt, subscriptionStatus }: Team): string {
  if (deletedAt) return `deleted ${timeOf(deletedAt)}`;
  if (suspendedAt) return `suspended ${timeOf(suspendedAt)}`;
  return subscriptionStatus === 'none' ? 'no subscription' : subscriptionStatus.replace('_', ' ');
}
