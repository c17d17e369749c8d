import { STOP_WORDS } from '../lexicon/stop.words.js';
import { BLAME_WORDS, PRAISE_WORDS } from '../lexicon/polarity.words.js';
import { stemWord } from '../text/word.stemmer.js';

const DETERMINERS = new Set(
  'the a an my your our their this that these those any some every each his her its'.split(' '),
);
const OPINIONS = new Set(`${BLAME_WORDS} ${PRAISE_WORDS}`.split(/\s+/).map((word) => word.replace('*', '')));
/** Nouns that fit every complaint, and comparatives: they name nothing. */
const EMPTY_NOUNS = new Set(
  `option options feature features function functions functionality version versions update updates upgrade page pages button buttons experience user users customer customers company service services
reason reasons question questions change changes system money account accounts phone phones device devices mobile android iphone computer list line place point part parts side end world fact job name names number numbers
developer developers team guys order level kind sort type types amount case example longer shorter newer older larger smaller quicker hope guess wish help support error errors message messages star stars value content
item items text word words internet connection data information info internet setting settings month year life self game games movie movies home default access process form purpose opinion past future moment point person item
step steps action actions result results information thing choice choices idea ideas sense use using run chance care attention head hand hands eye eyes hell god mess title titles article source rest entire total top bottom left`.split(
    /\s+/,
  ),
);
const VERBISH = /(?:ing|ed|ly|ize|ise|ify)$/;
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
    word.length >= 3 &&
    word.length <= 20 &&
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
