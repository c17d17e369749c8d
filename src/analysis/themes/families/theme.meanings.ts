import { VECTOR_SIZE } from '../../model/meaning.products.js';
import { type SizedTheme } from './theme.sizes.js';

interface Sum {
  steps: Float64Array;
  sentences: number;
}

/**
 * Sets how near every sentence of some themes is in meaning to the others of its theme: the cosine of what either has beyond the mean of
 * the other themes. Sentences about another thing are far from the others.
 */
export function compareMeanings(themes: readonly SizedTheme[]): void {
  const sums = themes.map(sumOf);
  const total = new Float64Array(VECTOR_SIZE);
  for (const sum of sums) addMean(total, sum, 1);
  const others = Math.max(1, themes.length - 1);
  themes.forEach(({ members }, place) => {
    const sum = sums[place];
    if (!sum) return;
    const rest = total.slice();
    addMean(rest, sum, -1);
    const mean = rest.map((step) => step / others);
    for (const member of members) member.near = nearnessOf(member.sentence.meaning, sum, mean);
  });
}

function addMean(total: Float64Array, { steps, sentences }: Sum, sign: 1 | -1): void {
  for (let at = 0; at < VECTOR_SIZE; at++)
    total[at] = (total[at] ?? 0) + (sign * (steps[at] ?? 0)) / Math.max(1, sentences);
}

function sumOf({ members }: SizedTheme): Sum {
  const steps = new Float64Array(VECTOR_SIZE);
  let sentences = 0;
  for (const { sentence } of members) {
    if (!sentence.meaning) continue;
    sentences++;
    for (let at = 0; at < VECTOR_SIZE; at++) steps[at] = (steps[at] ?? 0) + (sentence.meaning[at] ?? 0);
  }
  return { steps, sentences };
}

/** Undefined for a sentence without a meaning, or without another one in its theme. `own` contains it. */
function nearnessOf(meaning: Int8Array | null, own: Sum, mean: Float64Array): number | undefined {
  if (!meaning || own.sentences < 2) return undefined;
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let at = 0; at < VECTOR_SIZE; at++) {
    const step = meaning[at] ?? 0;
    const beyond = step - (mean[at] ?? 0);
    const others = ((own.steps[at] ?? 0) - step) / (own.sentences - 1) - (mean[at] ?? 0);
    product += beyond * others;
    squares += beyond * beyond;
    otherSquares += others * others;
  }
  return product / (Math.sqrt(squares * otherSquares) || 1);
}
