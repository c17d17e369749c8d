import { emailUnverified } from '#accounts/teams/teams.failures.js';
import { defineFailure } from '#platform/errors/application-error.js';

/** 403 for a person without a second factor in a team that requires it. */
export const twoFactorRequired = defineFailure({
  reason: 'two_factor_required',
  code: 'forbidden',
  message: 'This team requires two-factor authentication: set it up first',
  cause: 'The team requires a second factor, and the person does not have one.',
  cure: 'Let the person set up two-factor authentication in Settings, Security.',
  isInternal: true,
});

/** 403 for a person who would lose the last way to log in. */
export const passwordRequired = defineFailure({
  reason: 'password_required',
  code: 'forbidden',
  message: 'You could no longer log in: choose a password first',
  isInternal: true,
});

/** @throws 403 `email_unverified` */
export function demandVerified({ isVerified }: { isVerified: boolean }): void {
  if (!isVerified) throw emailUnverified();
}
