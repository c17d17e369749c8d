import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, lexiconNames, type LexiconSection, readLexicon } from './lexicon.files.js';
import { sectionNameIn, phraseLists } from './phrase.lists.js';
import { CATEGORIES } from './taxonomy.js';

/** A subject of complaints that is more specific than a category, such as `dark mode` or `bank feeds`. */
export interface Aspect {
  /** The name in a report. */
  name: string;
  /** The category with the same meaning. Such an aspect names no theme. */
  home?: string;
  /** True if the words are too common to name a theme. Such an aspect only helps to group complaints. */
  quiet?: boolean;
}

/**
 * Reads the aspects and the phrases that name them, from one file per kind of product.
 * English files define the aspects, `[name | home category | quiet]`; other languages add phrases to them.
 */
export function readAspects(folder?: string): { aspects: Aspect[]; cues: PhraseList[] } {
  const sections = lexiconNames('aspects', folder).flatMap((kind) => readLexicon(`aspects/${kind}.txt`, folder));
  const isEnglish = ({ language }: LexiconSection): boolean => language === 'en';
  const defined = sections.filter(isEnglish);
  const names = new Set(defined.map(({ name }) => name));
  const ordered = [...defined, ...sections.filter((section) => !isEnglish(section))];
  return { aspects: defined.map(aspectOf), cues: phraseLists(ordered, {}, sectionNameIn([...names])) };
}

function aspectOf(section: LexiconSection): Aspect {
  const { name, attributes } = section;
  for (const key of attributes.keys())
    if (key !== 'home' && key !== 'quiet') throw new LexiconError(section, `unknown attribute ${key}`);
  const home = attributes.get('home');
  if (home !== undefined && !CATEGORIES.some(({ id }) => id === home))
    throw new LexiconError(section, `unknown category ${home}`);
  return { name, home, quiet: attributes.has('quiet') };
}
