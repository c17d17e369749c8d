import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, lexiconNames, type LexiconSection, readLexicon } from './lexicon.files.js';
import { sectionNameIn, phraseLists } from './phrase.lists.js';

/**
 * Reads the names of the aspects, which are subjects of complaints that are more specific than a category, such as `dark mode`, and the
 * phrases that name them, from one file per kind of product. English files define the aspects; other languages add phrases to them.
 */
export function readAspects(folder?: string): { aspects: string[]; cues: PhraseList[] } {
  const sections = lexiconNames('aspects', folder).flatMap((kind) => readLexicon(`aspects/${kind}.txt`, folder));
  const [odd] = sections.filter(({ attributes }) => attributes.size > 0);
  if (odd) throw new LexiconError(odd, 'an aspect has no attributes');
  const isEnglish = ({ language }: LexiconSection): boolean => language === 'en';
  const defined = sections.filter(isEnglish);
  const aspects = [...new Set(defined.map(({ name }) => name))];
  const ordered = [...defined, ...sections.filter((section) => !isEnglish(section))];
  return { aspects, cues: phraseLists(ordered, {}, sectionNameIn(aspects)) };
}
