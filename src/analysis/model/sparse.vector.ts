import { MEANING_SIZE, PRODUCT_COUNT, setProducts } from './meaning.products.js';

/** The number of features. The first `DENSE_SIZE` are reserved for counted signals and word vectors. */
export const MODEL_SIZE = 1 << 16;
export const DENSE_SIZE = 96;
/** The lengths of the hashed character grams. */
export const MIN_GRAM_LENGTH = 3;
export const MAX_GRAM_LENGTH = 5;

/** A sparse vector that is cleared and reused, so that reading many texts allocates no memory. */
export class SparseVector {
  indices = new Int32Array(4096);
  values = new Float64Array(4096);
  length = 0;
  /** The meaning of the words, and the products of its components. Not valid unless `hasMeaning`. */
  readonly meaning = new Float64Array(MEANING_SIZE);
  readonly products = new Float64Array(PRODUCT_COUNT);
  hasMeaning = false;

  clear(): void {
    this.length = 0;
    this.hasMeaning = false;
  }

  /** Adds the last component and the products, after the other components were written to `meaning`. */
  completeMeaning(): void {
    this.meaning[MEANING_SIZE - 1] = 1;
    setProducts(this.products, this.meaning);
    this.hasMeaning = true;
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
