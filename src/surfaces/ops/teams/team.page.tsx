import type { VNode } from 'preact';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import { planName } from '#accounts/teams/plans.js';
import type { Team } from '#accounts/teams/teams.service.js';
import { PLAN_TIERS } from '#config/env.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from '../operator.page.js';
import { stateOf } from './teams.page.js';

interface TeamProps {
  team: Team;
  balance: number;
  members: readonly TeamMember[];
  keys: readonly ListedKey[];
  /** Of the form that grants credits. */
  nonce: string;
}

/** One team: its plan and credits, its people and keys, and what an operator may change. Each change is in its audit log. */
export function TeamPage({ team, balance, members, keys, nonce }: TeamProps): VNode {
  const facts = [
    ['Id', team.id],
    ['State', stateOf(team)],
    ['Plan', planName(team.tier)],
    ['Period ends (UTC)', timeOf(team.periodEndsAt)],
    ['Paid through the billing provider', team.isBilled ? 'yes' : ''],
    ['Credits', balance.toLocaleString('en')],
    ['Created (UTC)', timeOf(team.createdAt)],
  ];
  return (
    <OperatorPage title={team.name}>
      <dl class="kv">
        {facts.map(([label, value]) => value && [<dt key={label}>{label}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
      <h2>Access</h2>
      {team.suspendedAt ? (
        <form method="post" action={`/ops/teams/${team.id}/resume`}>
          <p>The team is suspended: its keys, assistants and people are refused.</p>
          <button class="primary" type="submit">
            Resume
          </button>
        </form>
      ) : (
        <a class="button" href={`/ops/teams/${team.id}/suspend`}>
          Suspend
        </a>
      )}
      <h2>People</h2>
      {members.length === 0 ? <p>The team has no people.</p> : <People members={members} />}
      <h2>Keys</h2>
      {keys.length === 0 ? <p>The team has no keys.</p> : <Keys keys={keys} />}
      <PlanForm team={team} />
      <CreditForm id={team.id} nonce={nonce} />
    </OperatorPage>
  );
}

const People = ({ members }: { members: readonly TeamMember[] }): VNode => (
  <OperatorTable columns={['Person', 'Role']}>
    {members.map(({ email, role }) => (
      <tr key={email}>
        <td>{email}</td>
        <td>{role}</td>
      </tr>
    ))}
  </OperatorTable>
);

const Keys = ({ keys }: { keys: readonly ListedKey[] }): VNode => (
  <OperatorTable columns={['Key', 'Mode', 'State', 'Last use (UTC)', 'Calls in 7 days']} numbersFrom={4}>
    {keys.map(({ id, name, hint, livemode, status, last_used_at, calls_7_days }) => (
      <tr key={id}>
        <td dir="auto">
          {name} …{hint}
        </td>
        <td>{livemode ? 'live' : 'test'}</td>
        <td>{status}</td>
        <td>{timeOf(last_used_at)}</td>
        {numberCells([calls_7_days])}
      </tr>
    ))}
  </OperatorTable>
);

const PlanForm = ({ team }: { team: Team }): VNode => (
  <form class="stack" method="post" action={`/ops/teams/${team.id}/plan`}>
    <h2>Change the plan</h2>
    <div class="field">
      <label for="field-plan">Plan</label>
      <select id="field-plan" name="plan">
        {PLAN_TIERS.map((tier) => (
          <option key={tier} value={tier} selected={tier === team.tier}>
            {planName(tier)}
          </option>
        ))}
      </select>
      <span class="hint">
        {team.isBilled
          ? 'While its subscription runs, the plan can only be changed at the billing provider.'
          : 'A team without a running period gets the credits of the plan; a running period keeps its own.'}
      </span>
    </div>
    <button type="submit">Change the plan</button>
  </form>
);

/** The nonce lets a form that is sent twice grant once. */
const CreditForm = ({ id, nonce }: { id: string; nonce: string }): VNode => (
  <form class="stack" method="post" action={`/ops/teams/${id}/credits`}>
    <input type="hidden" name="nonce" value={nonce} />
    <h2>Grant credits</h2>
    <div class="field">
      <label for="field-amount">Credits</label>
      <input id="field-amount" name="amount" type="number" min="1" step="1" required />
    </div>
    <div class="field">
      <label for="field-reason">Reason, as the team reads it</label>
      <input id="field-reason" name="reason" maxlength={200} required />
    </div>
    <button type="submit">Grant</button>
  </form>
);

/** Asks before a team is suspended. */
export const SuspendPage = ({ team }: { team: Team }): VNode => (
  <OperatorPage title={`Suspend ${team.name}?`}>
    <p>
      From the next request on, its keys, assistants and people read and buy nothing; its people still reach their
      account and the settings of the team. Webhooks and digests wait. Nothing is deleted, and what was bought before is
      finished.
    </p>
    <form method="post" action={`/ops/teams/${team.id}/suspend`}>
      <button class="danger" type="submit">
        Suspend the team
      </button>
    </form>
    <p>
      <a href={`/ops/teams/${team.id}`}>Leave it as it is</a>
    </p>
  </OperatorPage>
);
