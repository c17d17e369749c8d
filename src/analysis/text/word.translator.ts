import { type GlossaryFile, readGlossaries } from '../lexicon/glossary.js';
import { type Language } from './language.detector.js';
import { PhraseBook } from './phrase.book.js';

/** Puts English words for those of another language, so that texts in both can be compared. */
export class WordTranslator {
  private readonly books: ReadonlyMap<Language, PhraseBook>;

  constructor(files: readonly GlossaryFile[]) {
    this.books = new Map(readGlossaries(files).map(({ language, phrases }) => [language, new PhraseBook(phrases)]));
  }

  /**
   * @returns the words in English. Of phrases that overlap, the first counts, and of those, the longest. An unknown word stays as
   * written, and so do all in a language without a glossary.
   */
  translate(language: Language, words: readonly string[]): readonly string[] {
    const book = this.books.get(language);
    if (!book) return words;
    const ends = new Map<number, number>();
    const hits = book.find(words);
    for (const { start, end } of hits) ends.set(start, Math.max(end, ends.get(start) ?? 0));
    const english: string[] = [];
    for (let at = 0; at < words.length;) {
      const end = ends.get(at);
      if (end === undefined) english.push(words[at] ?? '');
      else
        for (const { list, start, end: last } of hits)
          if (start === at && last === end) english.push(...(book.listNames[list] ?? '').split(' '));
      at = end ?? at + 1;
    }
    return english;
  }
}
