import { splitSentences } from './sentence.splitter.js';
import { MAX_WORDS, tokenizeWords } from './word.tokenizer.js';

/** One sentence: its verbatim slice and where its words lie in the text's words, end exclusive. */
export interface ParsedSentence {
  slice: string;
  from: number;
  to: number;
  /** A title is read, but never quoted: quotes come from the body. */
  isTitle: boolean;
}

/** A text cut into sentences and words once; a line break stands between the words of two sentences, so no phrase reaches over. */
export interface ParsedText {
  sentences: ParsedSentence[];
  words: string[];
  /** Words with a letter or a digit. */
  spokenWords: number;
}

/** Parses a title and a body; the title is a sentence of its own. */
export function parseText(title: string | null, body: string): ParsedText {
  const heading = title?.trim();
  const slices = splitSentences(body).map((slice) => ({ slice, isTitle: false }));
  if (heading) slices.unshift({ slice: heading, isTitle: true });
  const words: string[] = [];
  const sentences: ParsedSentence[] = [];
  let spokenWords = 0;
  for (const { slice, isTitle } of slices) {
    if (words.length >= MAX_WORDS) break;
    if (words.length) words.push('\n');
    const from = words.length;
    for (const word of tokenizeWords(slice)) {
      words.push(word);
      if (isSpoken(word)) spokenWords++;
    }
    sentences.push({ slice, from, to: words.length, isTitle });
  }
  return { sentences, words, spokenWords };
}

/** True for a token with a letter or a digit. */
export function isSpoken(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
