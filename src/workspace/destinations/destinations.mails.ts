import type { MailDraft } from '#platform/mail/mails.service.js';

const WHY = {
  refused: 'the service rejects our requests',
  plan: 'the plan of the team allows fewer destinations',
} as const;
export type AutomaticDisabling = keyof typeof WHY;

/** The mail about destinations that were disabled, for one reason. */
export const destinationsDisabledMail = (
  names: readonly string[],
  { reason, detail }: { reason: AutomaticDisabling; detail: string | null },
  { to, url }: { to: string; url: string },
): MailDraft => ({
  kind: 'destination-disabled',
  to,
  subject: names.length === 1 ? 'A destination was disabled' : 'Destinations were disabled',
  paragraphs: [
    `Nothing more is sent to ${names.join(', ')}: ${WHY[reason]}${detail === null ? '' : ` (${detail})`}.`,
    'Correct it and enable the destination; what failed can be sent again from its log.',
  ],
  link: { label: 'See the destinations', url: `${url}/app/settings/destinations` },
});
