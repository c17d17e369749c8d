import type { MailDraft } from '#platform/mail/mails.service.js';

export const teamDeletedMail = (to: string, team: string, { by, until }: { by: string; until: Date }): MailDraft => ({
  kind: 'team-deleted',
  to,
  subject: 'Your team was deleted',
  paragraphs: [
    `The team ${team} was deleted by ${by}. Its keys, connections and webhook endpoints no longer work.`,
    `Until ${until.toISOString().slice(0, 10)} the operator can restore it with all its data: answer this mail. ` +
      'After that day its data is deleted permanently.',
  ],
});

export const teamRestoredMail = (to: string, team: string, url: string): MailDraft => ({
  kind: 'team-restored',
  to,
  subject: 'Your team was restored',
  paragraphs: [
    `The team ${team} was restored with all its data. Its keys, connections and webhook endpoints work again.`,
  ],
  link: { label: 'Open the team', url },
});
