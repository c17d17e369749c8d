import { join } from 'node:path';
import { readSections } from '../src/analysis/lexicon/lexicon.files.js';

/**
 * A sentence about business software: whether it complains and whether it asks for something. A request is also a
 * complaint.
 */
export interface BusinessSentence {
  text: string;
  complaint: 0 | 1;
  request: 0 | 1;
}

/** The sentences of `business-sentences.txt`, labeled by their section. */
export const BUSINESS_SENTENCES: readonly BusinessSentence[] = readSections(
  join(import.meta.dirname, 'business-sentences.txt'),
  'en',
).flatMap(({ name, entries }) => {
  const request = name === 'request' ? 1 : 0;
  const complaint = request || name === 'complaint' ? 1 : 0;
  return entries.map(({ text }): BusinessSentence => ({ text, complaint, request }));
});
