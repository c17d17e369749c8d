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
  message: 'This email address is taken',
  isInternal: true,
});
