import { OPINION_WORDS } from '../lexicon/signal.cues.js';
import { EMPTY_NOUNS, STOP_WORDS } from '../lexicon/stop.words.js';
import { stemWord } from '../text/word.stemmer.js';

const DETERMINERS = new Set(
  'the a an my your our their this that these those any some every each his her its'.split(' '),
);
const OPINIONS = new Set(OPINION_WORDS.map((word) => word.replace('*', '')));
const VERBISH = /(?:ing|ed|ly|ize|ise|ify)$/;
const WORD_LENGTH = { least: 3, most: 20 };
const NOUN_SHARE = 0.4;

/** Noun phrases of one or two words in a complaint, by their stems: where they were seen behind a determiner. */
export interface MinedPhrase {
  key: string;
  surface: string;
  afterDeterminer: boolean;
}

/** Candidates for a theme's name that no list knows, such as "fingerprint sensor". */
export function minePhrases(words: readonly string[], banned: ReadonlySet<string>): MinedPhrase[] {
  const phrases: MinedPhrase[] = [];
  words.forEach((word, at) => {
    if (!isTopical(word, banned)) return;
    const afterDeterminer = DETERMINERS.has(words[at - 1] ?? '');
    phrases.push({ key: stemWord(word), surface: word, afterDeterminer });
    const next = words[at + 1] ?? '';
    if (isTopical(next, banned) && next !== word) {
      phrases.push({ key: `${stemWord(word)} ${stemWord(next)}`, surface: `${word} ${next}`, afterDeterminer });
    }
  });
  return phrases;
}

function isTopical(word: string, banned: ReadonlySet<string>): boolean {
  return (
    word.length >= WORD_LENGTH.least &&
    word.length <= WORD_LENGTH.most &&
    /^\p{L}+$/u.test(word) &&
    !STOP_WORDS.has(word) &&
    !EMPTY_NOUNS.has(word) &&
    !OPINIONS.has(word) &&
    !VERBISH.test(word) &&
    !banned.has(word) &&
    !banned.has(stemWord(word))
  );
}

/** What was counted of one phrase over many complaints. */
export interface PhraseCount {
  mentions: Set<number>;
  surfaces: Map<string, number>;
  afterDeterminer: number;
  seen: number;
}

/** True where the phrase is used like a noun: behind a determiner often enough. */
export function isNounLike({ afterDeterminer, seen }: PhraseCount): boolean {
  return afterDeterminer / seen >= NOUN_SHARE;
}

/** The spelling used most, ties in alphabetical order. */
export function commonSurface({ surfaces }: PhraseCount): string {
  const ranked = [...surfaces].sort(([left, much], [right, more]) => more - much || (left < right ? -1 : 1));
  return ranked[0]?.[0] ?? '';
}
