import { phraseProblem, type PhraseList, type WordClasses } from '../text/phrase.book.js';
import { LexiconError, type LexiconSection } from './lexicon.files.js';

/** Word classes of a file of sections: what a phrase means by `@name`. */
export function wordClasses(sections: readonly LexiconSection[]): WordClasses {
  return Object.fromEntries(sections.map(({ name, entries }) => [name, entries.map(({ text }) => text)]));
}

/** Sections as phrase lists. `nameOf` names the list of a section, or is null where no such list is known. */
export function phraseLists(
  sections: readonly LexiconSection[],
  classes: WordClasses,
  nameOf: (section: LexiconSection) => string | null,
): PhraseList[] {
  return sections.map((section) => {
    const name = nameOf(section);
    if (name === null) throw new LexiconError(section, `no list is known as [${section.name}]`);
    for (const entry of section.entries) {
      const problem = phraseProblem(entry.text, classes);
      if (problem) throw new LexiconError(entry, problem);
    }
    return { name, phrases: section.entries.map(({ text }) => text) };
  });
}

/** For files whose sections are named as their lists are. */
export function oneOf(names: readonly string[]): (section: LexiconSection) => string | null {
  return ({ name }) => (names.includes(name) ? name : null);
}
