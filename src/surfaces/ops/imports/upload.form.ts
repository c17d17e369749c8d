import { invalidRequest } from '#platform/errors/application-error.js';
import type { UploadKind, UploadOptions } from '#workspace/import-uploads/import-uploads.service.js';

export const KINDS: readonly UploadKind[] = ['reviews', 'posts', 'products', 'contacts'];
export const ORDERS = ['day first', 'month first', 'year first'] as const;

const MAP = 'map.';
const SET = 'set.';

/** @throws 400 for a kind that does not exist */
export function kindIn(value: unknown): UploadKind {
  const kind = KINDS.find((each) => each === value);
  if (!kind) throw invalidRequest('Choose what the file holds');
  return kind;
}

/** The options in the fields of the form: `map.FIELD` and `set.FIELD`, `dates`, `lenient` and `address`. Empty fields are left out. */
export function optionsIn(fields: Readonly<Record<string, unknown>>): UploadOptions {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : [],
  );
  const under = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      texts.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
    );
  const [map, set, given] = [under(MAP), under(SET), new Map(texts)];
  const dateOrder = ORDERS.find((order) => order === given.get('dates'));
  const address = given.get('address');
  return {
    ...(Object.keys(map).length > 0 && { map }),
    ...(Object.keys(set).length > 0 && { set }),
    ...(dateOrder && { dateOrder }),
    ...(given.has('lenient') && { lenient: true }),
    ...(address !== undefined && { address }),
  };
}
