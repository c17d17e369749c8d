import { COMMON_VERBS } from '../../lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '../../lexicon/stop.words.js';
import { isWord } from '../../text/parsed.text.js';
import { conceptOf } from './noun.reader.js';
import { stemWord } from '../../text/word.stemmer.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';

/** A sentence with the names that it gives to a problem. */
export interface NamedSentence {
  index: number;
  slice: string;
  names: readonly string[];
}

/** A name, the sentences that contain its content words, and the others that mean the same. */
export interface ChosenName {
  name: string;
  holding: number[];
  others: number[];
}

/** A name needs its content words in this share of its sentences. */
const MIN_SUPPORT = 0.5;
/** A longer name is preferred if its words are in this share of its sentences. */
const LONG_SUPPORT = 0.6;
/** A name is considered if it has this share of the mentions of the most frequent name. */
const MIN_NAME_SHARE = 0.15;
const MAX_NAMES = 12;
/** A plural is preferred from this share of a name's mentions. */
const PLURAL_SHARE = 0.2;
const AUXILIARY = /^(?:do|does|get|gets|takes|fix)$/;
const FUNCTION_WORD = /^(?:a|an|the|do|does|is|are|not|can|since|after)$/;
const PLURAL = /(?!(?:does|is|has|was|keeps|always)\b)\b\p{L}+[^suiI]s\b/iu;

/** The most typical name of a problem, in the form that the same problem has in every report. Null without a name. */
export function chooseName(sentences: readonly NamedSentence[]): ChosenName | null {
  const names = mergedNames(sentences);
  const most = names[0]?.count ?? 0;
  const said = sentences.map(({ slice }) => contentStems(slice));
  const ranked = names
    .filter(({ count }) => count >= MIN_NAME_SHARE * most)
    .map(({ name, count }) => {
      const needed = contentStems(name);
      // A name of function words ("Takes too long") stands only for the sentences that give it.
      const holding = sentences.filter(({ names: own }, place) =>
        needed.size ? [...needed].every((word) => said[place]?.has(word)) : own.includes(name),
      );
      return { name, count, words: needed.size, holding };
    })
    .sort((one, other) => other.holding.length - one.holding.length || other.count - one.count);
  const supportedBy = (share: number): typeof ranked =>
    ranked.filter(({ holding }) => holding.length >= share * sentences.length);
  const longest = Math.max(0, ...supportedBy(LONG_SUPPORT).map(({ words }) => words));
  const best =
    supportedBy(LONG_SUPPORT).find(({ words }) => words === longest) ??
    supportedBy(MIN_SUPPORT)[0] ??
    [...ranked].sort((one, other) => other.holding.length - one.holding.length)[0];
  if (!best) return null;
  const held = new Set(best.holding);
  return {
    name: best.name,
    holding: best.holding.map(({ index }) => index),
    others: sentences.filter((sentence) => !held.has(sentence)).map(({ index }) => index),
  };
}

/** A name without the parts that do not change its meaning: number, articles and auxiliaries. */
export function formOf(name: string): string {
  return tokenizeWords(name)
    .filter((word) => !FUNCTION_WORD.test(word))
    .map(stemWord)
    .join(' ');
}

/** The names with their counts, most frequent first. Names that differ in number, articles or auxiliaries are one. */
function mergedNames(sentences: readonly NamedSentence[]): { name: string; count: number }[] {
  const forms = new Map<string, Map<string, number>>();
  for (const { names } of sentences) {
    for (const name of names) {
      const key = formOf(name);
      const counts = forms.get(key) ?? new Map<string, number>();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      forms.set(key, counts);
    }
  }
  return [...forms.values()]
    .map((counts) => {
      const ranked = [...counts].sort(byCount);
      const count = ranked.reduce((sum, [, one]) => sum + one, 0);
      const plural = ranked.filter(([name]) => PLURAL.test(name));
      const plurals = plural.reduce((sum, [, one]) => sum + one, 0);
      return { name: (plurals >= PLURAL_SHARE * count ? plural : ranked)[0]?.[0] ?? '', count };
    })
    .sort((one, other) => byCount([one.name, one.count], [other.name, other.count]))
    .slice(0, MAX_NAMES);
}

function byCount([a, some]: [string, number], [b, others]: [string, number]): number {
  return others - some || (a < b ? -1 : 1);
}

/** The stems of the words of a text without stop words; failing verbs are not stop words. */
export function contentStems(text: string): Set<string> {
  return new Set(contentWords(text).map(stemWord));
}

/** The words of a text without stop words, in their order. */
export function contentWords(text: string): string[] {
  return tokenizeWords(text).filter(isContentWord);
}

const isContentWord = (word: string): boolean =>
  isWord(word) && (!ENGLISH_STOP_WORDS.has(word) || (COMMON_VERBS.has(word) && !AUXILIARY.test(word)));

/** The content words of a name, with one word for those of the same meaning. */
export function meaningOf(name: string): string {
  return [...new Set(contentWords(name).map(conceptOf))].sort().join(' ');
}
