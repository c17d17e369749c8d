import { readLexicon } from './lexicon.files.js';
import { sectionNameIn, phraseLists, wordClasses } from './phrase.lists.js';

/** Lists of phrases that say the writer leaves or prefers a competitor. */
export const LEAVING_LISTS = ['uninstalled', 'cancelled', 'elsewhere', 'rival'] as const;
/**
 * Phrases that cancel a leaving phrase: installed again, an older version, switched from a competitor, or a negation.
 */
export const STAYING_LIST = 'staying';

const SIGNALS = ['problem', 'request', 'clean', 'contrast'];
/** Cues in other languages are counted separately from English cues and have separate weights. */
const FOREIGN_SIGNALS = ['problem', 'request', 'praise'];

const polarity = readLexicon('polarity.txt');

/** Words that negate blame and praise. */
export const NEGATORS: ReadonlySet<string> = new Set(
  polarity.filter(({ name }) => name === 'negator').flatMap(({ entries }) => entries.map(({ text }) => text)),
);

export const SIGNAL_CLASSES = wordClasses(readLexicon('classes/signals.txt'));

/** All lists of phrases that are searched for in a review. */
export const SIGNAL_CUES = [
  ...phraseLists(
    polarity.filter(({ name }) => name !== 'negator'),
    SIGNAL_CLASSES,
    sectionNameIn(['blame', 'praise', 'severe']),
  ),
  ...phraseLists(readLexicon('signals.txt'), SIGNAL_CLASSES, ({ name, language }) => {
    if (language === 'en') return SIGNALS.includes(name) ? name : null;
    return FOREIGN_SIGNALS.includes(name) ? `foreign-${name}` : null;
  }),
  ...phraseLists(readLexicon('leaving.txt'), SIGNAL_CLASSES, sectionNameIn([...LEAVING_LISTS, STAYING_LIST])),
];
