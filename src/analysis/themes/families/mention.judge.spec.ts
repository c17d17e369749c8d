import { familyIndex } from '../../lexicon/families.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { type Complaint } from '../theme.types.js';
import { readFrames } from './frame.reader.js';
import { judgeMention } from './mention.judge.js';

const SYNC = familyIndex('sync');
const oddsOf = (
  slice: string,
  more: Partial<Complaint> = {},
  { family = SYNC, near }: { family?: number | null; near?: number } = {},
): number => {
  const complaint: Complaint = { categoryId: 'other', slice, pain: 1, ...more };
  const record = {
    ...{ id: 'r', rating: 1, day: null, critical: true, copyKey: null },
    language: 'en' as const,
    complaints: [complaint],
  };
  const sentence = {
    record,
    complaints: [complaint],
    problems: [],
    frames: readFrames(tokenizeWords(slice), 'en'),
    meaning: null,
  };
  return judgeMention({ sentence, near }, family);
};
const FAILS = 'Syncing fails between my phone and my tablet';
const NAMES = 'My phone and my tablet sync over the network';

describe('a sentence is surer to be about its theme', () => {
  it.each([
    ['if it says the failure near the thing', oddsOf(FAILS), oddsOf(NAMES)],
    ['if the first category of the family is its own', oddsOf(NAMES, { categoryId: 'sync' }), oddsOf(NAMES)],
    ['with more pain', oddsOf(NAMES, { pain: 2 }), oddsOf(NAMES)],
    ['if it is short', oddsOf(NAMES), oddsOf(`${NAMES}, and I have used both of them for several years at home`)],
    ['if it supposes nothing', oddsOf(NAMES), oddsOf(NAMES.replace('over', 'if'))],
    ['if the theme is a thing that it names', oddsOf(NAMES, {}, { family: null }), oddsOf(NAMES)],
    ['the nearer its meaning is to the others', oddsOf(NAMES, {}, { near: 0.5 }), oddsOf(NAMES, {}, { near: -0.5 })],
  ])('%s', (_, surer, other) => {
    expect(surer).toBeGreaterThan(other);
  });
});
