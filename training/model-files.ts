import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHeads } from '../src/analysis/model/linear.model.js';
import { trainRarities } from './rarity.trainer.js';
import { trainHeads } from './recipe.trainer.js';
import { backgroundTexts, DataFolder, trainingTexts } from './data.js';

export const MODEL_FILES = ['heads.bin', 'rarity.bin'] as const;
export const MODEL_FOLDER = join(import.meta.dirname, '../src/analysis/models');

/** Trains both models and returns the contents of their files. */
export function trainAll(data: DataFolder): [Buffer, Buffer] {
  return [encodeHeads(trainHeads(trainingTexts(data, () => true))), trainRarities(backgroundTexts(data))];
}

/** The committed model files, and the files trained on the data sets of a folder. */
export function committedAndTrained(folder: string): { committed: Buffer[]; trained: Buffer[] } {
  const committed = MODEL_FILES.map((name) => readFileSync(join(MODEL_FOLDER, name)));
  return { committed, trained: trainAll(new DataFolder(folder)) };
}
