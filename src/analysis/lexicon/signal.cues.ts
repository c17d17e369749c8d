import { readLexicon } from './lexicon.files.js';
import { oneOf, phraseLists, wordClasses } from './phrase.lists.js';

/** Lists of phrases that say the writer leaves, or likes a rival better. */
export const LEAVING_LISTS = ['uninstalled', 'cancelled', 'elsewhere', 'rival'] as const;
/** What takes a leaving phrase back: installed again, an older version, arriving from a rival, or a plain negation. */
export const STAYING_LIST = 'staying';

const SIGNALS = ['problem', 'request', 'clean', 'contrast'];
/** In other languages than English, cues are counted apart: the weights trust them differently. */
const FOREIGN_SIGNALS = ['problem', 'request', 'praise'];

const polarity = readLexicon('polarity.txt');
const wordsOf = (...names: string[]): string[] =>
  polarity.filter(({ name }) => names.includes(name)).flatMap(({ entries }) => entries.map(({ text }) => text));

/** Words that turn blame and praise round. */
export const NEGATORS: ReadonlySet<string> = new Set(wordsOf('negator'));
/** Words and stems of blame and praise. */
export const OPINION_WORDS: readonly string[] = wordsOf('blame', 'praise');

export const SIGNAL_CLASSES = wordClasses(readLexicon('classes/signals.txt'));

/** Every list of phrases that is looked for in a review. */
export const SIGNAL_CUES = [
  ...phraseLists(
    polarity.filter(({ name }) => name !== 'negator'),
    SIGNAL_CLASSES,
    oneOf(['blame', 'praise', 'severe']),
  ),
  ...phraseLists(readLexicon('signals.txt'), SIGNAL_CLASSES, ({ name, language }) => {
    if (language === 'en') return SIGNALS.includes(name) ? name : null;
    return FOREIGN_SIGNALS.includes(name) ? `foreign-${name}` : null;
  }),
  ...phraseLists(readLexicon('leaving.txt'), SIGNAL_CLASSES, oneOf([...LEAVING_LISTS, STAYING_LIST])),
];
