import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import { literal } from './pitch.markdown.js';

const isFormal = ({ tone }: Sender): boolean =>
  /formal/i.test(tone ?? '') && !/\b(?:in|not |un)formal/i.test(tone ?? '');

/** Why the sender writes, in Markdown. Without a profile the sentence names no company. */
export function introductionOf(sender: Sender): string {
  const { company, product, forWhom } = sender;
  const place = company ?? product;
  const where = place ? ` ${company ? 'at' : 'with'} ${literal(place)}` : '';
  const why = ended(`I write because this is what we work on${where}`);
  const isNamed = company && product && company !== product;
  const audience = forWhom?.replace(/(?<![.!\s])[.!\s]+$/, '');
  if (isNamed)
    return `${why} ${ended(`Our product is ${literal(product)}${audience ? `, made for ${literal(audience)}` : ''}`)}`;
  return audience ? `${why} ${ended(`We make it for ${literal(audience)}`)}` : why;
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
