import type { VNode } from 'preact';
import { governedBy } from '#access/policy/rights.js';
import type { ListedInvitation } from '#accounts/teams/invitations.service.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { Field } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Badge, Fault, Form, Time } from '../parts/parts.page.js';

interface InvitationFormProps {
  form: FormState;
  /** The role of the person who invites. */
  role: MemberRole;
  csrfToken: string;
}

/** Invites one address, with a role that the person may give. */
export function InvitationForm({ form, role, csrfToken }: InvitationFormProps): VNode {
  return (
    <>
      <h2>Invite</h2>
      <Form action="/app/settings/team/invitations" csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        <Field form={form} name="email" label="Email address" type="email" maxLength={254} required />
        <label>
          Role
          <select name="role">
            {governedBy(role).map((each) => (
              <option key={each} value={each} selected={each === (form.values.role ?? 'member')}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button class="primary" type="submit">
          Invite
        </button>
      </Form>
    </>
  );
}

interface InvitationTableProps {
  invitations: ListedInvitation[];
  role: MemberRole;
  csrfToken: string;
}

/** The pending invitations. */
export function InvitationTable({ invitations, role, csrfToken }: InvitationTableProps): VNode {
  const now = new Date();
  return (
    <table class="wide">
      <caption>Invitations</caption>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Role</th>
          <th scope="col">By</th>
          <th scope="col">Valid until</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td>{invitation.email ?? 'anyone with the link'}</td>
            <td data-label="Role">{invitation.role}</td>
            <td data-label="By">{invitation.invited_by ?? 'unknown'}</td>
            <td data-label="Valid until">
              {invitation.expires_at <= now ? <Badge tone="bad">expired</Badge> : <Time at={invitation.expires_at} />}
            </td>
            <td>
              {governedBy(role).includes(invitation.role) && (
                <InvitationActions invitation={invitation} csrfToken={csrfToken} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InvitationActions({
  invitation: { id, email },
  csrfToken,
}: {
  invitation: ListedInvitation;
  csrfToken: string;
}) {
  const whose = `the invitation of ${email ?? 'anyone'}`;
  const renew = email ? 'Send again' : 'New link';
  return (
    <>
      <Form action={`/app/settings/team/invitations/${id}/resend`} csrfToken={csrfToken} className="inline">
        <button type="submit" aria-label={`${renew}, for ${whose}`}>
          {renew}
        </button>
      </Form>{' '}
      <Form action={`/app/settings/team/invitations/${id}/withdraw`} csrfToken={csrfToken} className="inline">
        <button class="danger" type="submit" aria-label={`Withdraw ${whose}`}>
          Withdraw
        </button>
      </Form>
    </>
  );
}
