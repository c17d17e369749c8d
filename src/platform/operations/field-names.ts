import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { closestMatch } from 'leven';
import { clipped } from '#platform/text/clipped.text.js';

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<Type<object>, ReadonlySet<string>>();

const rulesOf = (dto: Type<object>) => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);

/** Whether a field of a DTO takes several values. */
export const takesSeveral = (dto: Type<object>, field: string): boolean =>
  rulesOf(dto).some(({ propertyName, each }) => propertyName === field && each);

/** The names of the fields that a DTO declares or inherits; empty without a DTO. */
export function fieldNamesOf(dto: Type<object> | undefined): ReadonlySet<string> {
  if (!dto) return NONE;
  let names = known.get(dto);
  if (!names) {
    names = new Set(rulesOf(dto).map(({ propertyName }) => propertyName));
    known.set(dto, names);
  }
  return names;
}

const MAX_NAME_LENGTH = 64;

/** A name that a client sent, short enough to be repeated in a response. */
export const shortName = (name: string): string => clipped(name.toWellFormed(), MAX_NAME_LENGTH);

/** The name that a misspelled one may mean: one edit for every three letters, of which a swapped pair is one. */
export const meantName = (sent: string, names: readonly string[]): string | undefined =>
  names.find((name) => isSwapped(sent, name)) ??
  closestMatch(sent, names, { maxDistance: Math.floor(sent.length / 3) });

/** Whether the names differ only by two neighboring letters in each other's place. */
function isSwapped(sent: string, name: string): boolean {
  const at = [...sent].findIndex((letter, place) => letter !== name[place]);
  return at >= 0 && sent.slice(0, at) + sent.charAt(at + 1) + sent.charAt(at) + sent.slice(at + 2) === name;
}
