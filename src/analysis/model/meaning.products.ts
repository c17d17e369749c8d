/** The numbers of components of the two parts of a word vector: learned from the neighbors of the word, and taught by a sentence encoder. */
export const PART_SIZES = { neighbors: 32, taught: 32 };
/** The number of components of the vector of a word. */
export const VECTOR_SIZE = PART_SIZES.neighbors + PART_SIZES.taught;
/** The meaning of a text is a vector like that of a word, then a 1, so that the products contain each component alone. */
export const MEANING_SIZE = VECTOR_SIZE + 1;
/** The number of products of two components of a meaning. */
export const PRODUCT_COUNT = (MEANING_SIZE * (MEANING_SIZE + 1)) / 2;

/** Sets the products of two components of a meaning, in the order of their weights. */
export function setProducts(products: Float64Array, meaning: Float64Array): void {
  let at = 0;
  for (let row = 0; row < MEANING_SIZE; row++) {
    const factor = meaning[row] ?? 0;
    for (let column = row; column < MEANING_SIZE; column++) products[at++] = factor * (meaning[column] ?? 0);
  }
}

/** The weighted sum of products. Four sums at a time do not wait for each other. */
export function weighProducts(products: Float64Array, weights: Float64Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const fours = weights.length - (weights.length % 4);
  for (let at = 0; at < fours; at += 4) {
    first += (weights[at] ?? 0) * (products[at] ?? 0);
    second += (weights[at + 1] ?? 0) * (products[at + 1] ?? 0);
    third += (weights[at + 2] ?? 0) * (products[at + 2] ?? 0);
    fourth += (weights[at + 3] ?? 0) * (products[at + 3] ?? 0);
  }
  for (let at = fours; at < weights.length; at++) first += (weights[at] ?? 0) * (products[at] ?? 0);
  return first + second + third + fourth;
}
