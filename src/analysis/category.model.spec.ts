import { likelyCategories } from './category.model.js';
import { CATEGORY_BUCKETS, CategoryWeights, loadCategoryWeights, MODEL_CATEGORIES } from './model/category.weights.js';
import { SparseVector } from './model/sparse.vector.js';

const UNLIKELY = -6;
const oddsOf = (odds: Record<string, number>): Float64Array =>
  Float64Array.from(MODEL_CATEGORIES, (id) => odds[id] ?? UNLIKELY);

describe('choosing categories', () => {
  it('puts the most likely category first', () => {
    expect(likelyCategories(oddsOf({ bugs: 1, updates: 3 }), { alone: true })).toEqual(['updates', 'bugs']);
  });

  it('assigns at most three categories', () => {
    expect(likelyCategories(oddsOf({ bugs: 3, updates: 3, sync: 3, devices: 3 }), { alone: true })).toHaveLength(3);
  });

  it('drops a category that is unlikely beside the best one', () => {
    expect(likelyCategories(oddsOf({ bugs: 4, sync: -1.5 }), { alone: true })).toEqual(['bugs']);
  });

  it('assigns the best category alone if none is likely', () => {
    expect(likelyCategories(oddsOf({ pricing: -1.5, bugs: -2 }), { alone: true })).toEqual(['pricing']);
  });

  it('assigns no unlikely category to a text that need not have any', () => {
    expect(likelyCategories(oddsOf({ pricing: -1.5, bugs: -2 }), { alone: false })).toEqual([]);
  });

  it('assigns no category if all are unlikely', () => {
    expect(likelyCategories(oddsOf({}), { alone: true })).toEqual([]);
  });
});

describe('the weights of categories', () => {
  const file = loadCategoryWeights().encode();

  it('score a vector after encoding and decoding as before', () => {
    const vector = new SparseVector();
    vector.push(0, 1);
    vector.push(CATEGORY_BUCKETS - 1, 0.5);
    expect(CategoryWeights.decode(file).score(vector)).toEqual(loadCategoryWeights().score(vector));
  });

  it('are rejected if the file is cut off', () => {
    expect(() => CategoryWeights.decode(file.subarray(0, -1))).toThrow(/npm run train/);
  });
});
