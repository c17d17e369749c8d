import { readTaughtWords, teachWords } from './word.teacher.js';

/** Texts about crashes and about prices, with embeddings that tell the two apart. */
const TEXTS = Array.from({ length: 40 }, (_unused, row) =>
  row % 2 ? ['it', row % 4 === 1 ? 'crashes' : 'freezes'] : ['it', row % 4 === 0 ? 'costs' : 'charges'],
);
const EMBEDDINGS = TEXTS.map((_text, row) =>
  Float32Array.from({ length: 40 }, (_unused, at) => (at === row % 2 ? 1 : 0) + 0.01 * ((row * 7 + at * 3) % 5)),
);

describe('the teaching of words by a sentence encoder', () => {
  it('returns the same bytes for the same texts', () => {
    expect(teachWords(TEXTS, EMBEDDINGS).equals(teachWords(TEXTS, EMBEDDINGS))).toBe(true);
  });

  it('gives words that mean the same in a text similar components', () => {
    const taught = readTaughtWords(teachWords(TEXTS, EMBEDDINGS));
    const likeness = (left: string, right: string): number =>
      [...(taught.get(left) ?? [])].reduce((sum, value, at) => sum + value * (taught.get(right)?.[at] ?? 0), 0);
    expect(likeness('crashes', 'freezes')).toBeGreaterThan(0);
    expect(likeness('crashes', 'costs')).toBeLessThan(0);
  });

  it('leaves out rare words', () => {
    const taught = readTaughtWords(teachWords([...TEXTS, ['it', 'crackles']], [...EMBEDDINGS, new Float32Array(40)]));
    expect([taught.has('it'), taught.has('crackles')]).toEqual([true, false]);
  });

  it('refuses a damaged file', () => {
    expect(() => readTaughtWords(teachWords(TEXTS, EMBEDDINGS).subarray(0, -1))).toThrow('damaged');
  });
});
