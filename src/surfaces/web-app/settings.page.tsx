import type { ComponentChildren, VNode } from 'preact';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import type { ListedConnection } from '#access/oauth/connections.service.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import { SHORTEST_PASSWORD, type TeamMember } from '#accounts/teams/members.service.js';
import { Badge, CopyButton, Fault, Form, Notice, Time } from './parts.page.js';

export type SettingsTab = 'keys' | 'connections' | 'team' | 'password';

const TABS: [SettingsTab, string][] = [
  ['keys', 'API keys'],
  ['connections', 'Connections'],
  ['team', 'Team'],
  ['password', 'Password'],
];

export function SettingsTabs({ tab, children }: { tab: SettingsTab; children: ComponentChildren }): VNode {
  return (
    <>
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        {TABS.map(([name, label]) => (
          <a key={name} href={`/app/settings/${name}`} aria-current={name === tab ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </>
  );
}

interface KeysView {
  keys: ListedKey[];
  created?: string;
  fault?: string;
  isPaid: boolean;
  publicUrl: string;
  csrfToken: string;
}

export function KeysPage({ keys, created, fault, isPaid, publicUrl, csrfToken }: KeysView): VNode {
  return (
    <>
      <Fault>{fault}</Fault>
      {created && <NewKey value={created} publicUrl={publicUrl} />}
      {keys.length > 0 && <KeyTable keys={keys} csrfToken={csrfToken} />}
      {isPaid ? (
        <>
          <h2>New key</h2>
          <Form action="/app/settings/keys" csrfToken={csrfToken}>
            <label>
              Name
              <input type="text" name="name" maxLength={100} required />
            </label>
            <label>
              Spend cap
              <input type="number" name="spend_cap" min={0} max={1_000_000} step={1} inputMode="numeric" />
              <span class="hint">Credits it may spend over its life. Left empty, it can read but never spend.</span>
            </label>
            <label>
              Last day
              <input type="date" name="expires_on" />
              <span class="hint">Left empty, it works until it is revoked.</span>
            </label>
            <button class="primary" type="submit">
              Create the key
            </button>
          </Form>
        </>
      ) : (
        <p class="notice">
          API keys come with a paid plan, Starter and up. Search, a taste of each report and competitors need no key.
        </p>
      )}
    </>
  );
}

function NewKey({ value, publicUrl }: { value: string; publicUrl: string }): VNode {
  return (
    <Notice>
      <p>
        <strong>This is your new key. It is shown this once and never again.</strong>
      </p>
      <pre>
        <code id="new-key">{value}</code>
      </pre>
      <p>
        <CopyButton of="new-key">Copy the key</CopyButton>
      </p>
      <p>Try it:</p>
      <pre>
        <code id="first-call">{`curl -H 'Authorization: Bearer ${value}' ${publicUrl}/api/v1/account`}</code>
      </pre>
      <CopyButton of="first-call">Copy the call</CopyButton>
    </Notice>
  );
}

function KeyTable({ keys, csrfToken }: { keys: ListedKey[]; csrfToken: string }): VNode {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col">Spent</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} value={key} csrfToken={csrfToken} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ value: key, csrfToken }: { value: ListedKey; csrfToken: string }): VNode {
  const isExpired = key.expires_at !== null && key.expires_at <= new Date();
  const isLive = !key.revoked_at && !isExpired;
  return (
    <tr>
      <td>
        {key.name} <span class="quiet">…{key.hint}</span>
      </td>
      <td data-label="State">
        {isLive ? <Badge tone="good">live</Badge> : <Badge tone="bad">{key.revoked_at ? 'revoked' : 'expired'}</Badge>}
        {isLive && key.expires_at && (
          <span class="quiet">
            {' until '}
            <Time at={key.expires_at} />
          </span>
        )}
      </td>
      <td data-label="Last used">
        <Time at={key.last_used_at} minutes />
      </td>
      <td data-label="Spent">
        {key.spend_cap === null ? 'cannot spend' : `${key.spend_used ?? 0} of ${key.spend_cap}`}
      </td>
      <td>
        {isLive && (
          <>
            <Form action={`/app/settings/keys/${key.id}/cap`} csrfToken={csrfToken} className="row tight">
              <input
                type="number"
                name="spend_cap"
                min={0}
                max={1_000_000}
                value={key.spend_cap ?? 0}
                aria-label={`Spend cap of ${key.name}`}
                required
              />
              <button type="submit">Set cap</button>
            </Form>
            <Form action={`/app/settings/keys/${key.id}/revoke`} csrfToken={csrfToken} className="inline">
              <button class="danger" type="submit" aria-label={`Revoke ${key.name}`}>
                Revoke
              </button>
            </Form>
          </>
        )}
      </td>
    </tr>
  );
}

export function ConnectionsPage(props: { connections: ListedConnection[]; mcpUrl: string; csrfToken: string }): VNode {
  const { connections, mcpUrl, csrfToken } = props;
  return (
    <>
      <p>
        Assistants that act for your team. Add Qualm to one with this address; it will ask you to log in and consent.
      </p>
      <pre>
        <code id="mcp-url">{mcpUrl}</code>
      </pre>
      <p>
        <CopyButton of="mcp-url">Copy the address</CopyButton>
      </p>
      {connections.length === 0 && <p class="quiet">Nothing is connected.</p>}
      {connections.length > 0 && (
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Budget, 30 days</th>
              <th scope="col">Connected</th>
              <th scope="col">Last used</th>
              <th scope="col">End</th>
            </tr>
          </thead>
          <tbody>
            {connections.map((connection) => (
              <tr key={connection.id}>
                <td>
                  {connection.client_name} <span class="quiet">by {connection.user_email}</span>
                </td>
                <td data-label="Budget, 30 days">{budgetOf(connection)}</td>
                <td data-label="Connected">
                  <Time at={connection.created_at} />
                </td>
                <td data-label="Last used">
                  <Time at={connection.last_used_at} minutes />
                </td>
                <td>
                  <Form
                    action={`/app/settings/connections/${connection.id}/disconnect`}
                    csrfToken={csrfToken}
                    className="inline"
                  >
                    <button class="danger" type="submit" aria-label={`Disconnect ${connection.client_name}`}>
                      Disconnect
                    </button>
                  </Form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function budgetOf({ credit_budget, spent_last_30_days }: ListedConnection): string {
  if (!credit_budget) return 'cannot spend';
  return `${spent_last_30_days} used, ${Math.max(0, credit_budget - spent_last_30_days)} left of ${credit_budget}`;
}

interface TeamView {
  team: OwnTeam;
  teams: OwnTeam[];
  members: TeamMember[];
  invitation?: string;
  csrfToken: string;
}

export function TeamPage({ team, teams, members, invitation, csrfToken }: TeamView): VNode {
  return (
    <>
      <p>
        <strong>{team.name}</strong> is on the <strong>{team.tier}</strong> plan ({team.status}). To change it, talk to
        us.
      </p>
      {teams.length > 1 && (
        <Form action="/app/settings/team/switch" csrfToken={csrfToken} className="row">
          <label>
            Team
            <select name="team_id">
              {teams.map(({ id, name }) => (
                <option key={id} value={id} selected={id === team.id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">Switch</button>
        </Form>
      )}
      <table class="wide">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ email, role, joined_at }) => (
            <tr key={email}>
              <td>{email}</td>
              <td data-label="Role">{role}</td>
              <td data-label="Since">
                <Time at={joined_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {invitation && (
        <Notice>
          <p>Send this link to one person. It works once, for seven days, and is not shown again.</p>
          <pre>
            <code id="invitation">{invitation}</code>
          </pre>
          <CopyButton of="invitation">Copy the link</CopyButton>
        </Notice>
      )}
      {team.role === 'owner' && (
        <Form action="/app/settings/team/invite" csrfToken={csrfToken}>
          <button type="submit">Make an invitation link</button>
        </Form>
      )}
    </>
  );
}

export function PasswordPage(props: { csrfToken: string; isDone?: boolean; fault?: string }): VNode {
  return (
    <>
      <Notice>{props.isDone && 'Your password is changed. Every other browser has been logged out.'}</Notice>
      <Fault>{props.fault}</Fault>
      <Form action="/app/settings/password" csrfToken={props.csrfToken}>
        <label>
          Current password
          <input type="password" name="current" autocomplete="current-password" required />
        </label>
        <label>
          New password
          <input type="password" name="next" minLength={SHORTEST_PASSWORD} autocomplete="new-password" required />
        </label>
        <button class="primary" type="submit">
          Change the password
        </button>
      </Form>
    </>
  );
}
