import { invalidField } from '#platform/errors/application-error.js';

const MAX_ADDRESS_LENGTH = 254;
/** A single address: no list, no name, no second line. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}.]+(?:\.[^\s@<>,;:"()[\]\\\p{Cc}.]+)+$/u;

/** Whether a text is one email address that can be stored and used as a recipient. Surrounding spaces are ignored. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text.trim());

/** @throws 400 on `email` unless the text is one email address */
export function demandEmailAddress(text: string): void {
  if (!isEmailAddress(text)) throw invalidField('email', 'That is not an email address');
}
