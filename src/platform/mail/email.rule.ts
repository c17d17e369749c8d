import { invalidField } from '#platform/errors/application-error.js';

const LONGEST_ADDRESS = 254;
/** One address and nothing else: no list, no name, no second line. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}.]+(?:\.[^\s@<>,;:"()[\]\\\p{Cc}.]+)+$/u;

/** Whether a text is one email address, which can be stored and written to. Spaces around it do not count. */
export const isEmailAddress = (text: string): boolean => text.length <= LONGEST_ADDRESS && ADDRESS.test(text.trim());

/** @throws 400 on `email` unless the text is one email address */
export function demandEmailAddress(text: string): void {
  if (!isEmailAddress(text)) throw invalidField('email', 'That is not an email address');
}
