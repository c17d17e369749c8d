import { defineFailure } from '#platform/errors/application-error.js';

/** 403 where only a team with a paid plan gets further. */
export const planRequired = defineFailure({
  reason: 'plan_required',
  code: 'forbidden',
  message: 'API keys need a paid plan',
  nextStep: 'Ask the person to move the team to a paid plan in Qualm; the tool works from the next call on.',
});

export const emailTaken = defineFailure({
  reason: 'email_taken',
  code: 'invalid_request',
  message: 'This e-mail address is taken',
  isInternal: true,
});
