import { INTENT_KINDS } from '../model/feature.layout.js';
import { readLexicon } from './lexicon.files.js';
import { sectionNameIn, phraseLists, wordClasses } from './phrase.lists.js';

/** Word classes of the intent phrases. `thing` lists what people buy or look for. */
export const INTENT_CLASSES = wordClasses(readLexicon('classes/intent.txt'));

export const INTENT_CUES = phraseLists(readLexicon('intent.txt'), INTENT_CLASSES, sectionNameIn(INTENT_KINDS));
