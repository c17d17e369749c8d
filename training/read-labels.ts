import { readFileSync } from 'node:fs';
import { type Heads } from '../src/analysis/model/linear.model.js';
import { readPost } from '../src/analysis/post.reader.js';
import { readReview } from '../src/analysis/review.reader.js';
import { type PredictionCollector, asReview } from './predictions.js';
import { type DataFolder, type DataRow } from './data.js';

/** Texts that one person labeled by hand, from an optional file. The keys are those of the file. */
interface HandLabels {
  categories: { id: string; text: string; categories: string[] }[];
  switching: { id: string; y: 0 | 1 }[];
  buying_signal: { id: string; y: 0 | 1 }[];
}

const SETS = [
  'reviews/aware',
  'reviews/bulk-dropbox',
  'reviews/bulk-g2',
  'reviews/bulk-googleplay-categories',
  'reviews/bulk-is22',
  'reviews/bulk-youtube-dated',
  'reviews/maalej-2016',
  'reviews/mini-bar-en',
  'reviews/mini-bar-fr',
  'posts/reddit-unlabelled',
];
const LEAVING_WORDS = /\b(?:uninstall\w*|cancel\w*|switch\w*|alternative|delet\w+|désinstall\w*)\b/i;
const ASKING_WORDS = /\b(?:recommend\w*|suggest\w*|looking for|alternatives?|which|best|should i|buy|need)\b/i;

/** Records predictions for the hand-labeled texts: switching, buying signals, business pains and categories. */
export function readHandLabels(
  file: string,
  data: DataFolder,
  heads: Heads,
  collector: PredictionCollector,
): CategoryCounts {
  const labels = JSON.parse(readFileSync(file, 'utf8')) as HandLabels;
  const rows = new Map<string, DataRow>(SETS.flatMap((name) => data.rows(name)).map((row) => [row.external_id, row]));
  for (const { id, y } of labels.switching) {
    const row = rows.get(id);
    if (!row) continue;
    const finding = readReview(asReview(row), heads);
    collector.record('leaving or preferring a rival *', y === 1, finding.switching, 0, LEAVING_WORDS.test(row.text));
  }
  for (const { id, y } of labels.buying_signal) {
    const text = rows.get(id)?.text;
    if (text === undefined) continue;
    const finding = readPost({ id, text, source: 'forum' }, heads);
    collector.record(
      'forum buying signal, read by us *',
      y === 1,
      finding.buyingSignal,
      finding.score,
      ASKING_WORDS.test(text),
    );
  }
  for (const row of data.rows('reviews/bulk-g2')) {
    const read = labels.categories.find(({ id }) => id === row.external_id);
    const pieces = [
      row.pros ? { text: row.pros, truth: false } : [],
      read ? { text: read.text, truth: read.categories.length > 0 } : [],
    ];
    for (const { text, truth } of pieces.flat()) {
      const finding = readReview(asReview({ text, platform: row.platform }), heads);
      const rule = /\b(?:not|no|but|wish|could|would|price|cost|expensive|hard|difficult)\b/i.test(text);
      collector.record('B2B pain flagged, praise not *', truth, finding.problem, finding.problemScore, rule);
    }
  }
  return countCategories(labels, rows, heads);
}

/** For every labeled text, the numbers of predicted and labeled categories and of categories in both. */
export interface CategoryCounts {
  pieces: { both: number; predicted: number; labeled: number; firstRight: boolean }[];
}

function countCategories(labels: HandLabels, rows: ReadonlyMap<string, DataRow>, heads: Heads): CategoryCounts {
  const pieces = labels.categories.map(({ id, text, categories }) => {
    const rating = id.startsWith('g2') ? null : (rows.get(id)?.rating ?? null);
    const predicted = readReview(asReview({ text, rating, platform: rows.get(id)?.platform }), heads).categories.filter(
      (one) => one !== 'other',
    );
    const labeled = categories.filter((one) => one !== 'other');
    const both = predicted.filter((one) => labeled.includes(one)).length;
    return {
      both,
      predicted: predicted.length,
      labeled: labeled.length,
      firstRight: labeled.includes(predicted[0] ?? ''),
    };
  });
  return { pieces };
}
