import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATEGORIES } from '../lexicon/taxonomy.js';
import { LAYOUT_HASH } from './feature.layout.js';
import { type LinearHead } from './linear.model.js';
import { DENSE_SIZE, type SparseVector } from './sparse.vector.js';

/** The number of features of the category models. The first `DENSE_SIZE` are reserved for cues and scores. */
export const CATEGORY_BUCKETS = 1 << 14;
/** The categories that have a model, in the order of the weights. */
export const MODEL_CATEGORIES = CATEGORIES.map(({ id }) => id).filter((id) => id !== 'other');
const WIDTH = MODEL_CATEGORIES.length;
const FORMAT = 1;

interface FileHeader {
  format: number;
  layout: string;
  categories: { id: string; bias: number; scale: number; dense: number[] }[];
}

/** One linear model per category. The weights of all categories for one feature stand together, so that they are read at once. */
export class CategoryWeights {
  private readonly dense = new Float64Array(DENSE_SIZE * WIDTH);
  private readonly biases: Float64Array;
  private readonly scales: Float64Array;

  private constructor(
    private readonly header: FileHeader,
    private readonly buckets: Int8Array,
  ) {
    this.biases = Float64Array.from(header.categories, ({ bias }) => bias);
    this.scales = Float64Array.from(header.categories, ({ scale }) => scale);
    header.categories.forEach(({ dense }, category) =>
      dense.forEach((weight, index) => (this.dense[index * WIDTH + category] = weight)),
    );
  }

  /** One head per category, in the order of `MODEL_CATEGORIES`. Buckets above `CATEGORY_BUCKETS` are not used. */
  static from(heads: readonly LinearHead[]): CategoryWeights {
    const buckets = new Int8Array(CATEGORY_BUCKETS * WIDTH);
    const categories = heads.map(({ bias, scale, dense, buckets: own }, category) => {
      for (let index = 0; index < CATEGORY_BUCKETS; index++) buckets[index * WIDTH + category] = own[index] ?? 0;
      return { id: MODEL_CATEGORIES[category] ?? '', bias, scale, dense: [...dense] };
    });
    return new CategoryWeights({ format: FORMAT, layout: LAYOUT_HASH, categories }, buckets);
  }

  /** @throws Error if the file is damaged or was trained for another feature layout or other categories. */
  static decode(file: Buffer): CategoryWeights {
    const start = 4 + file.readUInt32LE(0);
    const header = JSON.parse(file.toString('utf8', 4, start)) as FileHeader;
    const isKnown =
      header.format === FORMAT &&
      header.layout === LAYOUT_HASH &&
      header.categories.map(({ id }) => id).join() === MODEL_CATEGORIES.join();
    if (!isKnown || file.length !== start + CATEGORY_BUCKETS * WIDTH)
      throw new Error('The file of category weights is damaged or was trained for another layout: run npm run train');
    return new CategoryWeights(header, new Int8Array(file.subarray(start)));
  }

  /** The length of a JSON header (32-bit, little-endian), the header, and the 8-bit weights. */
  encode(): Buffer {
    const text = Buffer.from(JSON.stringify(this.header), 'utf8');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    return Buffer.concat([size, text, Buffer.from(this.buckets)]);
  }

  /** The log-odds of every category, in the order of `MODEL_CATEGORIES`. */
  score(vector: SparseVector): Float64Array {
    const odds = Float64Array.from(this.biases);
    addDense(odds, this.dense, vector);
    const hashed = new Float64Array(WIDTH);
    addHashed(hashed, this.buckets, vector);
    for (let column = 0; column < WIDTH; column++)
      odds[column] = (odds[column] ?? 0) + (hashed[column] ?? 0) * (this.scales[column] ?? 0);
    return odds;
  }
}

function addDense(sums: Float64Array, weights: Float64Array, { indices, values, length }: SparseVector): void {
  for (let at = 0; at < length; at++) {
    const index = indices[at] ?? 0;
    if (index >= DENSE_SIZE) continue;
    const value = values[at] ?? 0;
    const start = index * WIDTH;
    for (let column = 0; column < WIDTH; column++)
      sums[column] = (sums[column] ?? 0) + (weights[start + column] ?? 0) * value;
  }
}

/** Four categories at a time: their sums are local variables, which are faster than elements of an array. */
function addHashed(sums: Float64Array, weights: Int8Array, { indices, values, length }: SparseVector): void {
  for (let column = 0; column < WIDTH; column += 4) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < length; at++) {
      const index = indices[at] ?? 0;
      if (index < DENSE_SIZE) continue;
      const place = index * WIDTH + column;
      const value = values[at] ?? 0;
      first += (weights[place] ?? 0) * value;
      second += (weights[place + 1] ?? 0) * value;
      third += (weights[place + 2] ?? 0) * value;
      fourth += (weights[place + 3] ?? 0) * value;
    }
    // A sum after the last category has no place in the array, which drops it.
    sums[column] = first;
    sums[column + 1] = second;
    sums[column + 2] = third;
    sums[column + 3] = fourth;
  }
}

let weights: CategoryWeights | undefined;

/** Returns the committed weights. The file is read once. */
export function loadCategoryWeights(): CategoryWeights {
  weights ??= CategoryWeights.decode(readFileSync(join(import.meta.dirname, '../models/categories.bin')));
  return weights;
}
