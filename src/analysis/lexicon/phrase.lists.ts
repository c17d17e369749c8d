import { phraseProblem, type PhraseList, type WordClasses } from '../text/phrase.book.js';
import { LexiconError, type LexiconSection } from './lexicon.files.js';

/** The sections of a file as word classes, which phrases refer to as `@name`. */
export function wordClasses(sections: readonly LexiconSection[]): WordClasses {
  return Object.fromEntries(sections.map(({ name, entries }) => [name, entries.map(({ text }) => text)]));
}

/** Converts sections to phrase lists. `nameOf` returns the list name of a section, or null if the list is unknown. */
export function phraseLists(
  sections: readonly LexiconSection[],
  classes: WordClasses,
  nameOf: (section: LexiconSection) => string | null,
): PhraseList[] {
  return sections.map((section) => {
    const name = nameOf(section);
    if (name === null) throw new LexiconError(section, `unknown list [${section.name}]`);
    for (const entry of section.entries) {
      const problem = phraseProblem(entry.text, classes);
      if (problem) throw new LexiconError(entry, problem);
    }
    return { name, phrases: section.entries.map(({ text }) => text) };
  });
}

/** For files whose sections have the names of their lists. */
export function sectionNameIn(names: readonly string[]): (section: LexiconSection) => string | null {
  return ({ name }) => (names.includes(name) ? name : null);
}
