/** Replaces the name of an erased person in a text. */
export const HIDDEN_NAME = '[name hidden]';

/** An initial or a symbol would hide words that are not names. */
const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Replaces full names in a text, in any case and with any spaces between their parts. */
export function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => HAS_TWO_LETTERS.test(name))
    .reduce((masked, name) => masked.replace(patternOf(name), HIDDEN_NAME), text);
}

function patternOf(name: string): RegExp {
  const parts = name
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = parts.join('\\s+');
  return new RegExp(UNSPACED.test(name) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'giu');
}
