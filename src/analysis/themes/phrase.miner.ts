import { OPINION_WORDS } from '../lexicon/signal.cues.js';
import { EMPTY_NOUNS, STOP_WORDS } from '../lexicon/stop.words.js';
import { stemWord } from '../text/word.stemmer.js';

const DETERMINERS = new Set(
  'the a an my your our their this that these those any some every each his her its'.split(' '),
);
const OPINIONS = new Set(OPINION_WORDS.map((word) => word.replace('*', '')));
const VERBISH = /(?:ing|ed|ly|ize|ise|ify)$/;
const WORD_LENGTH = { min: 3, max: 20 };
const NOUN_SHARE = 0.4;

/**
 * A phrase of one or two words in a complaint. `key` is its stems; `afterDeterminer` is true if it follows a
 * determiner.
 */
export interface MinedPhrase {
  key: string;
  surface: string;
  afterDeterminer: boolean;
}

/** Finds candidate names of themes that are not in the lists of aspects, such as "fingerprint sensor". */
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
    word.length >= WORD_LENGTH.min &&
    word.length <= WORD_LENGTH.max &&
    /^\p{L}+$/u.test(word) &&
    !STOP_WORDS.has(word) &&
    !EMPTY_NOUNS.has(word) &&
    !OPINIONS.has(word) &&
    !VERBISH.test(word) &&
    !banned.has(word) &&
    !banned.has(stemWord(word))
  );
}

/** The counts of one phrase in many complaints. */
export interface PhraseCount {
  mentions: Set<number>;
  surfaces: Map<string, number>;
  afterDeterminer: number;
  seen: number;
}

/** True if the phrase often follows a determiner, as a noun does. */
export function isNounLike({ afterDeterminer, seen }: PhraseCount): boolean {
  return afterDeterminer / seen >= NOUN_SHARE;
}

/** The most frequent spelling; ties are in alphabetical order. */
export function commonSurface({ surfaces }: PhraseCount): string {
  const ranked = [...surfaces].sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  );
  return ranked[0]?.[0] ?? '';
}
