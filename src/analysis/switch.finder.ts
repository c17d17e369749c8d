import { readLexicon } from './lexicon/lexicon.files.js';
import { phraseLists, sectionNameIn } from './lexicon/phrase.lists.js';
import { PhraseBook } from './text/phrase.book.js';
import { splitSentences } from './text/sentence.splitter.js';
import { isBreak, tokenizeWords } from './text/word.tokenizer.js';

/** `came_from`: the writer used the other product before. `leaves_for`: the writer goes or wants to go there. */
export const SWITCH_DIRECTIONS = ['came_from', 'leaves_for'] as const;
export type SwitchDirection = (typeof SWITCH_DIRECTIONS)[number];

/** A sentence with the claim, and the possible names of the other product, in lower case, longest first. */
export interface SwitchClaim {
  direction: SwitchDirection;
  names: string[];
  sentence: string;
}

const LISTS = { 'came from': 'came_from', 'leaves for': 'leaves_for' } as const;
const DENIED = 'denied';
const BOOK = new PhraseBook(
  phraseLists(readLexicon('switches.txt'), {}, sectionNameIn([...Object.keys(LISTS), DENIED])),
);
/** Most reviews have none of these words and are not split into sentences. */
const WORTH_READING =
  /\b(?:switch|migrat|mov|convert|transition|chang|ditch|dump|drop|replac|le(?:ft|av)|c[ao]m|back|over to|return|stick|stay|used to|previously|formerly|before)/i;
const ARTICLES = new Set(['a', 'an', 'the', 'my', 'our', 'old', 'good', 'using']);
const MAX_NAME_WORDS = 4;
/** Short names such as Box and Line are common words, too, unless they have a capital letter. */
const SHORT_NAME = 4;
const MAX_CLAIMS = 4;

/** The claims of a text. The names are words that follow a phrase, so most of them name no product. */
export function findSwitches(text: string): SwitchClaim[] {
  if (!WORTH_READING.test(text)) return [];
  return splitSentences(text).flatMap(claimsOf).slice(0, MAX_CLAIMS);
}

function claimsOf(sentence: string): SwitchClaim[] {
  if (!WORTH_READING.test(sentence)) return [];
  const words = tokenizeWords(sentence);
  const hits = BOOK.find(words);
  const denied = hits.filter(({ list }) => BOOK.listNames[list] === DENIED);
  return hits.flatMap(({ list, start, end }) => {
    const direction = LISTS[BOOK.listNames[list] as keyof typeof LISTS] as SwitchDirection | undefined;
    const names = namesAt(words, end).filter((name) => name.length > SHORT_NAME || isCapitalized(name, sentence));
    if (!direction || !names.length || denied.some((other) => other.start < end && start < other.end)) return [];
    return [{ direction, names, sentence }];
  });
}

function namesAt(words: readonly string[], end: number): string[] {
  let from = end;
  while (ARTICLES.has(words[from] ?? '')) from++;
  const name: string[] = [];
  for (const word of words.slice(from, from + MAX_NAME_WORDS)) {
    if (isBreak(word)) break;
    name.push(word);
  }
  return name.map((_, cut) => name.slice(0, name.length - cut).join(' '));
}

const isCapitalized = (name: string, sentence: string): boolean =>
  sentence.includes(name.charAt(0).toUpperCase() + name.slice(1)) || sentence.includes(name.toUpperCase());
