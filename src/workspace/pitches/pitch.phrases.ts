import { join } from 'node:path';
import { readSections } from '#analysis/lexicon/lexicon.files.js';
import { phraseLists, sectionNameIn } from '#analysis/lexicon/phrase.lists.js';
import { PhraseBook } from '#analysis/text/phrase.book.js';

const FOLDER = join(import.meta.dirname, 'data');

/** The kinds of phrases that a draft must not contain. */
const PHRASE_KINDS = ['cliche', 'claim'] as const;

/** The phrases of `data/phrases.txt`. @throws LexiconError for an invalid line. */
export const FORBIDDEN_PHRASES = new PhraseBook(
  phraseLists(readSections(join(FOLDER, 'phrases.txt'), 'en'), {}, sectionNameIn(PHRASE_KINDS)),
);

/** Words with a capital letter that are not names, in lower case. */
export const COMMON_CAPITALS: ReadonlySet<string> = new Set(
  readSections(join(FOLDER, 'names.txt'), 'en').flatMap(({ entries }) => entries.map(({ text }) => text)),
);
