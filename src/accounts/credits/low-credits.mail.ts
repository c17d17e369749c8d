import type { MailDraft } from '#platform/mail/mails.service.js';

interface Told {
  threshold: number;
  credits_balance: number;
  period_credits: number;
  refill_on: string | null;
}

/** The mail that says how many credits of the period are used. */
export function lowCreditsMail(
  to: string,
  { threshold, credits_balance, period_credits, refill_on }: Told,
  { team, url }: { team: { name: string }; url: string },
): MailDraft {
  const isUsedUp = threshold === 100;
  const refill = refill_on ? `The next credits come on ${refill_on.slice(0, 10)}.` : 'No refill is planned.';
  return {
    kind: 'credits-low',
    to,
    subject: isUsedUp ? 'Your credits are used up' : `${threshold}% of your credits are used`,
    paragraphs: [
      `The team ${team.name} has ${credits_balance} of ${period_credits} credits left in this period. ${refill}`,
      'Paid actions are refused when no credits are left. Everything else goes on.',
    ],
    link: { label: 'See what was spent', url: `${url}/app/credits` },
  };
}
