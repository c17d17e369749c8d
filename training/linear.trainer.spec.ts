import { quantizeHead, scoreVector } from '../src/analysis/model/linear.model.js';
import { SparseVector } from '../src/analysis/model/sparse.vector.js';
import { trainLogistic, TrainingSet } from './linear.trainer.js';

/** A text with two components, whose signs agree or not. */
function textOf(first: number, second: number): SparseVector {
  const vector = new SparseVector();
  vector.meaning.set([first, second]);
  vector.addProducts();
  return vector;
}

const SIGNS = [
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;

describe('a logistic regression with products of the meaning', () => {
  const set = new TrainingSet();
  for (const [first, second] of SIGNS) set.add(textOf(first, second), first === second ? 1 : 0);

  it('learns what two components say only together', () => {
    const head = quantizeHead(trainLogistic(set, 20, { products: true }));
    expect(SIGNS.map(([first, second]) => scoreVector(textOf(first, second), head) > 0)).toEqual(
      SIGNS.map(([first, second]) => first === second),
    );
  });

  it('has no weights for them unless it is asked for', () => {
    expect(quantizeHead(trainLogistic(set, 20)).products).toHaveLength(0);
  });
});
