import { DENSE_SIZE, MAX_GRAM_LENGTH, MODEL_SIZE, MIN_GRAM_LENGTH, type SparseVector } from './sparse.vector.js';

const FNV_START = 2166136261;
const FNV_PRIME = 16777619;
const GRAM_START = 0x1234567;
const PAIR_START = 0x9e3779b9;
const PAIR_END = 0x51ed270b;
const MAX_CACHED_WORDS = 60_000;

/** The logarithms of small counts, which nearly all are. */
const DAMPED = Array.from({ length: 64 }, (_unused, count) => 1 + Math.log(count));

const counts = new Int32Array(MODEL_SIZE);
const isGram = new Uint8Array(MODEL_SIZE);
const touched = new Int32Array(MODEL_SIZE);
const cache = new Map<string, Int32Array>();

/**
 * Adds words and word pairs to the vector, and if `grams` is set, character grams of length 3 to 5.
 * Counts are damped by a logarithm. Words and grams are each normalized to the given length.
 */
export function addHashedWords(vector: SparseVector, words: readonly string[], grams: boolean, length = 1): void {
  let count = 0;
  let previous = PAIR_START;
  for (const word of words) {
    if (isIgnoredMark(word)) continue;
    const hashes = hashesOf(word);
    const hash = hashes[0] ?? 0;
    count = countBucket(bucketOf(hash), 0, count);
    count = countBucket(bucketOf(mix(hash + Math.imul(previous, 31))), 0, count);
    previous = hash;
    if (grams) for (let index = 1; index < hashes.length; index++) count = countBucket(hashes[index] ?? 0, 1, count);
  }
  count = countBucket(bucketOf(mix(PAIR_END + Math.imul(previous, 31))), 0, count);
  pushNormalized(vector, count, length);
}

/** Adds triples of words, of which at most one word is left out, and which. They are normalized to length one. */
export function addTriples(vector: SparseVector, words: readonly string[]): void {
  let count = 0;
  let before = 0;
  let [first, second, third] = [0, 0, 0];
  for (const word of words) {
    if (isIgnoredMark(word)) continue;
    const hash = hashesOf(word)[0] ?? 0;
    if (before > 1) count = countBucket(tripleOf(second, third, hash, 0), 0, count);
    if (before > 2) {
      count = countBucket(tripleOf(first, second, hash, 1), 0, count);
      count = countBucket(tripleOf(first, third, hash, 2), 0, count);
    }
    first = second;
    second = third;
    third = hash;
    before++;
  }
  pushNormalized(vector, count, 1);
}

/** The bucket of a triple; `gap` says which word is left out, if any. */
function tripleOf(first: number, second: number, third: number, gap: number): number {
  return bucketOf(mix(mix(first + Math.imul(second, 31)) + Math.imul(third, 17) + gap));
}

/** Counts a bucket, which is added to the `touched` ones if it is new. Returns how many of these there are. */
function countBucket(bucket: number, gram: number, touchedBefore: number): number {
  const before = counts[bucket] ?? 0;
  counts[bucket] = before + 1;
  if (before > 0) return touchedBefore;
  touched[touchedBefore] = bucket;
  isGram[bucket] = gram;
  return touchedBefore + 1;
}

function pushNormalized(vector: SparseVector, count: number, length: number): void {
  let wordSquares = 0;
  let gramSquares = 0;
  for (let index = 0; index < count; index++) {
    const bucket = touched[index] ?? 0;
    const value = damp(counts[bucket] ?? 1);
    if (isGram[bucket]) gramSquares += value * value;
    else wordSquares += value * value;
  }
  const wordLength = (Math.sqrt(wordSquares) || 1) / length;
  const gramLength = (Math.sqrt(gramSquares) || 1) / length;
  for (let index = 0; index < count; index++) {
    const bucket = touched[index] ?? 0;
    vector.push(bucket, damp(counts[bucket] ?? 1) / (isGram[bucket] ? gramLength : wordLength));
    counts[bucket] = 0;
  }
}

function damp(count: number): number {
  return DAMPED[count] ?? 1 + Math.log(count);
}

/** True for periods, commas and similar marks, which are not hashed. Exclamation and question marks are hashed. */
function isIgnoredMark(word: string): boolean {
  const code = word.charCodeAt(0);
  return (
    word.length === 1 &&
    (code === 46 || code === 44 || code === 59 || code === 58 || code === 40 || code === 41 || code === 10)
  );
}

/** The hash of a word, followed by the buckets of its character grams. */
function hashesOf(word: string): Int32Array {
  let hashes = cache.get(word);
  if (hashes) return hashes;
  const list = [mix(hashText(word))];
  const padded = `_${word}_`;
  for (let start = 0; start < padded.length; start++) {
    let hash = GRAM_START;
    for (let length = 1; length <= MAX_GRAM_LENGTH && start + length <= padded.length; length++) {
      hash = Math.imul(hash ^ padded.charCodeAt(start + length - 1), FNV_PRIME);
      if (length >= MIN_GRAM_LENGTH) list.push(bucketOf(mix(hash + length - 1)));
    }
  }
  hashes = new Int32Array(list);
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  cache.set(word, hashes);
  return hashes;
}

/** A 32-bit hash (FNV-1a) of a text, the same on every machine. */
export function hashText(text: string): number {
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** Mixes the bits of a hash. The result is not negative. */
export function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function bucketOf(hash: number): number {
  const bucket = hash & (MODEL_SIZE - 1);
  return bucket < DENSE_SIZE ? bucket + DENSE_SIZE : bucket;
}
