import { defineFailure } from '#platform/errors/application-error.js';

/** 403 for a person who has not confirmed their email address. */
export const emailUnverified = defineFailure({
  reason: 'email_unverified',
  code: 'forbidden',
  message: 'Confirm your email address first, with the link that we sent to you',
  nextStep: 'Ask the person to confirm their email address. Settings, Security sends the link again.',
});

/** @throws 403 `email_unverified` */
export function demandVerified({ isVerified }: { isVerified: boolean }): void {
  if (!isVerified) throw emailUnverified();
}
