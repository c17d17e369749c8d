import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURE, LAYOUT_HASH } from './feature.layout.js';
import { loadHeads } from './heads.file.js';
import { decodeHeads, HEAD_NAMES, scoreFour, scoreVector } from './linear.model.js';
import { DENSE_SIZE, SparseVector } from './sparse.vector.js';

const COMMITTED = readFileSync(join(import.meta.dirname, '../models/heads.bin'));

/** The committed weights, with another layout hash. */
function withLayout(layout: string): Buffer {
  const header = COMMITTED.indexOf(LAYOUT_HASH);
  return Buffer.concat([COMMITTED.subarray(0, header), Buffer.from(layout), COMMITTED.subarray(header + 16)]);
}

describe('the scores by four heads', () => {
  it('are those by each head alone', () => {
    const { problem, complaint, request, stars } = loadHeads();
    const vector = new SparseVector();
    for (let index = 0; index < 2 * DENSE_SIZE; index++) vector.push(index, 1 / (1 + index));
    const alone = [problem, complaint, request, stars].map((head) => scoreVector(vector, head));
    scoreFour(vector, [problem, complaint, request, stars]).forEach((score, place) =>
      expect(score).toBeCloseTo(alone[place] ?? NaN, 10),
    );
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
