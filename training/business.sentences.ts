import { join } from 'node:path';
import { readSections } from '../src/analysis/lexicon/lexicon.files.js';

export interface BusinessSentence {
  text: string;
  complaint: 0 | 1;
  wish: 0 | 1;
}

/** The sentences of `business-sentences.txt`, labelled by their section. */
export const BUSINESS_SENTENCES: readonly BusinessSentence[] = readSections(
  join(import.meta.dirname, 'business-sentences.txt'),
  'en',
).flatMap(({ name, entries }) => {
  const wish = name === 'wish' ? 1 : 0;
  const complaint = wish || name === 'complaint' ? 1 : 0;
  return entries.map(({ text }): BusinessSentence => ({ text, complaint, wish }));
});
