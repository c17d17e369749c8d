import { MEANING_SIZE, PRODUCT_COUNT, setProducts } from './meaning.products.js';

/** The number of features. The first `DENSE_SIZE` are reserved for counted signals and word vectors. */
export const MODEL_SIZE = 1 << 16;
export const DENSE_SIZE = 128;
/** The lengths of the hashed character grams. */
export const MIN_GRAM_LENGTH = 3;
export const MAX_GRAM_LENGTH = 5;

/** A sparse vector that is cleared and reused, so that reading many texts allocates no memory. */
export class SparseVector {
  indices = new Int32Array(4096);
  values = new Float64Array(4096);
  length = 0;
  /** The meaning of the words. Not valid unless `hasMeaning`. */
  readonly meaning = new Float64Array(MEANING_SIZE);
  hasMeaning = false;
  /** The products of two components of the meaning. Not valid unless `hasProducts`. */
  readonly products = new Float64Array(PRODUCT_COUNT);
  hasProducts = false;

  clear(): void {
    this.length = 0;
    this.hasMeaning = false;
    this.hasProducts = false;
  }

  /** Sets the products of the meaning. */
  addProducts(): void {
    this.meaning[MEANING_SIZE - 1] = 1;
    setProducts(this.products, this.meaning);
    this.hasProducts = true;
  }

  push(index: number, value: number): void {
    if (this.length === this.indices.length) this.grow();
    this.indices[this.length] = index;
    this.values[this.length++] = value;
  }

  private grow(): void {
    const indices = new Int32Array(this.indices.length * 2);
    const values = new Float64Array(this.values.length * 2);
    indices.set(this.indices);
    values.set(this.values);
    this.indices = indices;
    this.values = values;
  }
}
