import type { MailDraft } from '#platform/mail/mails.service.js';

interface Told {
  threshold: number;
  credits_balance: number;
  period_credits: number;
  refill_on: string | null;
}

/** The mail about the used credits of the period. */
export function lowCreditsMail(
  to: string,
  { threshold, credits_balance, period_credits, refill_on }: Told,
  { team, url }: { team: { name: string }; url: string },
): MailDraft {
  const isUsedUp = threshold === 100;
  const refill = refill_on ? `The next refill is on ${refill_on.slice(0, 10)}.` : 'No refill is planned.';
  return {
    kind: 'credits-low',
    to,
    subject: isUsedUp ? 'Your credits are used up' : `${threshold}% of your credits are used`,
    paragraphs: [
      `The team ${team.name} has ${credits_balance} of ${period_credits} credits left in this period. ${refill}`,
      'Paid actions are refused when no credits are left. Everything else continues to work.',
    ],
    link: { label: 'See your spending', url: `${url}/app/credits` },
  };
}
