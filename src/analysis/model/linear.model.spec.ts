import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURE, LAYOUT_HASH } from './feature.layout.js';
import { loadHeads } from './heads.file.js';
import { decodeHeads, HEAD_NAMES, quantizeHead, scoreFour, scoreVector } from './linear.model.js';
import { PRODUCT_COUNT } from './meaning.products.js';
import { DENSE_SIZE, MODEL_SIZE, SparseVector } from './sparse.vector.js';

const COMMITTED = readFileSync(join(import.meta.dirname, '../models/heads.bin'));

/** The committed weights, with another layout hash. */
function withLayout(layout: string): Buffer {
  const header = COMMITTED.indexOf(LAYOUT_HASH);
  return Buffer.concat([COMMITTED.subarray(0, header), Buffer.from(layout), COMMITTED.subarray(header + 16)]);
}

describe('the scores by four heads', () => {
  it('are those by each head alone', () => {
    const { problem, fitnessProblem, fitnessRequest, stars } = loadHeads();
    const vector = new SparseVector();
    for (let index = 0; index < 2 * DENSE_SIZE; index++) vector.push(index, 1 / (1 + index));
    vector.meaning.forEach((_zero, index) => (vector.meaning[index] = 1 / (1 + index)));
    vector.addProducts();
    const alone = [problem, fitnessProblem, fitnessRequest, stars].map((head) => scoreVector(vector, head));
    scoreFour(vector, [problem, fitnessProblem, fitnessRequest, stars]).forEach((score, place) =>
      expect(score).toBeCloseTo(alone[place] ?? NaN, 10),
    );
  });
});

describe('a head with weights for products of the meaning', () => {
  const meaningOf = (components: Record<number, number>): SparseVector => {
    const vector = new SparseVector();
    for (const [index, value] of Object.entries(components)) vector.meaning[Number(index)] = value;
    vector.addProducts();
    return vector;
  };
  const weights = new Float64Array(MODEL_SIZE + 1 + PRODUCT_COUNT);
  // The product of the first two components.
  weights[MODEL_SIZE + 2] = 3;
  const head = quantizeHead(weights);

  it('adds the weight of a pair of components, times both', () => {
    expect(scoreVector(meaningOf({ 0: 2, 1: 5 }), head)).toBe(30);
    expect(scoreVector(meaningOf({ 0: 2, 2: 5 }), head)).toBe(0);
  });

  it('adds nothing for a text whose meaning is unknown', () => {
    const vector = meaningOf({ 0: 2, 1: 5 });
    vector.clear();
    expect(scoreVector(vector, head)).toBe(0);
  });
});

describe('the file of model weights', () => {
  it('loads if its feature layout is the layout of the code', () => {
    expect(Object.keys(loadHeads())).toEqual([...HEAD_NAMES]);
  });

  it('is rejected if it was trained for another feature layout', () => {
    expect(() => decodeHeads(withLayout('0123456789abcdef'))).toThrow(
      new Error(
        `The model weights were trained for feature layout 0123456789abcdef, this code has ${LAYOUT_HASH}: run npm run train`,
      ),
    );
  });

  it('has room for every counted feature before the hashed words', () => {
    expect(Object.keys(FEATURE).length).toBeLessThanOrEqual(DENSE_SIZE);
  });
});
