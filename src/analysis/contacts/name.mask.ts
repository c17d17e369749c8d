/** Replaces the name of an erased person in a text. */
const HIDDEN_NAME = '[name hidden]';

/** An initial or a symbol would hide words that are not names. */
const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Replaces full names in a text, in any case and with any spaces between their parts; first names only in their own case,
 * because many are words, too.
 */
export function withoutNames(text: string, names: readonly string[], firstNames: readonly string[] = []): string {
  const patterns = [
    ...names.filter((name) => HAS_TWO_LETTERS.test(name)).map((name) => patternOf(name, 'giu')),
    ...firstNames.map((name) => patternOf(name, 'gu')),
  ];
  return patterns.reduce((masked, pattern) => masked.replace(pattern, HIDDEN_NAME), text);
}

function patternOf(name: string, flags: string): RegExp {
  const parts = name
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = parts.join('\\s+');
  return new RegExp(UNSPACED.test(name) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, flags);
}
