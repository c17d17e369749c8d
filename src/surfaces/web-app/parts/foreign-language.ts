import { detectLanguage } from '#analysis/text/language.detector.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';

/** The beginning of a text, which is enough to tell its language. */
const CHARACTERS_READ = 200;
/** The language of fewer words may be an accident. */
const ENOUGH_WORDS = 5;

/**
 * The `lang` of a text on a page in English: the language that the engine reads it in, if that is another one.
 * Undefined also for a text that is too short, or in a language that no engine knows.
 */
export function foreignLanguageOf(text: string): string | undefined {
  const beginning = text.slice(0, CHARACTERS_READ);
  const words = tokenizeWords(beginning);
  const language = words.length < ENOUGH_WORDS ? 'und' : detectLanguage(beginning, words);
  return language === 'en' || language === 'other' || language === 'und' ? undefined : language;
}
