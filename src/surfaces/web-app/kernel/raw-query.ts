/** The query of a page, as it was sent. */
export type RawQuery = Record<string, unknown>;

/** The most rows of a list on a page. More would make the page larger than 60 kB. */
const MAX_ROWS = 20;

/** The query of a list, with no more rows than that, whatever the address asks for. */
export const withFewRows = (raw: RawQuery): RawQuery =>
  Number(raw.page_size) > MAX_ROWS ? { ...raw, page_size: String(MAX_ROWS) } : raw;

/** Parses the page number of a list. An invalid number means the first page. */
export const pageNumber = (value: unknown): number =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;

/** The query without empty fields: a form sends every field, and empty ones are no filters. */
export const withoutEmpty = (raw: RawQuery): RawQuery =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));

/** A query as text, with one parameter replaced. */
export function withParameter(raw: RawQuery, name: string, value: string): string {
  const parameters = new URLSearchParams();
  for (const [each, values] of Object.entries(raw))
    for (const text of [values].flat()) parameters.append(each, String(text));
  parameters.set(name, value);
  return parameters.toString();
}
