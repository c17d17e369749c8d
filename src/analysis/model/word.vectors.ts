import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VECTOR_START } from './feature.layout.js';
import { PART_SIZES, VECTOR_SIZE } from './meaning.products.js';
import { type SparseVector } from './sparse.vector.js';

const FORMAT = 2;
/** The length of each part among the features, for a text whose words all have vectors, relative to its hashed words. */
const SCALES = { neighbors: 0.7, taught: 0.4 };
/** The length of each part in the meaning of such a text. */
const MEANING_SCALE = 0.84;

/**
 * English words with their vectors. The first part is learned from their neighbors: words that stand among the same words point in the
 * same direction. The second was taught by a sentence encoder: words that give sentences the same meaning do. Rare words are longer.
 */
export class WordVectors {
  private readonly places: ReadonlyMap<string, number>;
  private readonly sum = new Int32Array(VECTOR_SIZE);

  /** `steps` are the components of the vectors of all words, one after the other, in any unit. */
  constructor(
    private readonly words: readonly string[],
    private readonly steps: Int8Array,
  ) {
    this.places = new Map(words.map((word, index) => [word, index * VECTOR_SIZE]));
  }

  /** @throws Error if the file is damaged. */
  static decode(file: Buffer): WordVectors {
    const { words, steps } = decodeWords(file, VECTOR_SIZE);
    return new WordVectors(words, steps);
  }

  encode(): Buffer {
    return encodeWords(this.words, this.steps);
  }

  /**
   * Adds the direction of each part of the sum of the vectors of these words, and sets the meaning. Both are shorter the fewer of the
   * words have a vector. Where most have none, the text is in another language, and nothing is added.
   */
  addTo(vector: SparseVector, words: readonly string[]): void {
    const { sum, steps } = this;
    sum.fill(0);
    let known = 0;
    let unknown = 0;
    for (const word of words) {
      const place = this.places.get(word);
      if (place === undefined) {
        if (word.length > 1) unknown++;
        continue;
      }
      known++;
      for (let index = 0; index < VECTOR_SIZE; index++) sum[index] = (sum[index] ?? 0) + (steps[place + index] ?? 0);
    }
    if (known <= unknown) return;
    const share = known / (known + unknown);
    const near = share / lengthOf(sum, 0, PART_SIZES.neighbors);
    const taught = share / lengthOf(sum, PART_SIZES.neighbors, VECTOR_SIZE);
    for (let index = 0; index < VECTOR_SIZE; index++) {
      const isNear = index < PART_SIZES.neighbors;
      const value = (sum[index] ?? 0) * (isNear ? near : taught);
      vector.push(VECTOR_START + index, value * (isNear ? SCALES.neighbors : SCALES.taught));
      vector.meaning[index] = value * MEANING_SCALE;
    }
    vector.hasMeaning = true;
  }
}

/** The length of a JSON header (32-bit, little-endian), the header with the words, and one byte per component. */
export function encodeWords(words: readonly string[], steps: Int8Array): Buffer {
  const header = Buffer.from(JSON.stringify({ format: FORMAT, words: words.join(' ') }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  return Buffer.concat([size, header, Buffer.from(steps)]);
}

/** Decodes a file of `encodeWords` with so many components a word. @throws Error if the file is damaged. */
export function decodeWords(file: Buffer, components: number): { words: string[]; steps: Int8Array } {
  const start = 4 + file.readUInt32LE(0);
  const header = JSON.parse(file.toString('utf8', 4, start)) as { format: number; words: string };
  const words = header.words.split(' ');
  if (header.format !== FORMAT || file.length !== start + words.length * components)
    throw new Error('The file of word vectors is damaged or has another format');
  return { words, steps: new Int8Array(file.subarray(start)) };
}

function lengthOf(sum: Int32Array, from: number, to: number): number {
  let squares = 0;
  for (let index = from; index < to; index++) squares += (sum[index] ?? 0) ** 2;
  return Math.sqrt(squares) || 1;
}

let vectors: WordVectors | undefined;

/** Returns the committed vectors. The file is read once. */
export function loadWordVectors(): WordVectors {
  vectors ??= WordVectors.decode(readFileSync(join(import.meta.dirname, '../models/vectors.bin')));
  return vectors;
}

/** Replaces the committed vectors in this process, before models are trained with new ones. */
export function useWordVectors(trained: WordVectors): void {
  vectors = trained;
}
