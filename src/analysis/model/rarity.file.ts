import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashText, mix } from './hashed.features.js';

/** Word buckets of the rarity file; the aspects follow them, one byte each. */
export const RARITY_BUCKETS = 1 << 16;
const STEPS_PER_UNIT = 100;
const UNKNOWN_ASPECT = 1;
let table: Buffer | undefined;

/** How rare a stem is in reviews at large: about 0 for everyday words, about 2 for words seen once. */
export function rarityOfWord(stem: string): number {
  return (rarities()[rarityBucket(stem)] ?? 0) / STEPS_PER_UNIT;
}

/** How rarely reviews at large name an aspect, in the same measure. */
export function rarityOfAspect(aspect: number): number {
  const step = rarities()[RARITY_BUCKETS + aspect];
  return step === undefined ? UNKNOWN_ASPECT : step / STEPS_PER_UNIT;
}

export function rarityBucket(stem: string): number {
  return mix(hashText(stem)) & (RARITY_BUCKETS - 1);
}

/** Document counts to bytes: `total` texts, then for every bucket and aspect how many hold it. */
export function encodeRarities(total: number, words: Int32Array, aspects: Int32Array): Buffer {
  const step = (count: number): number =>
    Math.min(255, Math.round((Math.log((total + 1) / (count + 1)) / 5) * STEPS_PER_UNIT));
  return Buffer.from([...words, ...aspects].map(step));
}

function rarities(): Buffer {
  table ??= readFileSync(join(import.meta.dirname, '../models/rarity.bin'));
  return table;
}
