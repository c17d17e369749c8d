import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<Type<object>, ReadonlySet<string>>();

/** The names of the fields that a DTO declares or inherits; empty without a DTO. */
export function fieldNamesOf(dto: Type<object> | undefined): ReadonlySet<string> {
  if (!dto) return NONE;
  let names = known.get(dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    names = new Set(rules.map(({ propertyName }) => propertyName));
    known.set(dto, names);
  }
  return names;
}

const MAX_NAME_LENGTH = 64;

/** A name that a client sent, short enough to be repeated in a response. */
export const shortName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…` : name;
