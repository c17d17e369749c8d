import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import { literal } from './pitch.markdown.js';
import { featuresIn } from './pitch.topic.js';

const isFormal = ({ tone }: Sender): boolean =>
  /formal/i.test(tone ?? '') && !/\b(?:in|not |un)formal/i.test(tone ?? '');

/**
 * Who asks, in Markdown, and what the product does, unless the draft has it already as the feature `said`. Empty without a company and a
 * product.
 */
export function introductionOf({ company, product, forWhom, whatItDoes }: Sender, said: string | null): string {
  const name = company ?? product;
  if (!name) return '';
  const audience = forWhom && literal(forWhom.replace(/(?<![.!\s])[.!\s]+$/, ''));
  const work = `I work ${company ? 'at' : 'on'} ${literal(name)}`;
  const [first] = featuresIn(whatItDoes);
  return [
    ...(company && product && company !== product
      ? [ended(`${work}, where we make ${literal(product)}${audience ? ` for ${audience}` : ''}`)]
      : [ended(work), audience && ended(`It is made for ${audience}`)]),
    first && first !== said ? `What it does: ${literal(first)}` : null,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A sentence with its full stop, which a name such as "Acme Inc." has already. */
const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

/** The greeting of a message: `Hi Jane` of an address becomes `Dear Jane` in a formal tone. */
export const greetingOf = (greeting: string, sender: Sender): string =>
  isFormal(sender) ? greeting.replace(/^Hi /, 'Dear ') : greeting;

/** The end of an email in Markdown: the signature, else name, role and company, if they are known. */
export function closingOf(sender: Sender): string {
  const { name, role, company, signature } = sender;
  const who = [name, role, company].filter((part) => part !== null).join(', ');
  const lines = (signature ?? who)
    .split('\n')
    .map(literal)
    .filter((line) => line !== '');
  const regards = isFormal(sender) ? 'Kind regards' : 'Best regards';
  return lines.length > 0 ? [`${regards},`, ...lines].join('\\\n') : regards;
}

/** The beginning of a call, such as `this is Ada from Acme.` Empty when neither name nor company is known. */
export function selfOf({ name, company }: Sender): string {
  if (name) return `this is ${name}${company ? ` from ${company}` : ''}`;
  return company ? `I am calling from ${company}` : '';
}

/** The seller's description of the product, as text for the list of features. */
export const offerOf = (features: string | null, { whatItDoes }: Sender): string | null =>
  [features, whatItDoes].filter((part) => part !== null).join('\n') || null;
