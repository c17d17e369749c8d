/** Replaces the name of an erased person in a text. */
const HIDDEN_NAME = '[name hidden]';

/** An initial or a symbol would hide words that are not names. */
const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Accents, after decomposition. */
const ACCENT = /[\u0300-\u036f]/;
const APOSTROPHE = /[\u2018\u2019\u02bc`\u00b4]/;
const BETWEEN_PARTS = /[\s\p{Pd}]+/u;

/** A text without accents and with one kind of apostrophe. */
interface PlainText {
  plain: string;
  /** The place in the text of each character of `plain`, and the end of the text. */
  places: number[];
}

/**
 * Replaces full names in a text, in any case, with or without accents, and with any spaces or hyphens between their parts; first names
 * only in their own case, because many are words, too.
 */
export function withoutNames(text: string, names: readonly string[], firstNames: readonly string[] = []): string {
  const patterns = [
    ...names.filter((name) => HAS_TWO_LETTERS.test(name)).map((name) => patternOf(name, 'giu')),
    ...firstNames.map((name) => patternOf(name, 'gu')),
  ];
  return patterns.reduce(replaced, text);
}

function patternOf(name: string, flags: string): RegExp {
  const parts = plainOf(name)
    .plain.split(BETWEEN_PARTS)
    .filter((part) => part !== '')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = parts.join(BETWEEN_PARTS.source);
  return new RegExp(UNSPACED.test(name) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, flags);
}

function replaced(text: string, pattern: RegExp): string {
  const { plain, places } = plainOf(text);
  const kept: string[] = [];
  let end = 0;
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    const [from = 0, to = 0] = [places[index], places[index + found.length]];
    kept.push(text.slice(end, from));
    end = to;
  }
  return end === 0 ? text : [...kept, text.slice(end)].join(HIDDEN_NAME);
}

function plainOf(text: string): PlainText {
  const places: number[] = [];
  let plain = '';
  let place = 0;
  for (const character of text) {
    for (const part of character.normalize('NFD')) {
      if (ACCENT.test(part)) continue;
      plain += APOSTROPHE.test(part) ? "'" : part;
      for (let unit = 0; unit < part.length; unit++) places.push(place);
    }
    place += character.length;
  }
  return { plain, places: [...places, text.length] };
}
