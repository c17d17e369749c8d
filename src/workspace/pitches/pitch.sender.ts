import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import { literal } from './pitch.markdown.js';

const isFormal = ({ tone }: Sender): boolean =>
  /formal/i.test(tone ?? '') && !/\b(?:in|not |un)formal/i.test(tone ?? '');

/**
 * Who writes, in Markdown. Only a feature that answers the quote (`isOurs`) is a reason to claim its subject. Empty if there is neither a
 * reason nor a profile.
 */
export function introductionOf(sender: Sender, isOurs: boolean): string {
  const { company, product, forWhom } = sender;
  const audience = forWhom?.replace(/(?<![.!\s])[.!\s]+$/, '');
  const isNamed = company && product && company !== product;
  const offer = isNamed
    ? `Our product is ${literal(product)}${audience ? `, made for ${literal(audience)}` : ''}`
    : audience && `We make it for ${literal(audience)}`;
  return [whyOf(sender, isOurs), offer]
    .filter(Boolean)
    .map((sentence) => ended(sentence ?? ''))
    .join(' ');
}

function whyOf({ company, product }: Sender, isOurs: boolean): string {
  const place = company ? ` at ${literal(company)}` : product ? ` with ${literal(product)}` : '';
  if (isOurs) return `I write because this is what we work on${place}`;
  if (company) return `I write from ${literal(company)}`;
  return product ? `I write for ${literal(product)}` : '';
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
