import { addTriples } from './hashed.features.js';
import { SparseVector } from './sparse.vector.js';

function triplesOf(text: string): SparseVector {
  const vector = new SparseVector();
  addTriples(vector, text.split(' '));
  return vector;
}

const bucketsOf = ({ indices, length }: SparseVector): number[] => [...indices.subarray(0, length)];

describe('triples of words', () => {
  it('leave out at most one word', () => {
    expect(triplesOf('i want the phone').length).toBe(4);
  });

  it('do not count commas', () => {
    expect(bucketsOf(triplesOf('i want , the phone'))).toEqual(bucketsOf(triplesOf('i want the phone')));
  });

  it('depend on the place of the word that is left out', () => {
    const [, , early] = bucketsOf(triplesOf('buy that new phone'));
    const [, , , late] = bucketsOf(triplesOf('buy new that phone'));
    expect(early).not.toBe(late);
  });

  it('are missing in a text of two words', () => {
    expect(triplesOf('want it').length).toBe(0);
  });

  it('have length one together', () => {
    const { values, length } = triplesOf('i want the phone and i want the watch');
    expect(values.subarray(0, length).reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1);
  });
});
