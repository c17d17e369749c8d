/** A version such as `5.2` or `12.0.1`, after a word such as "version", or before "update". */
const NAMED = /\b(?:version|ver\.?|v|update|release)\s?(\d{1,3}(?:\.\d{1,5}){1,3})\b/gi;
const QUALIFIED = /\b(\d{1,3}(?:\.\d{1,5}){1,3})\s(?:update|version|release|build)\b/gi;
/** The version of an operating system is not a release of the product. */
const SYSTEM =
  /\b(?:ios|ipados|android|windows|win|macos|mac|os|osx|chrome|watchos|kernel|bluetooth)\s(?:version\s)?$/i;
const SYSTEM_BEFORE = 14;
const MAX_RELEASES = 3;

/** The releases of the reviewed product that a text names, each once, at most three. */
export function findReleases(text: string): string[] {
  const found = new Set<string>();
  for (const pattern of [NAMED, QUALIFIED]) {
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, match.index - SYSTEM_BEFORE), match.index);
      if (match[1] !== undefined && !SYSTEM.test(before)) found.add(match[1]);
    }
  }
  return [...found].slice(0, MAX_RELEASES);
}
