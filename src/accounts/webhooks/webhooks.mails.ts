import type { MailDraft } from '#platform/mail/mails.service.js';

const WHY = {
  failing: 'the requests kept failing. Enable the endpoint when it works again, then replay the events that it missed',
  gone: 'the endpoint answered 410 Gone, so its waiting deliveries were canceled',
  plan: 'the plan of the team allows fewer endpoints',
} as const;
export type AutomaticReason = keyof typeof WHY;

interface Place {
  to: string;
  /** The public address of the service. */
  url: string;
}

const linkIn = (url: string) => ({ label: 'See the webhooks', url: `${url}/app/settings/webhooks` });

/** The mail about an endpoint whose requests have failed for some time. `hours` is the time until it is disabled. */
export const endpointFailingMail = (address: string, hours: number, { to, url }: Place): MailDraft => ({
  kind: 'webhook-failing',
  to,
  subject: 'A webhook endpoint is failing',
  paragraphs: [
    `Requests to ${shown(address)} keep failing.`,
    `The endpoint is disabled if they still fail ${hours} hours after the first failure.`,
  ],
  link: linkIn(url),
});

/** The mail about endpoints that were disabled, for one reason. */
export const endpointsDisabledMail = (
  addresses: readonly string[],
  reason: AutomaticReason,
  { to, url }: Place,
): MailDraft => ({
  kind: 'webhook-disabled',
  to,
  subject: addresses.length === 1 ? 'A webhook endpoint was disabled' : 'Webhook endpoints were disabled',
  paragraphs: [`No more events are sent to ${addresses.map(shown).join(', ')}: ${WHY[reason]}.`],
  link: linkIn(url),
});

/** Without the query, which may contain a secret. */
const shown = (address: string): string => address.split('?', 1).join('');
