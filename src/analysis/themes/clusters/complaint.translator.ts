import { readGlossaries } from '../../lexicon/glossary.js';
import { detectLanguage, type Language } from '../../text/language.detector.js';
import { PhraseBook } from '../../text/phrase.book.js';

const BOOKS = new Map<Language, PhraseBook>(
  readGlossaries().map(({ language, phrases }) => [language, new PhraseBook(phrases)]),
);

/**
 * The words of a text with English words for the phrases of its language's glossary, so that complaints in two
 * languages can be compared. A word that is not in the glossary stays as written.
 */
export function translateWords(text: string, words: readonly string[]): readonly string[] {
  const book = BOOKS.get(detectLanguage(text, words));
  if (!book) return words;
  const english = new Map<number, string[]>();
  const isTranslated = new Set<number>();
  for (const { list, start, end } of book.find(words)) {
    english.set(start, [...(english.get(start) ?? []), ...(book.listNames[list] ?? '').split(' ')]);
    for (let at = start; at < end; at++) isTranslated.add(at);
  }
  return words.flatMap((word, at) => english.get(at) ?? (isTranslated.has(at) ? [] : [word]));
}
