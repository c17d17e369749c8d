import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHeads, type Heads } from './linear.model.js';

let heads: Heads | undefined;

/** The committed weights, read once. */
export function loadHeads(): Heads {
  heads ??= decodeHeads(readFileSync(join(import.meta.dirname, '../models/heads.bin')));
  return heads;
}
