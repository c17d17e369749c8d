import { PART_SIZES, VECTOR_SIZE } from '../src/analysis/model/meaning.products.js';
import { WordVectors } from '../src/analysis/model/word.vectors.js';
import { detectLanguage } from '../src/analysis/text/language.detector.js';
import { isWord } from '../src/analysis/text/parsed.text.js';
import { tokenizeWords } from '../src/analysis/text/word.tokenizer.js';
import { forEachEntry, mainDirections, type Matrix, toSteps } from './matrix.js';
import { type TaughtWords } from './word.teacher.js';

/** Words of fewer texts have no vector. */
const MIN_TEXTS = 5;
/** Two words stand together if at most so many words apart. Closer ones count more. */
const WINDOW = 4;
/** Frequent neighbors count less than their frequency (Levy, Goldberg and Dagan 2015). */
const SMOOTHING = 0.75;

/**
 * Learns word vectors from English texts: the main directions of the positive pointwise mutual information of words that stand
 * together. The same texts in the same order give the same vectors.
 */
export function trainWordVectors(texts: Iterable<string>, taught: TaughtWords): WordVectors {
  const read: string[][] = [];
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = tokenizeWords(text);
    if (detectLanguage(text, words) !== 'en') continue;
    read.push(words);
    for (const word of new Set(words)) if (isWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].filter(([, count]) => count >= MIN_TEXTS).map(([word]) => word);
  const directions = mainDirections(informationOf(countNeighbors(read, words)), PART_SIZES.neighbors);
  const rarities = words.map((word) => Math.log(read.length / (1 + (counts.get(word) ?? 0))));
  const components = words.flatMap((_word, row) => {
    const own = directions.map((direction) => direction[row] ?? 0);
    const length = Math.hypot(...own) || 1;
    return own.map((value) => (value / length) * (rarities[row] ?? 0));
  });
  const learned = toSteps(components);
  const steps = new Int8Array(words.length * VECTOR_SIZE);
  words.forEach((word, row) => {
    steps.set(learned.subarray(row * PART_SIZES.neighbors, (row + 1) * PART_SIZES.neighbors), row * VECTOR_SIZE);
    steps.set(taught.get(word) ?? [], row * VECTOR_SIZE + PART_SIZES.neighbors);
  });
  return new WordVectors(words, steps);
}

/** How often each pair of words stands together, with the words as numbers. */
function countNeighbors(texts: readonly (readonly string[])[], words: readonly string[]): Matrix {
  const numbers = new Map(words.map((word, index) => [word, index]));
  const rows = words.map(() => new Map<number, number>());
  const add = (row: number, column: number, count: number): void => {
    rows[row]?.set(column, (rows[row].get(column) ?? 0) + count);
  };
  for (const text of texts) {
    const known = text.map((word) => numbers.get(word)).filter((number) => number !== undefined);
    known.forEach((word, at) =>
      known.slice(at + 1, at + 1 + WINDOW).forEach((other, distance) => {
        add(word, other, 1 / (distance + 1));
        add(other, word, 1 / (distance + 1));
      }),
    );
  }
  const starts = new Int32Array(words.length + 1);
  rows.forEach((row, index) => (starts[index + 1] = (starts[index] ?? 0) + row.size));
  return {
    size: words.length,
    starts,
    columns: Int32Array.from(rows.flatMap((row) => [...row.keys()])),
    values: Float64Array.from(rows.flatMap((row) => [...row.values()])),
  };
}

/** Replaces counts by how much more often two words stand together than their frequencies say, as a logarithm; 0 if less often. */
function informationOf(counts: Matrix): Matrix {
  const { size, starts, columns, values } = counts;
  const totals = new Float64Array(size);
  forEachEntry(counts, (row, _column, value) => (totals[row] = (totals[row] ?? 0) + value));
  const smooth = totals.map((total) => total ** SMOOTHING);
  const all = smooth.reduce((sum, value) => sum + value, 0);
  const information = new Float64Array(values.length);
  let at = 0;
  forEachEntry(counts, (row, column, value) => {
    const expected = ((totals[row] ?? 0) * (smooth[column] ?? 0)) / all;
    information[at++] = Math.max(0, Math.log(value / expected));
  });
  return { size, starts, columns, values: information };
}
