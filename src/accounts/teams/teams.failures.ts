import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import { defineFailure } from '#platform/errors/application-error.js';

/** 403 for a team without a paid plan. */
export const planRequired = defineFailure({
  reason: 'plan_required',
  code: 'forbidden',
  message: 'API keys need a paid plan',
  cause: 'The key belongs to a team whose plan is free or whose subscription has ended.',
  cure: 'Move the team to a paid plan. The key works again from the next request.',
  nextStep: 'Ask the person to move the team to a paid plan in Qualm; the tool works from the next call on.',
});

export const emailTaken = defineFailure({
  reason: 'email_taken',
  code: 'invalid_request',
  message: 'This email address is in use',
  isInternal: true,
});

/** 403 for every credential of a team that an operator has closed. */
export const teamSuspended = defineFailure({
  reason: 'team_suspended',
  code: 'forbidden',
  message: 'This team is suspended: ask the operator of this service',
  cause: 'The operator has suspended the team. Its data and credits are kept.',
  cure: 'Write to the operator of the service.',
  nextStep: 'Tell the person that the operator has suspended their team.',
});

/** 403 for a person who has not confirmed their email address. */
export const emailUnverified = defineFailure({
  reason: 'email_unverified',
  code: 'forbidden',
  message: 'Confirm your email address first: Settings, Security sends the link',
  cause: 'A person, such as a recipient of a digest, has not confirmed their email address.',
  cure: 'Let the person open the link in the mail. Settings, Security sends it again.',
  on: ['create_saved_search', 'update_saved_search'],
  nextStep: 'Ask the person to confirm their email address. Settings, Security sends the link again.',
});

const WHO: Record<MemberRole, string> = {
  owner: 'Only owners of the team may do this',
  admin: 'Only owners and admins of the team may do this',
  member: 'Viewers of the team may not do this',
  viewer: 'Only people of the team may do this',
};

/** 403 for a person whose role does not include the right. `required` is the lowest role that does. */
export const roleRequired = defineFailure<{ required: MemberRole }>({
  reason: 'role_required',
  code: 'forbidden',
  message: ({ required }) => WHO[required],
  fields: { required: { type: 'string', enum: MEMBER_ROLES, description: 'The lowest role that may do this' } },
  example: { required: 'member' },
  cause:
    'The role of the person does not include the right. A tool that changes data fails with it for the connection of a viewer.',
  cure: 'Let an owner of the team raise the role in Settings, Team. `details.required` is the lowest sufficient role.',
  nextStep: 'Tell the person which role is required: an owner of the team can change roles in Settings, Team.',
  isInternal: true,
});

/** 403 for the last owner of a team, who can neither leave, step down nor be removed. */
export const lastOwner = defineFailure({
  reason: 'last_owner',
  code: 'forbidden',
  message: 'A team needs an owner: make another person owner first',
  cause: 'The last owner of a team would leave it, be removed from it, or get another role.',
  cure: 'Make another person owner first, in Settings, Team.',
  isInternal: true,
});

/** 403 for a person who opens another person's invitation. */
export const invitedAddress = defineFailure({
  reason: 'invited_address',
  code: 'forbidden',
  message: 'This invitation is for another email address: log in with that address to accept it',
  isInternal: true,
});

const LAST_PLURAL = /(?:(?<=ch)es|s)(?= per |$)/;

/** A limit in words, such as `at most 1 saved search` or `no exports per hour`. */
function mostOf(limit: number, things: string): string {
  if (limit === 0) return `no ${things}`;
  return `at most ${limit} ${limit === 1 ? things.replace(LAST_PLURAL, '') : things}`;
}

/** 403 for a team at a limit of its plan. */
export const limitReached = defineFailure<{
  limit_name: string;
  limit: number;
  current: number;
  upgrade_required: boolean;
}>({
  reason: 'limit_reached',
  code: 'forbidden',
  message: ({ limit_name, limit, upgrade_required }) => {
    const most = mostOf(limit, limit_name.replaceAll('_', ' '));
    return upgrade_required ? `Your plan allows ${most}; a larger plan allows more` : `There can be ${most}`;
  },
  cause: 'The team has reached a limit. `details.limit_name` is its name.',
  cure: 'Remove one that is not needed or wait until one has ended, or move to a larger plan if `upgrade_required` is true.',
  on: [
    'create_webhook_endpoint',
    'update_webhook_endpoint',
    'replay_webhook_events',
    'create_saved_search',
    'update_saved_search',
    'add_suppression',
    'create_bulk_job',
    'export_opportunities',
    'export_reports',
    'export_pitches',
    'export_ledger',
    'export_audit_log',
  ],
  fields: {
    limit_name: { type: 'string', description: 'What is limited' },
    limit: { type: 'integer', minimum: 0, description: 'The number that the plan allows' },
    current: { type: 'integer', minimum: 0, description: 'The number that the team has' },
    upgrade_required: { type: 'boolean', description: 'Whether a larger plan allows more' },
  },
  example: { limit_name: 'people', limit: 3, current: 3, upgrade_required: true },
  nextStep: 'Tell the person that the limit of the team is reached.',
});
