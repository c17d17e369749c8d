import { LAYOUT_HASH } from './feature.layout.js';
import { weighProducts } from './meaning.products.js';
import { DENSE_SIZE, MODEL_SIZE, type SparseVector } from './sparse.vector.js';

/**
 * One trained model: a bias, exact weights for the counted signals, 8-bit weights for the hashed words, and weights for the products of
 * two components of the meaning, or none.
 */
export interface LinearHead {
  bias: number;
  scale: number;
  dense: Float64Array;
  buckets: Int8Array;
  products: Float64Array;
}

/** The names of the heads that the engine uses. */
export const HEAD_NAMES = [
  'problem',
  'complaint',
  'request',
  'stars',
  'fitness',
  'fitnessProblem',
  'fitnessRequest',
  'business',
  'forum',
  'network',
] as const;
export type HeadName = (typeof HEAD_NAMES)[number];
export type Heads = Record<HeadName, LinearHead>;

interface FileHeader {
  format: 3;
  /** The hash of the feature layout that the weights were trained for. */
  layout: string;
  heads: { name: HeadName; bias: number; scale: number; dense: number[]; products: number[] }[];
}

/** The score of a vector: log-odds, or for the head `stars` a number of stars. */
export function scoreVector(vector: SparseVector, head: LinearHead): number {
  let sum = head.bias;
  const { indices, values, length } = vector;
  const { dense, buckets, scale } = head;
  for (let at = 0; at < length; at++) {
    const index = indices[at] ?? 0;
    const weight = index < DENSE_SIZE ? (dense[index] ?? 0) : (buckets[index] ?? 0) * scale;
    sum += weight * (values[at] ?? 0);
  }
  return vector.hasProducts ? sum + weighProducts(vector.products, head.products) : sum;
}

type Four<T> = readonly [T, T, T, T];

/** The scores of a vector by four heads, in their order and as of `scoreVector`. Faster than one pass for each head. */
export function scoreFour(vector: SparseVector, heads: Four<LinearHead>): Four<number> {
  const { indices, values, length, products } = vector;
  const [one, two, three, four] = heads;
  let first = one.bias;
  let second = two.bias;
  let third = three.bias;
  let fourth = four.bias;
  for (let at = 0; at < length; at++) {
    const index = indices[at] ?? 0;
    const value = values[at] ?? 0;
    if (index < DENSE_SIZE) {
      first += (one.dense[index] ?? 0) * value;
      second += (two.dense[index] ?? 0) * value;
      third += (three.dense[index] ?? 0) * value;
      fourth += (four.dense[index] ?? 0) * value;
    } else {
      first += (one.buckets[index] ?? 0) * one.scale * value;
      second += (two.buckets[index] ?? 0) * two.scale * value;
      third += (three.buckets[index] ?? 0) * three.scale * value;
      fourth += (four.buckets[index] ?? 0) * four.scale * value;
    }
  }
  if (!vector.hasProducts) return [first, second, third, fourth];
  return [
    first + weighProducts(products, one.products),
    second + weighProducts(products, two.products),
    third + weighProducts(products, three.products),
    fourth + weighProducts(products, four.products),
  ];
}

/** Converts log-odds to a probability between 0 and 1. */
export function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Quantizes full-precision weights, then the bias, then the weights of products if there are any, to a head with 8-bit buckets. */
export function quantizeHead(weights: Float64Array): LinearHead {
  let largest = 0;
  for (let index = DENSE_SIZE; index < MODEL_SIZE; index++) largest = Math.max(largest, Math.abs(weights[index] ?? 0));
  const scale = roundTo(largest / 127, 8) || 1e-8;
  const buckets = new Int8Array(MODEL_SIZE);
  for (let index = DENSE_SIZE; index < MODEL_SIZE; index++) {
    buckets[index] = Math.max(-127, Math.min(127, Math.round((weights[index] ?? 0) / scale)));
  }
  const dense = Float64Array.from(weights.subarray(0, DENSE_SIZE), (weight) => roundTo(weight, 4));
  const products = weights.slice(MODEL_SIZE + 1).map((weight) => roundTo(weight, 4));
  return { bias: roundTo(weights[MODEL_SIZE] ?? 0, 4), scale, dense, buckets, products };
}

/**
 * Encodes all heads in one file: the length of a JSON header (32-bit, little-endian), the header, then one block of
 * 8-bit weights per head.
 */
export function encodeHeads(heads: Heads): Buffer {
  const header: FileHeader = {
    format: 3,
    layout: LAYOUT_HASH,
    heads: HEAD_NAMES.map((name) => ({
      name,
      bias: heads[name].bias,
      scale: heads[name].scale,
      dense: [...heads[name].dense],
      products: [...heads[name].products],
    })),
  };
  const text = Buffer.from(JSON.stringify(header), 'utf8');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([size, text, ...HEAD_NAMES.map((name) => Buffer.from(heads[name].buckets))]);
}

/** Decodes a file of `encodeHeads`. @throws Error if the file is damaged or was trained for another feature layout. */
export function decodeHeads(file: Buffer): Heads {
  const headerLength = file.readUInt32LE(0);
  const header = JSON.parse(file.toString('utf8', 4, 4 + headerLength)) as FileHeader;
  if (header.format === 3 && header.layout !== LAYOUT_HASH)
    throw new Error(
      `The model weights were trained for feature layout ${header.layout}, this code has ${LAYOUT_HASH}: run npm run train`,
    );
  if (header.format !== 3 || file.length !== 4 + headerLength + header.heads.length * MODEL_SIZE)
    throw new Error('The file of model weights is damaged or has another format');
  const heads = new Map<string, LinearHead>();
  header.heads.forEach(({ name, bias, scale, dense, products }, index) => {
    const start = 4 + headerLength + index * MODEL_SIZE;
    const buckets = new Int8Array(file.subarray(start, start + MODEL_SIZE));
    const exact = { dense: Float64Array.from(dense), products: Float64Array.from(products) };
    heads.set(name, { bias, scale, buckets, ...exact });
  });
  const head = (name: HeadName): LinearHead => {
    const found = heads.get(name);
    if (!found) throw new Error(`The file of model weights has no head named ${name}`);
    return found;
  };
  return Object.fromEntries(HEAD_NAMES.map((name) => [name, head(name)])) as Heads;
}

function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
