import { dot } from '../src/analysis/model/dot.product.js';
import { PART_SIZES } from '../src/analysis/model/meaning.products.js';
import { decodeWords, encodeWords } from '../src/analysis/model/word.vectors.js';
import { isWord } from '../src/analysis/text/parsed.text.js';
import { denseMatrix, mainDirections, toSteps } from './matrix.js';

/** The components that a sentence encoder taught, by word. */
export type TaughtWords = ReadonlyMap<string, Int8Array>;

/** Words of fewer texts are not taught. */
const MIN_TEXTS = 5;
/** The penalty of the regression for large components. */
const PENALTY = 1.5;
/** The regression ends when its error has fallen to this share. */
const PRECISION = 1e-5;
const MAX_ROUNDS = 200;

/** The words of a text by number, with their weights. */
interface Row {
  words: number[];
  weights: number[];
}

/**
 * Learns from the embeddings of texts what each word adds to them: a ridge regression of their main directions on the words, of which rare
 * ones have more weight. The same texts in the same order give the same bytes, a file for `readTaughtWords`.
 */
export function teachWords(texts: readonly (readonly string[])[], embeddings: readonly Float32Array[]): Buffer {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].filter(([word, count]) => count >= MIN_TEXTS && isWord(word)).map(([word]) => word);
  const rarities = words.map((word) => Math.log(texts.length / (1 + (counts.get(word) ?? 0))));
  const numbers = new Map(words.map((word, index) => [word, index]));
  const rows = texts.map((text): Row => {
    const known = new Map<number, number>();
    for (const word of text) {
      const number = numbers.get(word);
      if (number !== undefined) known.set(number, (known.get(number) ?? 0) + (rarities[number] ?? 0));
    }
    const length = Math.hypot(...known.values()) || 1;
    return { words: [...known.keys()], weights: Array.from(known.values(), (weight) => weight / length) };
  });
  const directions = targetsOf(embeddings).map((targets) => regress(rows, targets, words.length));
  return encodeWords(
    words,
    toSteps(words.flatMap((_word, at) => directions.map((own) => (own[at] ?? 0) * (rarities[at] ?? 0)))),
  );
}

/** The component of each word in one direction, by conjugate gradients. */
function regress(rows: readonly Row[], targets: Float64Array, size: number): Float64Array {
  const components = new Float64Array(size);
  const error = gather(rows, targets, size);
  const step = error.slice();
  let squares = dot(error, error);
  const enough = squares * PRECISION ** 2;
  for (let round = 0; round < MAX_ROUNDS && squares > enough; round++) {
    const turned = gather(rows, spread(rows, step), size).map((value, at) => value + PENALTY * (step[at] ?? 0));
    const share = squares / dot(step, turned);
    for (let at = 0; at < size; at++) {
      components[at] = (components[at] ?? 0) + share * (step[at] ?? 0);
      error[at] = (error[at] ?? 0) - share * (turned[at] ?? 0);
    }
    const before = squares;
    squares = dot(error, error);
    for (let at = 0; at < size; at++) step[at] = (error[at] ?? 0) + (squares / before) * (step[at] ?? 0);
  }
  return components;
}

/** For each word, the weighted sum over the texts. */
function gather(rows: readonly Row[], values: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  rows.forEach(({ words, weights }, row) =>
    words.forEach((word, at) => (sums[word] = (sums[word] ?? 0) + (weights[at] ?? 0) * (values[row] ?? 0))),
  );
  return sums;
}

/** For each text, the weighted sum over its words. */
function spread(rows: readonly Row[], values: Float64Array): Float64Array {
  return Float64Array.from(rows, ({ words, weights }) =>
    words.reduce((sum, word, at) => sum + (weights[at] ?? 0) * (values[word] ?? 0), 0),
  );
}

/** The components of the embeddings in their main directions, without the mean: for each direction, one number a text. */
function targetsOf(embeddings: readonly Float32Array[]): Float64Array[] {
  const width = embeddings[0]?.length ?? 0;
  const mean = new Float64Array(width);
  for (const embedding of embeddings)
    embedding.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / embeddings.length));
  const centered = embeddings.map((embedding) => Float64Array.from(embedding, (value, at) => value - (mean[at] ?? 0)));
  const products = new Float64Array(width * width);
  for (const row of centered)
    row.forEach((left, first) =>
      row.forEach((right, second) => {
        const at = first * width + second;
        products[at] = (products[at] ?? 0) + left * right;
      }),
    );
  return mainDirections(denseMatrix(width, products), PART_SIZES.taught).map((direction) =>
    Float64Array.from(centered, (row) => dot(row, direction)),
  );
}

/** Reads a file of `teachWords`. @throws Error if it is damaged. */
export function readTaughtWords(file: Buffer): TaughtWords {
  const { words, steps } = decodeWords(file, PART_SIZES.taught);
  return new Map(
    words.map((word, row) => [word, steps.subarray(row * PART_SIZES.taught, (row + 1) * PART_SIZES.taught)]),
  );
}
