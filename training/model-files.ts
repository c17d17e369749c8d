import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHeads } from '../src/analysis/model/linear.model.js';
import { useWordVectors } from '../src/analysis/model/word.vectors.js';
import { categoryTexts } from './category.labels.js';
import { trainCategories } from './category.trainer.js';
import { trainRarities } from './rarity.trainer.js';
import { trainHeads } from './recipe.trainer.js';
import { backgroundTexts, DataFolder, trainingTexts } from './data.js';
import { trainWordVectors } from './vector.trainer.js';
import { readTaughtWords } from './word.teacher.js';

export const MODEL_FILES = ['heads.bin', 'rarity.bin', 'categories.bin', 'vectors.bin'] as const;
/** What a sentence encoder said of words: see `npm run teach`. */
export const TAUGHT_WORDS = join(import.meta.dirname, 'taught-words.bin');
export const MODEL_FOLDER = join(import.meta.dirname, '../src/analysis/models');

/** Trains all models and returns the contents of their files, in the order of `MODEL_FILES`. */
export function trainAll(data: DataFolder): Buffer[] {
  const background = backgroundTexts(data);
  const vectors = trainWordVectors(background, readTaughtWords(readFileSync(TAUGHT_WORDS)));
  useWordVectors(vectors);
  const heads = trainHeads(trainingTexts(data, () => true));
  return [
    encodeHeads(heads),
    trainRarities(background),
    trainCategories(categoryTexts(data), heads).encode(),
    vectors.encode(),
  ];
}

/** The committed model files, and the files trained on the data sets of a folder. */
export function committedAndTrained(folder: string): { committed: Buffer[]; trained: Buffer[] } {
  const committed = MODEL_FILES.map((name) => readFileSync(join(MODEL_FOLDER, name)));
  return { committed, trained: trainAll(new DataFolder(folder)) };
}
