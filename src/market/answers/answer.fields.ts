import type { AnswerContext } from '#platform/files/answer.format.js';

/** Values of an answer that may have any shape. */

type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of keys. Undefined if there is none. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, key) => (isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined), value);

/** The text or number at a path, as text. Undefined for anything else, and for an empty text. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}

/** The number at a path, also if it is written as text. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const text = textAt(value, ...path);
  const number = Number(text);
  return text === undefined || Number.isNaN(number) ? undefined : number;
}

/** The objects of the list at a path. An answer may hold one object in place of a list with one. */
export function objectsAt(value: unknown, ...path: string[]): JsonObject[] {
  const found = valueAt(value, ...path);
  return (Array.isArray(found) ? found : [found]).filter(isObject);
}

/** Texts one below the other, without those that are missing. */
export const joined = (...texts: (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text.trim() !== '').join('\n\n') || undefined;

/** The host of the address that an answer came from. Undefined if it is not known. */
export const hostOf = ({ address }: AnswerContext): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
