import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashText, mix } from '../src/analysis/model/hashed.features.js';
import { type TrainingTexts } from './recipe.trainer.js';
import { BUSINESS_SENTENCES } from './business.sentences.js';
import { FORUM_LABELS } from './forum.labels.js';

/** One row of a data set. Which fields are present depends on the set. */
export interface DataRow {
  external_id: string;
  platform?: string | null;
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

/** Reads data sets from a folder of gzipped JSON Lines files. Each file is read once. */
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

/** The fold of a row, from 0 to `folds` - 1. Depends only on the id of the row. */
export function foldOf(row: { external_id: string }, folds: number): number {
  return mix(hashText(row.external_id)) % folds;
}

/** As `foldOf`, with all reviews of a product in one fold. */
export function foldOfProduct(row: DataRow, folds: number): number {
  const { product_name: product } = row;
  if (product == null) return foldOf(row, folds);
  const place = LARGEST_PRODUCTS.indexOf(product);
  return place < 0 ? mix(hashText(product)) % folds : place % folds;
}

/** The three products of the labeled reviews of fitness apps, which must not share a fold. */
const LARGEST_PRODUCTS = ['Garmin Connect', 'Huawei Health', 'Samsung Health'];

/** The data folder from the command line or QUALM_DATA. Exits with a message if neither is given. */
export function dataFolder(argument: string | undefined): DataFolder {
  const folder = argument ?? process.env.QUALM_DATA;
  if (!folder) {
    process.stderr.write('Specify the folder of the data sets as an argument or in QUALM_DATA.\n');
    process.exit(2);
  }
  return new DataFolder(folder);
}

/**
 * The distinct sentences of an AWARE review. A sentence with several opinions counts as a complaint if one of them is
 * negative.
 */
export function opinionSentences(row: DataRow): { text: string; target: 0 | 1 }[] {
  const targets = new Map<string, 0 | 1>();
  for (const { text, sentiment } of row.sentences ?? []) {
    targets.set(text, sentiment === 'negative' ? 1 : (targets.get(text) ?? 0));
  }
  return [...targets].map(([text, target]) => ({ text, target }));
}

/**
 * The training data of the shipped weights, only from sets with licenses that allow it. `keep` excludes held-out rows.
 */
export function trainingTexts(data: DataFolder, keep: (row: DataRow) => boolean): TrainingTexts {
  const kept = (name: string): DataRow[] => data.rows(name).filter(keep);
  const labeled = (name: string) => kept(name).map((row) => ({ ...row, labels: row.labels ?? [] }));
  return {
    reviews: [...labeled('reviews/mini-bar-en'), ...labeled('reviews/mini-bar-fr')],
    appReviews: labeled('reviews/maalej-2016'),
    sentences: kept('reviews/aware').flatMap(opinionSentences),
    rated: [...labeled('reviews/aware'), ...labeled('reviews/bulk-youtube-dated').slice(0, 2500)],
    otherReviews: [
      ...labeled('reviews/bulk-is22').filter((_row, index) => index % 4 === 0),
      ...labeled('reviews/bulk-youtube-dated').filter((_row, index) => index % 5 === 0),
    ],
    business: BUSINESS_SENTENCES,
    posts: kept('posts/reddit-unlabelled')
      .filter(({ external_id: id }) => !FORUM_LABELS.has(id))
      .map(({ text }) => text),
    readPosts: labeledPosts(data).filter(keep),
    askingPosts: kept('posts/reddit-weak-needs').map(({ text }) => text.replace(/\[?SMT\]?:?/gi, ' ')),
    networkPosts: kept('posts/purchase-intent-tweets').map(({ text, label }) => ({
      text,
      target: label === 'purchase_intent' ? 1 : 0,
    })),
  };
}

/** The forum posts that were labeled for this project. */
export function labeledPosts(data: DataFolder): (DataRow & { target: 0 | 1 })[] {
  return data.rows('posts/reddit-unlabelled').flatMap((row) => {
    const target = FORUM_LABELS.get(row.external_id);
    return target === undefined ? [] : [{ ...row, target }];
  });
}

const BACKGROUND = [
  'reviews/bulk-is22',
  'reviews/bulk-googleplay-categories',
  'reviews/mini-bar-en',
  'reviews/mini-bar-fr',
  'reviews/bulk-youtube-dated',
];

/** The texts for the shipped rarities, only from sets with licenses that allow it. */
export function backgroundTexts(data: DataFolder): string[] {
  return BACKGROUND.flatMap((name) => data.rows(name).map(({ title, text }) => (title ? `${title}. ${text}` : text)));
}
