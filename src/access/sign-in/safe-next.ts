import { parsedUrl } from '#platform/text/parsed.url.js';

/** The address after signing in: a path of this site, never another site. */
export function safeNext(next: unknown, otherwise = '/'): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return otherwise;
  const base = 'http://own.invalid';
  const url = parsedUrl(next, base);
  // The URL standard removes dot segments, so a path may begin with two slashes, which browsers read as another site.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : otherwise;
}

/** The page that asks for the code of the second factor, before it redirects to `next`. */
export const codePath = (next: string): string => `/login/code?next=${encodeURIComponent(next)}`;
