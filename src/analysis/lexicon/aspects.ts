import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, lexiconNames, type LexiconSection, readLexicon } from './lexicon.files.js';
import { oneOf, phraseLists } from './phrase.lists.js';
import { CATEGORIES } from './taxonomy.js';

/** One thing people complain about below the level of a category, such as `dark mode` or `bank feeds`. */
export interface Aspect {
  /** What a report shows. */
  name: string;
  /** The category that says the same: such an aspect names no theme. */
  home?: string;
  /** True where the words are too common to name a theme; they still help to group complaints. */
  quiet?: boolean;
}

/**
 * Every aspect by the kind of product that is named most with it, and the phrases that name it.
 * English files define the aspects, `[name | home category | quiet]`; other languages add phrases to them.
 */
export function readAspects(folder?: string): { aspects: Aspect[]; cues: PhraseList[] } {
  const sections = lexiconNames('aspects', folder).flatMap((kind) => readLexicon(`aspects/${kind}.txt`, folder));
  const isEnglish = ({ language }: LexiconSection): boolean => language === 'en';
  const defined = sections.filter(isEnglish);
  const names = new Set(defined.map(({ name }) => name));
  const ordered = [...defined, ...sections.filter((section) => !isEnglish(section))];
  return { aspects: defined.map(aspectOf), cues: phraseLists(ordered, {}, oneOf([...names])) };
}

function aspectOf(section: LexiconSection): Aspect {
  const { name, attributes } = section;
  for (const key of attributes.keys())
    if (key !== 'home' && key !== 'quiet') throw new LexiconError(section, `no attribute is known as ${key}`);
  const home = attributes.get('home');
  if (home !== undefined && !CATEGORIES.some(({ id }) => id === home))
    throw new LexiconError(section, `no category is known as ${home}`);
  return { name, home, quiet: attributes.has('quiet') };
}
