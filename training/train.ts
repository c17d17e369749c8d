import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FILES, MODEL_FOLDER, trainAll } from './model-files.js';
import { dataFolder } from './data.js';

/** `npm run train -- DATA_DIR [TARGET_DIR]` trains the models of the built-in engine and writes their files. */
const [, , folder, target = MODEL_FOLDER] = process.argv;
trainAll(dataFolder(folder)).forEach((file, index) => writeFileSync(join(target, MODEL_FILES[index] ?? ''), file));
process.stdout.write(`Wrote ${MODEL_FILES.join(', ')} to ${target}\n`);
