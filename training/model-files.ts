import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHeads } from '../src/analysis/model/linear.model.js';
import { categoryTexts } from './category.labels.js';
import { trainCategories } from './category.trainer.js';
import { trainRarities } from './rarity.trainer.js';
import { trainHeads } from './recipe.trainer.js';
import { backgroundTexts, DataFolder, trainingTexts } from './data.js';

export const MODEL_FILES = ['heads.bin', 'rarity.bin', 'categories.bin'] as const;
export const MODEL_FOLDER = join(import.meta.dirname, '../src/analysis/models');

/** Trains all models and returns the contents of their files. */
export function trainAll(data: DataFolder): [Buffer, Buffer, Buffer] {
  const heads = trainHeads(trainingTexts(data, () => true));
  return [
    encodeHeads(heads),
    trainRarities(backgroundTexts(data)),
    trainCategories(categoryTexts(data), heads).encode(),
  ];
}

/** The committed model files, and the files trained on the data sets of a folder. */
export function committedAndTrained(folder: string): { committed: Buffer[]; trained: Buffer[] } {
  const committed = MODEL_FILES.map((name) => readFileSync(join(MODEL_FOLDER, name)));
  return { committed, trained: trainAll(new DataFolder(folder)) };
}
