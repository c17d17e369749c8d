import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHeads, type Heads } from './linear.model.js';

let heads: Heads | undefined;

/** Returns the committed weights. The file is read once. */
export function loadHeads(): Heads {
  heads ??= decodeHeads(readFileSync(join(import.meta.dirname, '../models/heads.bin')));
  return heads;
}
