import type { VNode } from 'preact';
import { governedBy, may } from '#access/policy/rights.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import type { ListedInvitation } from '#accounts/teams/invitations.service.js';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import { planName } from '#accounts/teams/plans.js';
import type { MemberRole } from '#platform/caller/caller.js';
import type { PageContext } from '../parts/app-pages.js';
import { ConfirmedForm } from '../parts/confirmed-form.page.js';
import type { FormState } from '../parts/form-state.js';
import { InPages } from '../parts/in-pages.page.js';
import { InvitationForm, InvitationTable } from './invitations.page.js';
import { CopyButton, Form, Notice, Time } from '../parts/parts.page.js';
import { TeamDeletionForm } from './team-deletion.page.js';

const PEOPLE_OF_PAGE = 20;

interface TeamView {
  team: OwnTeam;
  teams: OwnTeam[];
  members: TeamMember[];
  /** The pending ones. Empty for people who may not invite. */
  invitations: ListedInvitation[];
  /** The form of an invitation. */
  form: FormState;
  /** The person who looks at the page. */
  personId: string;
  /** The time in which a deleted team can be restored. */
  restoreDays: number;
  /** Whether the operator requires a second factor of every team. */
  everyTeamRequiresTwoFactor: boolean;
  context: PageContext;
}

export function TeamPage({ team, teams, members, personId, restoreDays, context, ...rest }: TeamView): VNode {
  const { csrfToken, flash } = context;
  return (
    <>
      <p>
        <strong>{team.name}</strong> is on the <strong>{planName(team.tier)}</strong> plan
        {team.status !== 'none' && team.status !== 'active' && ` (${team.status.replaceAll('_', ' ')})`}.
      </p>
      {teams.length > 1 && <TeamSwitch team={team} teams={teams} csrfToken={csrfToken} />}
      <InPages all={members} size={PEOPLE_OF_PAGE}>
        {(shown) => (
          <MemberTable
            members={shown}
            owners={members.filter(({ role }) => role === 'owner').length}
            {...{ team, personId, csrfToken }}
          />
        )}
      </InPages>
      {flash?.kind === 'invitation' && (
        <Notice>
          <p>Send this link to one person. It works once and expires after seven days. It is not shown again.</p>
          <pre tabIndex={0} aria-label="The link">
            <code id="invitation">{flash.text}</code>
          </pre>
          <CopyButton source="invitation">Copy the link</CopyButton>
        </Notice>
      )}
      {may(team.role, 'people') && (
        <>
          {rest.invitations.length > 0 && (
            <InPages all={rest.invitations} size={PEOPLE_OF_PAGE}>
              {(shown) => <InvitationTable invitations={shown} role={team.role} csrfToken={csrfToken} />}
            </InPages>
          )}
          <InvitationForm form={rest.form} role={team.role} csrfToken={csrfToken} />
        </>
      )}
      {may(team.role, 'ownership') && (
        <Form action="/app/settings/team/invite" csrfToken={csrfToken} className="row">
          <button type="submit">Create an invitation link</button>
          <span class="hint">For one person, whatever their address. It gives the role member.</span>
        </Form>
      )}
      {may(team.role, 'ownership') && !rest.everyTeamRequiresTwoFactor && (
        <TwoFactorForm isRequired={team.requiresTwoFactor} csrfToken={csrfToken} />
      )}
      {may(team.role, 'ownership') && <TeamDeletionForm csrfToken={csrfToken} days={restoreDays} />}
    </>
  );
}

function TwoFactorForm({ isRequired, csrfToken }: { isRequired: boolean; csrfToken: string }): VNode {
  return (
    <>
      <h2>Two-factor authentication</h2>
      <Form action="/app/settings/team/two-factor" csrfToken={csrfToken} className="row">
        <input type="hidden" name="required" value={isRequired ? 'no' : 'yes'} />
        <button type="submit">
          {isRequired ? 'Stop requiring two-factor authentication' : 'Require two-factor authentication'}
        </button>
        <span class="hint">
          {isRequired
            ? 'People without it see nothing of the team until they set it up.'
            : 'People without it will see nothing of the team until they set it up. Their assistants stop too.'}
        </span>
      </Form>
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

interface MemberTableView extends Pick<TeamView, 'members' | 'team' | 'personId'> {
  /** The number of owners of the team. The last one stays. */
  owners: number;
  csrfToken: string;
}

function MemberTable({ members, owners, team, personId, csrfToken }: MemberTableView): VNode {
  const governed = governedBy(team.role);
  const isLastOwner = ({ role }: TeamMember): boolean => role === 'owner' && owners === 1;
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Role</th>
          <th scope="col">Since</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>{member.email}</td>
            <td data-label="Role">
              {governed.includes(member.role) && !isLastOwner(member) ? (
                <RoleForm member={member} roles={governed} csrfToken={csrfToken} />
              ) : (
                member.role
              )}
            </td>
            <td data-label="Since">
              <Time at={member.joined_at} />
            </td>
            <td>
              {isLastOwner(member) ? (
                <span class="quiet">the last owner stays</span>
              ) : (
                (governed.includes(member.role) || member.id === personId) && (
                  <Removal id={member.id} email={member.email} personId={personId} csrfToken={csrfToken} />
                )
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RoleFormProps {
  member: TeamMember;
  /** The roles that the person may give. */
  roles: readonly MemberRole[];
  csrfToken: string;
}

function RoleForm({ member: { id, email, role }, roles, csrfToken }: RoleFormProps): VNode {
  return (
    <Form action={`/app/settings/team/${id}/role`} csrfToken={csrfToken} className="row tight">
      <select name="role" aria-label={`Role of ${email}`}>
        {roles.map((each) => (
          <option key={each} value={each} selected={each === role}>
            {each}
          </option>
        ))}
      </select>
      <button type="submit" aria-label={`Set the role of ${email}`}>
        Set
      </button>
    </Form>
  );
}

function Removal({ id, email, personId, csrfToken }: Record<'id' | 'email' | 'personId' | 'csrfToken', string>): VNode {
  const isOwn = id === personId;
  return (
    <ConfirmedForm
      action={`/app/settings/team/${id}/remove`}
      csrfToken={csrfToken}
      word={isOwn ? 'Leave' : 'Remove'}
      label={isOwn ? 'Leave the team' : `Remove ${email}`}
    >
      {isOwn ? 'Leave the team' : `Remove ${email} and disconnect their assistants`}
    </ConfirmedForm>
  );
}
