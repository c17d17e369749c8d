import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VECTOR_SIZE, VECTOR_START } from './feature.layout.js';
import { type SparseVector } from './sparse.vector.js';

const FORMAT = 1;
/** The length of the mean vector of a text whose words all have vectors, relative to its hashed words. */
const SCALE = 0.7;

/** English words with their vectors: words that stand among the same words point in the same direction, rare ones are longer. */
export class WordVectors {
  private readonly places: ReadonlyMap<string, number>;
  private readonly sum = new Float64Array(VECTOR_SIZE);

  /** `steps` are the components of the vectors of all words, one after the other, in any unit. */
  constructor(
    private readonly words: readonly string[],
    private readonly steps: Int8Array,
  ) {
    this.places = new Map(words.map((word, index) => [word, index * VECTOR_SIZE]));
  }

  /** @throws Error if the file is damaged. */
  static decode(file: Buffer): WordVectors {
    const start = 4 + file.readUInt32LE(0);
    const header = JSON.parse(file.toString('utf8', 4, start)) as { format: number; words: string };
    const words = header.words.split(' ');
    if (header.format !== FORMAT || file.length !== start + words.length * VECTOR_SIZE)
      throw new Error('The file of word vectors is damaged or has another format');
    return new WordVectors(words, new Int8Array(file.subarray(start)));
  }

  /** The length of a JSON header (32-bit, little-endian), the header with the words, and one byte per component. */
  encode(): Buffer {
    const header = Buffer.from(JSON.stringify({ format: FORMAT, words: this.words.join(' ') }));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(header.length);
    return Buffer.concat([size, header, Buffer.from(this.steps)]);
  }

  /**
   * Adds the direction of the sum of the vectors of these words. It is shorter the fewer of the words have a vector. Where most have
   * none, the text is in another language, and nothing is added.
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
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0)) || 1;
    const factor = (SCALE * known) / (known + unknown) / length;
    for (let index = 0; index < VECTOR_SIZE; index++) vector.push(VECTOR_START + index, (sum[index] ?? 0) * factor);
  }
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
