import { type GlossaryFile, readGlossaries } from '../lexicon/glossary.js';
import { type Language } from './language.detector.js';
import { PhraseBook } from './phrase.book.js';

/** Replaces the words of another language with English ones, so that texts in both can be compared. */
export class WordTranslator {
  private readonly books: ReadonlyMap<Language, PhraseBook>;

  constructor(files: readonly GlossaryFile[]) {
    this.books = new Map(readGlossaries(files).map(({ language, phrases }) => [language, new PhraseBook(phrases)]));
  }

  /**
   * @returns the words in English. Of phrases that overlap, the first counts, and of those, the longest. An unknown word stays as
   * written, and so do all words in a language without a glossary.
   */
  translate(language: Language, words: readonly string[]): readonly string[] {
    const book = this.books.get(language);
    if (!book) return words;
    const longest = new Map<number, { end: number; lists: number[] }>();
    for (const { list, start, end } of book.find(words)) {
      const known = longest.get(start);
      if (!known || end > known.end) longest.set(start, { end, lists: [list] });
      else if (end === known.end) known.lists.push(list);
    }
    const english: string[] = [];
    for (let at = 0; at < words.length;) {
      const phrase = longest.get(at);
      if (phrase) english.push(...phrase.lists.flatMap((list) => (book.listNames[list] ?? '').split(' ')));
      else english.push(words[at] ?? '');
      at = phrase?.end ?? at + 1;
    }
    return english;
  }
}
