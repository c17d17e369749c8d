import { splitSentences } from './sentence.splitter.js';
import { MAX_WORDS, tokenizeWords } from './word.tokenizer.js';

/** One sentence: its verbatim slice, and the range of its words in the text's words (end exclusive). */
export interface ParsedSentence {
  slice: string;
  from: number;
  to: number;
  /** A title is scored but never quoted. */
  isTitle: boolean;
}

/**
 * A text, split into sentences and words. A line break separates the words of two sentences, so that no phrase spans
 * both.
 */
export interface ParsedText {
  sentences: ParsedSentence[];
  words: string[];
  /** The number of words with a letter or a digit. */
  wordCount: number;
}

/** Parses a title and a body. The title is one sentence. */
export function parseText(title: string | null, body: string): ParsedText {
  const heading = title?.trim();
  const slices = splitSentences(body).map((slice) => ({ slice, isTitle: false }));
  if (heading) slices.unshift({ slice: heading, isTitle: true });
  const words: string[] = [];
  const sentences: ParsedSentence[] = [];
  let wordCount = 0;
  for (const { slice, isTitle } of slices) {
    if (words.length >= MAX_WORDS) break;
    if (words.length) words.push('\n');
    const from = words.length;
    for (const word of tokenizeWords(slice)) {
      words.push(word);
      if (isWord(word)) wordCount++;
    }
    sentences.push({ slice, from, to: words.length, isTitle });
  }
  return { sentences, words, wordCount };
}

/** True for a token with a letter or a digit. */
export function isWord(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
