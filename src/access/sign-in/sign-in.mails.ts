import type { MailKind } from '#platform/mail/mail.kinds.js';
import type { MailDraft } from '#platform/mail/mails.service.js';

const NOT_YOU = 'If you did not do this, ask for a new password on the login page at once. That ends all other logins.';

export const verifyEmailMail = (to: string, url: string): MailDraft => ({
  kind: 'verify-email',
  to,
  subject: 'Confirm your email address',
  paragraphs: [
    'Someone signed up for Qualm with this address. Confirm that the address is yours:',
    'The link works once, for 24 hours. If you did not sign up, ignore this mail.',
  ],
  link: { label: 'Confirm the address', url },
});

export const changeEmailMail = (to: string, url: string): MailDraft => ({
  kind: 'change-email',
  to,
  subject: 'Confirm your new email address',
  paragraphs: [
    'Someone wants to use this address for their Qualm account. Confirm that the address is yours:',
    'The link works once, for 24 hours. If you have no such account, ignore this mail.',
  ],
  link: { label: 'Use this address', url },
});

/** To the old address. `undoUrl` is null if an earlier mail has the link. */
export const emailChangedMail = (to: string, next: string, undoUrl: string | null): MailDraft => ({
  kind: 'email-changed',
  to,
  subject: 'Your email address was changed',
  paragraphs: [
    `Your Qualm account now has the address ${next}.`,
    undoUrl === null
      ? 'If you did not do this, use the link of the first mail about a changed address.'
      : 'If you did not do this, undo the change with the link. It works once, for 72 hours, and ends all logins.',
  ],
  ...(undoUrl !== null && { link: { label: 'Undo the change', url: undoUrl } }),
});

/** `keys` are the names of the API keys that were made with the account in the last 72 hours. */
export const emailRestoredMail = (to: string, url: string, keys: readonly string[]): MailDraft => ({
  kind: 'email-restored',
  to,
  subject: 'Your email address was restored',
  paragraphs: [
    'Your Qualm account has this address again, and all logins have ended. The old password no longer works, because the person who changed the address knew it. Choose a new one:',
    'The link works once, for 24 hours. A second factor that was set up in the last 72 hours and invitations of that time have ended too.',
    ...(keys.length > 0
      ? [
          `These API keys were made with your account in that time: ${keys.join(', ')}. Revoke those that you do not know.`,
        ]
      : []),
  ],
  link: { label: 'Choose a new password', url },
});

export const resetPasswordMail = (to: string, url: string): MailDraft => ({
  kind: 'reset-password',
  to,
  subject: 'Choose a new password',
  paragraphs: [
    'Someone asked for a new password for your Qualm account. Choose one here:',
    'The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays unchanged.',
  ],
  link: { label: 'Choose a new password', url },
});

export const passwordChangedMail = (to: string): MailDraft => ({
  kind: 'password-changed',
  to,
  subject: 'Your password was changed',
  paragraphs: ['The password of your Qualm account was changed, and all other logins have ended.', NOT_YOU],
});

export const newBrowserMail = (to: string, browser: string, ip: string, at: Date): MailDraft => ({
  kind: 'new-browser',
  to,
  subject: 'New login to your account',
  paragraphs: [
    `Someone logged in to your Qualm account in a browser that you have not used before: ${browser}, from the address ${ip}, on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    NOT_YOU,
  ],
});

export const identityLinkedMail = (to: string, provider: string): MailDraft => ({
  kind: 'identity-linked',
  to,
  subject: `Your account is linked with ${provider}`,
  paragraphs: [`You can now log in to your Qualm account with ${provider}.`, NOT_YOU],
});

export const identityUnlinkedMail = (to: string, provider: string): MailDraft => ({
  kind: 'identity-unlinked',
  to,
  subject: `Your account is no longer linked with ${provider}`,
  paragraphs: [`Your Qualm account was unlinked from ${provider}. You log in with your password.`, NOT_YOU],
});

const factorMail = (to: string, kind: MailKind, subject: string, first: string): MailDraft => ({
  kind,
  to,
  subject,
  paragraphs: [first, NOT_YOU],
});

export const factorOnMail = (to: string): MailDraft =>
  factorMail(
    to,
    'factor-enabled',
    'Two-factor authentication is on',
    'Logins to your Qualm account now need a code of your authenticator app, or one of your recovery codes.',
  );

export const factorOffMail = (to: string): MailDraft =>
  factorMail(
    to,
    'factor-disabled',
    'Two-factor authentication is off',
    'Two-factor authentication of your Qualm account was turned off. Logins need only the password.',
  );

export const codesRenewedMail = (to: string): MailDraft =>
  factorMail(
    to,
    'factor-codes-renewed',
    'You have new recovery codes',
    'New recovery codes of your Qualm account were created. The earlier ones are no longer accepted.',
  );

export const factorResetMail = (to: string): MailDraft =>
  factorMail(
    to,
    'factor-reset',
    'Two-factor authentication was reset',
    'An operator has turned off two-factor authentication of your Qualm account. You can set it up again.',
  );
