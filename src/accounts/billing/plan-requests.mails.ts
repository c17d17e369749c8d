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
  subject: `A team asks for the plan ${planName(tier)}`,
  paragraphs: [`The team ${team} asks for the plan ${planName(tier)}. ${by} asked.`],
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
  subject: isGranted ? `Your team has the plan ${planName(tier)}` : `Your request for the plan ${planName(tier)}`,
  paragraphs: [
    isGranted
      ? `The team ${team} has the plan ${planName(tier)} from now on.`
      : `The operator has declined the plan ${planName(tier)} for the team ${team}. Answer this mail to ask why.`,
  ],
  link: { label: 'See the plan', url: `${url}/app/settings/plan` },
});
