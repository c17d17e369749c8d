import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashText, mix } from './hashed.features.js';

/** The number of buckets of word stems. Each has one byte. */
export const RARITY_BUCKETS = 1 << 16;
const FORMAT = 1;
const STEPS_PER_UNIT = 100;
/** The rarity of an aspect that was added after the file was written. */
const UNKNOWN_ASPECT = 1;
/** Scales the logarithm of a document count to a range of about 0 to 2. */
const LOG_SCALE = 5;

interface Rarities {
  words: Buffer;
  aspects: ReadonlyMap<string, number>;
}

let rarities: Rarities | undefined;

/** The rarity of a stem in reviews of all products: about 0 for everyday words, about 2 for words seen once. */
export function rarityOfWord(stem: string): number {
  return (loadRarities().words[rarityBucket(stem)] ?? 0) / STEPS_PER_UNIT;
}

/** The rarity of an aspect in reviews of all products, on the same scale. */
export function rarityOfAspect(name: string): number {
  const step = loadRarities().aspects.get(name);
  return step === undefined ? UNKNOWN_ASPECT : step / STEPS_PER_UNIT;
}

export function rarityBucket(stem: string): number {
  return mix(hashText(stem)) & (RARITY_BUCKETS - 1);
}

/**
 * Encodes document counts: of `total` texts, how many contain each word bucket and each aspect.
 * The file contains the length of a JSON header (32-bit, little-endian), the header with the aspects by name, and one
 * byte per bucket.
 */
export function encodeRarities(total: number, words: Int32Array, aspects: ReadonlyMap<string, number>): Buffer {
  const step = (count: number): number =>
    Math.min(255, Math.round((Math.log((total + 1) / (count + 1)) / LOG_SCALE) * STEPS_PER_UNIT));
  const named = [...aspects].map(([name, count]): [string, number] => [name, step(count)]);
  const header = Buffer.from(JSON.stringify({ format: FORMAT, aspects: Object.fromEntries(named.sort()) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  return Buffer.concat([size, header, Buffer.from([...words].map(step))]);
}

function loadRarities(): Rarities {
  rarities ??= decodeRarities(readFileSync(join(import.meta.dirname, '../models/rarity.bin')));
  return rarities;
}

function decodeRarities(file: Buffer): Rarities {
  const start = 4 + file.readUInt32LE(0);
  const header = JSON.parse(file.toString('utf8', 4, start)) as { format: number; aspects: Record<string, number> };
  if (header.format !== FORMAT || file.length !== start + RARITY_BUCKETS)
    throw new Error('The file of rarities is damaged or has another format');
  return { words: file.subarray(start), aspects: new Map(Object.entries(header.aspects)) };
}
