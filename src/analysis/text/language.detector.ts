import { type LexiconLanguage } from '../lexicon/lexicon.files.js';
import { FREQUENT_WORDS } from '../lexicon/stop.words.js';

/** A language of the lexicons; `other` is any other language, `und` a text that is too short to detect. */
export type Language = LexiconLanguage | 'other' | 'und';

const LANGUAGES_OF = new Map<string, Language[]>();
for (const { language, words } of FREQUENT_WORDS) {
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}
const WORDS_READ = 120;
const LETTERS_READ = 400;
/** A text of at least this many words, with a smaller share of frequent words than below, is in another language. */
const ENOUGH_WORDS = 6;
const MIN_SHARE = 0.08;

/** Guesses the language from frequent words: accurate enough to detect when the cue lists do not apply. */
export function detectLanguage(text: string, words: readonly string[]): Language {
  const { letters, latin } = countLetters(text.slice(0, LETTERS_READ));
  if (letters < 2) return 'und';
  if (latin < letters / 2) return 'other';
  const counts = new Map<Language, number>();
  const read = words.slice(0, WORDS_READ);
  for (const word of read) {
    for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language = 'und';
  let most = 0;
  for (const { language } of FREQUENT_WORDS) {
    const count = counts.get(language) ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  const wordCount = read.filter((word) => /\p{L}/u.test(word)).length;
  if (wordCount >= ENOUGH_WORDS && most / wordCount < MIN_SHARE) return most === 0 ? 'other' : best;
  return best;
}

function countLetters(text: string): { letters: number; latin: number } {
  // Most texts are mostly ASCII, whose letters need no regular expression each.
  const plain = text.match(/[A-Za-z]+/g)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  const others = text.match(/(?![A-Za-z])\p{L}/gu) ?? [];
  const latin = others.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  return { letters: plain + others.length, latin: plain + latin };
}
