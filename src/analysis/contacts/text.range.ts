/** A part of a text: from the first index to before the last. */
export interface TextRange {
  from: number;
  to: number;
}

/** Invisible characters that can split a word: the soft hyphen and zero-width characters. */
export const UNSEEN = '\\u00ad\\u200b-\\u200f\\u2060\\ufeff';
