import { trainWordVectors } from './vector.trainer.js';

const TAUGHT = new Map([['slow', Int8Array.from({ length: 32 }, () => 77)]]);
const SENTENCES = [
  'The app is slow when I open the files',
  'The app is fast when I open the files',
  'We pay for the plan and it is too much for us',
];
const TEXTS = Array.from({ length: 30 }, (_unused, index) => SENTENCES[index % SENTENCES.length] ?? '');

describe('the training of word vectors', () => {
  it('returns the same bytes for the same texts', () => {
    expect(trainWordVectors(TEXTS, TAUGHT).encode().equals(trainWordVectors(TEXTS, TAUGHT).encode())).toBe(true);
  });

  it('leaves out rare words and texts in other languages', () => {
    const texts = [
      ...TEXTS,
      'A singular review of it',
      ...Array<string>(9).fill("L'application ne marche pas depuis la mise à jour"),
    ];
    const words = trainWordVectors(texts, TAUGHT).encode().toString('latin1');
    expect([words.includes(' slow '), words.includes('singular'), words.includes('marche')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
