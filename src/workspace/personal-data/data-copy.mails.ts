import type { MailDraft } from '#platform/mail/mails.service.js';

export const dataCopyMail = (to: string, url: string, days: number): MailDraft => ({
  kind: 'my-data',
  to,
  subject: 'The copy of your data is ready',
  paragraphs: [
    'You asked for all data that we store about you. The file can be downloaded now:',
    `The link works for ${days} days, for your account only. If you did not ask, change your password.`,
  ],
  link: { label: 'Download my data', url },
});
