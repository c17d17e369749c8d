import { parsedUrl } from '#platform/text/parsed.url.js';
import { htmlToText } from '#platform/files/html.text.js';
import { isObject, type JsonObject } from '#platform/files/json.wrappers.js';

/** Values of an answer that may have any shape. */

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

/** HTML as text. Undefined for nothing. */
export const plain = (html: string | undefined): string | undefined => html && htmlToText(html);

/** The address, if it is one. */
export const urlIn = (address: string | undefined): URL | undefined =>
  (address !== undefined && parsedUrl(address)) || undefined;
