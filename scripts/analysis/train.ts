import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHeads } from '../../src/market/analysis/model/linear.model.js';
import { trainRarities } from '../../src/market/analysis/training/rarity.trainer.js';
import { trainHeads } from '../../src/market/analysis/training/recipe.trainer.js';
import { backgroundTexts, dataFolder, trainingTexts } from './data.js';

/** Learns the files of the built-in engine anew: `npm run train -- DATA_DIR [TARGET_DIR]`. */
const [, , folder, target = join(import.meta.dirname, '../../src/market/analysis/models')] = process.argv;
const data = dataFolder(folder);
writeFileSync(join(target, 'heads.bin'), encodeHeads(trainHeads(trainingTexts(data, () => true))));
writeFileSync(join(target, 'rarity.bin'), trainRarities(backgroundTexts(data)));
process.stdout.write(`Wrote heads.bin and rarity.bin to ${target}\n`);
