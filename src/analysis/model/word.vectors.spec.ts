import { VECTOR_START } from './feature.layout.js';
import { VECTOR_SIZE } from './meaning.products.js';
import { SparseVector } from './sparse.vector.js';
import { loadWordVectors, WordVectors } from './word.vectors.js';

const VECTORS = new WordVectors(
  ['slow', 'fast'],
  Int8Array.from({ length: 2 * VECTOR_SIZE }, (_unused, at) => (at === 0 ? 9 : at === VECTOR_SIZE + 1 ? 4 : 0)),
);

function vectorOf(words: readonly string[], vectors = VECTORS): SparseVector {
  const vector = new SparseVector();
  vectors.addTo(vector, words);
  return vector;
}

function featuresOf(words: readonly string[], vectors = VECTORS): number[] {
  const vector = vectorOf(words, vectors);
  const features = new Array<number>(VECTOR_SIZE).fill(0);
  for (let at = 0; at < vector.length; at++)
    features[(vector.indices[at] ?? 0) - VECTOR_START] = vector.values[at] ?? 0;
  return features;
}

const lengthOf = (features: readonly number[]): number => Math.hypot(...features);

describe('WordVectors', () => {
  it('adds the direction of the sum of the words, whatever their number', () => {
    expect(featuresOf(['slow', 'slow'])).toEqual(featuresOf(['slow']));
  });

  it('adds less the more words have no vector', () => {
    expect(lengthOf(featuresOf(['slow', 'slow', 'zzzz']))).toBeCloseTo((lengthOf(featuresOf(['slow'])) * 2) / 3);
  });

  it('adds nothing if only half of the words have a vector', () => {
    expect(lengthOf(featuresOf(['slow', 'zzzz']))).toBe(0);
  });

  it('sets a meaning in which more words of one kind are not more', () => {
    expect(vectorOf(['slow', 'slow']).meaning).toEqual(vectorOf(['slow']).meaning);
  });

  it('sets no meaning if only half of the words have a vector', () => {
    expect(vectorOf(['slow', 'zzzz']).hasMeaning).toBe(false);
  });

  it('is the same after it was encoded and decoded', () => {
    expect(featuresOf(['slow', 'fast'], WordVectors.decode(VECTORS.encode()))).toEqual(featuresOf(['slow', 'fast']));
  });

  it('refuses a damaged file', () => {
    expect(() => WordVectors.decode(VECTORS.encode().subarray(0, -1))).toThrow('damaged');
  });

  it('has similar committed vectors for words of similar meaning', () => {
    const likeness = (left: string, right: string): number => {
      const [one, other] = [featuresOf([left], loadWordVectors()), featuresOf([right], loadWordVectors())];
      return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / (lengthOf(one) * lengthOf(other));
    };
    expect(likeness('crashes', 'freezes')).toBeGreaterThan(likeness('crashes', 'price') + 0.3);
  });
});
