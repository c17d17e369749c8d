import type { VNode } from 'preact';
import { governedBy, may } from '#access/policy/rights.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import type { ListedInvitation } from '#accounts/teams/invitations.service.js';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import { planName } from '#accounts/teams/plans.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { dayText } from '#platform/text/day.text.js';
import { Field } from '../parts/fields.page.js';
import { TeamChoice } from '../parts/account-menu.page.js';
import { useFlash, useForm } from '../parts/page-context.js';
import { Badge, ConfirmedForm, CopyButton, Form, InPages, Notice, Submit, Table, Time } from '../parts/parts.page.js';

const PEOPLE_OF_PAGE = 20;

interface TeamView {
  team: OwnTeam;
  teams: OwnTeam[];
  members: TeamMember[];
  /** The pending ones. Empty for people who may not invite. */
  invitations: ListedInvitation[];
  /** The person who looks at the page. */
  personId: string;
  /** The time in which a deleted team can be restored. */
  restoreDays: number;
  /** Whether the operator requires a second factor of every team. */
  everyTeamRequiresTwoFactor: boolean;
}

export function TeamPage({ team, teams, members, personId, restoreDays, ...rest }: TeamView): VNode {
  const link = useFlash('invitation');
  return (
    <>
      <p>
        <strong>{team.name}</strong> is on the <strong>{planName(team.tier)}</strong> plan
        {team.status !== 'none' && team.status !== 'active' && ` (${team.status.replaceAll('_', ' ')})`}.
      </p>
      {teams.length > 1 && <TeamChoice team={team} teams={teams} />}
      <InPages all={members} size={PEOPLE_OF_PAGE}>
        {(shown) => (
          <MemberTable
            members={shown}
            owners={members.filter(({ role }) => role === 'owner').length}
            {...{ team, personId }}
          />
        )}
      </InPages>
      {link && (
        <Notice>
          <p>Send this link to one person. It works once and expires after seven days. It is not shown again.</p>
          <pre tabIndex={0} aria-label="The link">
            <code id="invitation">{link}</code>
          </pre>
          <CopyButton source="invitation">Copy the link</CopyButton>
        </Notice>
      )}
      {may(team.role, 'people') && (
        <>
          {rest.invitations.length > 0 && (
            <InPages all={rest.invitations} size={PEOPLE_OF_PAGE} parameter="invitations">
              {(shown) => <InvitationTable invitations={shown} role={team.role} />}
            </InPages>
          )}
          <InvitationForm role={team.role} />
        </>
      )}
      {may(team.role, 'ownership') && (
        <Form action="/app/settings/team/invite" className="row">
          <button type="submit">Create an invitation link</button>
          <span class="hint">For one person, whatever their address. It gives the role member.</span>
        </Form>
      )}
      {may(team.role, 'ownership') && !rest.everyTeamRequiresTwoFactor && (
        <TwoFactorForm isRequired={team.requiresTwoFactor} />
      )}
      {may(team.role, 'ownership') && <TeamDeletionForm days={restoreDays} />}
    </>
  );
}

function TwoFactorForm({ isRequired }: { isRequired: boolean }): VNode {
  return (
    <>
      <h2>Two-factor authentication</h2>
      <Form action="/app/settings/team/two-factor" className="row">
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

interface MemberTableView extends Pick<TeamView, 'members' | 'team' | 'personId'> {
  /** The number of owners of the team. The last one stays. */
  owners: number;
}

function MemberTable({ members, owners, team, personId }: MemberTableView): VNode {
  const governed = governedBy(team.role);
  const isLastOwner = ({ role }: TeamMember): boolean => role === 'owner' && owners === 1;
  return (
    <Table columns={['Person', 'Role', 'Since', 'Actions']}>
      {members.map((member) => (
        <tr key={member.id}>
          <td>{member.email}</td>
          <td data-label="Role">
            {governed.includes(member.role) && !isLastOwner(member) ? (
              <RoleForm member={member} roles={governed} />
            ) : (
              member.role
            )}
          </td>
          <td data-label="Since">
            <Time at={member.joined_at} />
          </td>
          <td>
            {isLastOwner(member) ? (
              <span class="quiet">the only owner cannot leave</span>
            ) : (
              (governed.includes(member.role) || member.id === personId) && (
                <Removal id={member.id} email={member.email} personId={personId} />
              )
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface RoleFormProps {
  member: TeamMember;
  /** The roles that the person may give. */
  roles: readonly MemberRole[];
}

function RoleForm({ member: { id, email, role }, roles }: RoleFormProps): VNode {
  return (
    <Form action={`/app/settings/team/${id}/role`} className="row tight">
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

function Removal({ id, email, personId }: Record<'id' | 'email' | 'personId', string>): VNode {
  const isOwn = id === personId;
  return (
    <ConfirmedForm
      action={`/app/settings/team/${id}/remove`}
      word={isOwn ? 'Leave' : 'Remove'}
      label={isOwn ? 'Leave the team' : `Remove ${email}`}
    >
      {isOwn ? 'Leave the team' : `Remove ${email} and disconnect their assistants`}
    </ConfirmedForm>
  );
}

interface InvitationFormProps {
  /** The role of the person who invites. */
  role: MemberRole;
}

/** Invites one address, with a role that the person may give. */
function InvitationForm({ role }: InvitationFormProps): VNode {
  return (
    <>
      <h2>Invite</h2>
      <Form action="/app/settings/team/invitations">
        <Field name="email" label="Email address" type="email" maxLength={254} required />
        <RoleField role={role} />
        <Submit look="primary">Invite</Submit>
      </Form>
    </>
  );
}

function RoleField({ role }: InvitationFormProps): VNode {
  const { values } = useForm();
  return (
    <label>
      Role
      <select name="role">
        {governedBy(role).map((each) => (
          <option key={each} value={each} selected={each === (values.role ?? 'member')}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

interface InvitationTableProps {
  invitations: ListedInvitation[];
  role: MemberRole;
}

/** The pending invitations. */
function InvitationTable({ invitations, role }: InvitationTableProps): VNode {
  const now = new Date();
  return (
    <Table columns={['For', 'Role', 'By', 'Valid until', 'Actions']} caption="Invitations">
      {invitations.map((invitation) => (
        <tr key={invitation.id}>
          <td>{invitation.email ?? 'anyone with the link'}</td>
          <td data-label="Role">{invitation.role}</td>
          <td data-label="By">{invitation.invited_by ?? 'unknown'}</td>
          <td data-label="Valid until">
            {invitation.expires_at <= now ? <Badge tone="bad">expired</Badge> : <Time at={invitation.expires_at} />}
          </td>
          <td>{governedBy(role).includes(invitation.role) && <InvitationActions invitation={invitation} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function InvitationActions({ invitation: { id, email } }: { invitation: ListedInvitation }) {
  const whose = `the invitation of ${email ?? 'anyone'}`;
  const renew = email ? 'Send again' : 'New link';
  return (
    <>
      <Form action={`/app/settings/team/invitations/${id}/resend`} className="inline">
        <button type="submit" aria-label={`${renew}, for ${whose}`}>
          {renew}
        </button>
      </Form>{' '}
      <Form action={`/app/settings/team/invitations/${id}/withdraw`} className="inline">
        <button class="danger" type="submit" aria-label={`Withdraw ${whose}`}>
          Withdraw
        </button>
      </Form>
    </>
  );
}

/** The form that deletes the team that the page shows. */
function TeamDeletionForm({ days }: { days: number }): VNode {
  return (
    <section aria-labelledby="team-deletion">
      <h2 id="team-deletion">Delete the team</h2>
      <Form action="/app/settings/team/delete">
        <p>
          Keys, connections and webhook endpoints stop at once, for all people of the team. The operator can restore the
          team for {days} days. After that, all of it is deleted but the record of its credits, without its name.
        </p>
        <Field
          name="name"
          id="deleted-team"
          label="The name of the team, to confirm"
          maxLength={200}
          autocomplete="off"
          required
        />
        <Submit look="danger">Delete the team</Submit>
      </Form>
    </section>
  );
}

export function TeamDeletedPage({ until }: { until: Date }): VNode {
  return (
    <PlainPage title="The team is deleted">
      <p>The operator can restore it until {dayText(until)}. We sent a mail to its owners.</p>
      <p class="actions">
        <a class="button" href="/">
          Go to the front page
        </a>
      </p>
    </PlainPage>
  );
}
