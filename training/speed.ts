import { type PostText } from '../src/analysis/analysis.types.js';
import { loadHeads } from '../src/analysis/model/heads.file.js';
import { readPost } from '../src/analysis/post.reader.js';
import { ReportCollector } from '../src/analysis/report.collector.js';
import { readReview } from '../src/analysis/review.reader.js';
import { clusterComplaints } from '../src/analysis/themes/clusters/complaint.clusterer.js';
import { asReview } from './predictions.js';
import { dataFolder, type DataRow } from './data.js';

/**
 * `npm run speed -- DATA_DIR` measures reviews and posts per second on one core, and the time and memory of large
 * reports.
 */
const data = dataFolder(process.argv[2]);
const heads = loadHeads();
const rows = ['reviews/bulk-dropbox', 'reviews/bulk-is22', 'reviews/mini-bar-en', 'reviews/aware'].flatMap((name) =>
  data.rows(name),
);
const characters = Math.round(rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length);

perSecond(`reviews (${characters} characters on average)`, rows, (row) => readReview(asReview(row), heads));
const posts = data.rows('posts/reddit-weak-needs').map(({ text }): PostText => ({ id: '', text, source: 'forum' }));
perSecond('posts', posts, (post) => readPost(post, heads));
for (const size of [25_000, 50_000, 100_000]) report(size);
const texts = manyRows(100_000).map(({ text }) => text);
timed('100,000 complaints grouped', () => clusterComplaints(texts));

/** Measures the rate of `read`. The first items warm up the engine and are not measured. */
function perSecond<T>(what: string, items: readonly T[], read: (item: T) => unknown): void {
  items.slice(0, 1000).forEach(read);
  const start = process.cpuUsage();
  items.forEach(read);
  const seconds = process.cpuUsage(start).user / 1e6;
  print(`${Math.round(items.length / seconds)} ${what} per second of CPU time`);
}

function report(size: number): void {
  timed(`report on ${size} reviews of one product`, () => {
    const collector = new ReportCollector(heads, { productName: 'Dropbox' });
    const all = manyRows(size);
    for (let start = 0; start < size; start += 500)
      collector.add(all.slice(start, start + 500).map((row) => asReview(row)));
    return collector.finish('speed').themes.length;
  });
}

/** Repeats the rows of the sets, each with a unique id and text. */
function manyRows(size: number): DataRow[] {
  return Array.from({ length: size }, (_unused, index) => {
    const row = rows[index % rows.length] ?? { external_id: '', text: '' };
    return {
      ...row,
      external_id: `${row.external_id}-${index}`,
      text: `${row.text} ${Math.floor(index / rows.length)}`,
    };
  });
}

function timed(what: string, work: () => unknown): void {
  const start = process.cpuUsage();
  work();
  const seconds = process.cpuUsage(start).user / 1e6;
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  print(`${what}: ${seconds.toFixed(1)} s of CPU time, ${megabytes} MB of memory`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
