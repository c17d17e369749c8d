import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidField } from '#platform/errors/application-error.js';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;
/** Shorter parts of an address say nothing about a password. */
const SHORTEST_WORD = 4;

/** The most frequent passwords of leaked lists that are long enough to be chosen, in lower case. See NOTICE. */
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
);

/** Whether the length of a new password is allowed. The app and the command line have the same rule. */
export const isAllowedPassword = ({ length }: string): boolean =>
  length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD;

/** @throws 400 on `field` unless a person with this address may choose the password */
export function demandPassword(password: string, field: string, email: string): void {
  if (!isAllowedPassword(password)) {
    throw invalidField(field, `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  }
  const chosen = lower(password);
  if (COMMON.has(chosen)) throw invalidField(field, 'Many people have this password: choose another one');
  if (chosen === lower(email.trim())) throw invalidField(field, 'The password must not be your email address');
  if (isContextAlone(chosen, email)) {
    throw invalidField(field, 'The password must be more than the name of this service or a part of your address');
  }
}

/** Whether few letters are left without the name of the service and the parts of the address. */
function isContextAlone(chosen: string, email: string): boolean {
  const words = [...lower(email).split(/[@.]/), 'qualm'].filter(({ length }) => length >= SHORTEST_WORD);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), chosen);
  return rest !== chosen && rest.replaceAll(/[^\p{L}]/gu, '').length < SHORTEST_WORD;
}

const lower = (text: string): string => text.normalize('NFKC').toLowerCase();
