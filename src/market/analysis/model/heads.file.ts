import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHeads, type Heads } from './linear.model.js';

let heads: Heads | undefined;

/** The committed weights, read once; the path holds from the sources and from the build alike. */
export function loadHeads(): Heads {
  heads ??= decodeHeads(readFileSync(join(import.meta.dirname, '../../../../src/market/analysis/models/heads.bin')));
  return heads;
}
