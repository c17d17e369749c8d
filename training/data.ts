import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashText, mix } from '../src/analysis/model/hashed.features.js';
import { type TrainingTexts } from './recipe.trainer.js';
import { BUSINESS_SENTENCES } from './business.sentences.js';

/** One row of a data set; which fields are filled depends on the set. */
export interface DataRow {
  external_id: string;
  text: string;
  title?: string | null;
  rating?: number | null;
  published_at?: string | null;
  product_name?: string | null;
  labels?: string[];
  label?: string | null;
  language?: string;
  source?: 'network' | 'forum';
  cluster?: string;
  pros?: string | null;
  cons?: string | null;
  benefits?: string | null;
  recommendations?: string | null;
  sentences?: { text: string; category?: string; sentiment?: string }[];
}

/** Reads data sets out of a folder of gzipped JSON lines, each once. */
export class DataFolder {
  private readonly read = new Map<string, DataRow[]>();

  constructor(private readonly folder: string) {}

  /** The rows of a set such as `reviews/maalej-2016`. */
  rows(name: string): DataRow[] {
    let rows = this.read.get(name);
    if (!rows) {
      const lines = gunzipSync(readFileSync(join(this.folder, `${name}.jsonl.gz`)))
        .toString('utf8')
        .split('\n');
      rows = lines.filter(Boolean).map((line) => JSON.parse(line) as DataRow);
      this.read.set(name, rows);
    }
    return rows;
  }
}

/** Which of so many parts a row lies in, from 0; depends on its id alone. */
export function foldOf(row: { external_id: string }, folds: number): number {
  return mix(hashText(row.external_id)) % folds;
}

/** The folder named on the command line or by QUALM_DATA; ends the process with a clear line where neither is given. */
export function dataFolder(argument: string | undefined): DataFolder {
  const folder = argument ?? process.env.QUALM_DATA;
  if (!folder) {
    process.stderr.write('Name the folder of the data sets, as an argument or in QUALM_DATA.\n');
    process.exit(2);
  }
  return new DataFolder(folder);
}

/** Distinct sentences of an AWARE review; a sentence with two opinions counts as a complaint where one is negative. */
export function opinionSentences(row: DataRow): { text: string; answer: 0 | 1 }[] {
  const answers = new Map<string, 0 | 1>();
  for (const { text, sentiment } of row.sentences ?? []) {
    answers.set(text, sentiment === 'negative' ? 1 : (answers.get(text) ?? 0));
  }
  return [...answers].map(([text, answer]) => ({ text, answer }));
}

/** What the shipped weights are learned from; only sets whose licences allow it. `keep` leaves rows out, for held-out scores. */
export function trainingTexts(data: DataFolder, keep: (row: DataRow) => boolean): TrainingTexts {
  const kept = (name: string): DataRow[] => data.rows(name).filter(keep);
  const labelled = (name: string) => kept(name).map((row) => ({ ...row, labels: row.labels ?? [] }));
  return {
    reviews: [...labelled('reviews/mini-bar-en'), ...labelled('reviews/mini-bar-fr')],
    appReviews: labelled('reviews/maalej-2016'),
    sentences: kept('reviews/aware').flatMap(opinionSentences),
    rated: [...labelled('reviews/aware'), ...labelled('reviews/bulk-youtube-dated').slice(0, 2500)],
    business: BUSINESS_SENTENCES,
    posts: kept('posts/reddit-unlabelled').map(({ text }) => text),
    askingPosts: kept('posts/reddit-weak-needs').map(({ text }) => text.replace(/\[?SMT\]?:?/gi, ' ')),
    networkPosts: kept('posts/purchase-intent-tweets').map(({ text, label }) => ({
      text,
      answer: label === 'purchase_intent' ? 1 : 0,
    })),
  };
}

const BACKGROUND = [
  'reviews/bulk-is22',
  'reviews/bulk-googleplay-categories',
  'reviews/mini-bar-en',
  'reviews/mini-bar-fr',
  'reviews/bulk-youtube-dated',
];

/** Reviews at large, whose licences allow counting their words into shipped rarities. */
export function backgroundTexts(data: DataFolder): string[] {
  return BACKGROUND.flatMap((name) => data.rows(name).map(({ title, text }) => (title ? `${title}. ${text}` : text)));
}
