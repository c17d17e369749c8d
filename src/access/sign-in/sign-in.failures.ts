import { emailUnverified } from '#accounts/teams/teams.failures.js';

/** @throws 403 `email_unverified` */
export function demandVerified({ isVerified }: { isVerified: boolean }): void {
  if (!isVerified) throw emailUnverified();
}
