import type { VNode } from 'preact';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import type { TeamMember } from '#accounts/teams/members.service.js';
import type { PageContext } from './app-pages.js';
import { CopyButton, Form, Notice, Time } from './parts.page.js';

interface TeamView {
  team: OwnTeam;
  teams: OwnTeam[];
  members: TeamMember[];
  context: PageContext;
}

export function TeamPage({ team, teams, members, context: { csrfToken, flash } }: TeamView): VNode {
  return (
    <>
      <p>
        <strong>{team.name}</strong> is on the <strong>{team.tier}</strong> plan ({team.status}). To change the plan,
        contact us.
      </p>
      {teams.length > 1 && <TeamSwitch team={team} teams={teams} csrfToken={csrfToken} />}
      <MemberTable members={members} />
      {flash?.kind === 'invitation' && (
        <Notice>
          <p>Send this link to one person. It works once and expires after seven days. It is not shown again.</p>
          <pre>
            <code id="invitation">{flash.text}</code>
          </pre>
          <CopyButton source="invitation">Copy the link</CopyButton>
        </Notice>
      )}
      {team.role === 'owner' && (
        <Form action="/app/settings/team/invite" csrfToken={csrfToken}>
          <button type="submit">Create an invitation link</button>
        </Form>
      )}
    </>
  );
}

function TeamSwitch({ team, teams, csrfToken }: Pick<TeamView, 'team' | 'teams'> & { csrfToken: string }): VNode {
  return (
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
  );
}

function MemberTable({ members }: { members: TeamMember[] }): VNode {
  return (
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
  );
}
