import { planName } from '#accounts/teams/plans.js';
import type { MailDraft } from '#platform/mail/mails.service.js';

interface Asked {
  tier: string;
  team: string;
}

/** The mail to the operator about a team that asks for a plan. */
export const planRequestedMail = (
  to: string,
  { tier, team }: Asked,
  { by, url }: { by: string; url: string },
): MailDraft => ({
  kind: 'plan-requested',
  to,
  subject: `A team requests the ${planName(tier)} plan`,
  paragraphs: [`The team ${team} requests the ${planName(tier)} plan. ${by} asked.`],
  link: { label: 'Grant or decline it', url: `${url}/ops/plans` },
});

/** The mail to the owners about the decision of the operator. */
export const planDecidedMail = (
  to: string,
  { tier, team }: Asked,
  { isGranted, url }: { isGranted: boolean; url: string },
): MailDraft => ({
  kind: isGranted ? 'plan-granted' : 'plan-declined',
  to,
  subject: isGranted ? `Your team is now on the ${planName(tier)} plan` : `Your request for the ${planName(tier)} plan`,
  paragraphs: [
    isGranted
      ? `The team ${team} is now on the ${planName(tier)} plan.`
      : `The operator has declined the request of the team ${team} for the ${planName(tier)} plan. Answer this mail to ask why.`,
  ],
  link: { label: 'See the plan', url: `${url}/app/settings/plan` },
});
