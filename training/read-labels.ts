import { readFileSync } from 'node:fs';
import { type Heads } from '../src/analysis/model/linear.model.js';
import { readPost } from '../src/analysis/post.reader.js';
import { readReview } from '../src/analysis/review.reader.js';
import { type AnswerCollector, asReview } from './answers.js';
import { type DataFolder, type DataRow } from './data.js';

/** Pieces that one reader labelled by hand; an optional file, given beside the data folder. */
interface ReadLabels {
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

/** Scores categories, leaving, business pain and forum signals on the pieces read by hand. */
export function readHandLabels(
  file: string,
  data: DataFolder,
  heads: Heads,
  collector: AnswerCollector,
): CategoryCounts {
  const labels = JSON.parse(readFileSync(file, 'utf8')) as ReadLabels;
  const rows = new Map<string, DataRow>(SETS.flatMap((name) => data.rows(name)).map((row) => [row.external_id, row]));
  for (const { id, y } of labels.switching) {
    const row = rows.get(id);
    if (!row) continue;
    const { finding } = readReview(asReview(row), heads);
    collector.answer('leaving or preferring a rival *', y === 1, finding.switching, 0, LEAVING_WORDS.test(row.text));
  }
  for (const { id, y } of labels.buying_signal) {
    const text = rows.get(id)?.text;
    if (text === undefined) continue;
    const finding = readPost({ id, text, source: 'forum' }, heads);
    collector.answer(
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
      const { finding } = readReview(asReview({ text }), heads);
      const rule = /\b(?:not|no|but|wish|could|would|price|cost|expensive|hard|difficult)\b/i.test(text);
      collector.answer('B2B pain flagged, praise not *', truth, finding.problem, finding.problemScore, rule);
    }
  }
  return countCategories(labels, rows, heads);
}

export interface CategoryCounts {
  pieces: { both: number; said: number; meant: number; firstRight: boolean }[];
}

function countCategories(labels: ReadLabels, rows: ReadonlyMap<string, DataRow>, heads: Heads): CategoryCounts {
  const pieces = labels.categories.map(({ id, text, categories }) => {
    const rating = id.startsWith('g2') ? null : (rows.get(id)?.rating ?? null);
    const said = readReview(asReview({ text, rating }), heads).finding.categories.filter((one) => one !== 'other');
    const meant = categories.filter((one) => one !== 'other');
    const both = said.filter((one) => meant.includes(one)).length;
    return { both, said: said.length, meant: meant.length, firstRight: meant.includes(said[0] ?? '') };
  });
  return { pieces };
}
