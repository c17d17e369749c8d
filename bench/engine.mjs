import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadHeads } from '../dist/analysis/model/heads.file.js';
import { readPost } from '../dist/analysis/post.reader.js';
import { ReportCollector } from '../dist/analysis/report.collector.js';
import { readReview } from '../dist/analysis/review.reader.js';
import { clusterComplaints } from '../dist/analysis/themes/clusters/complaint.clusterer.js';

/**
 * `npm run speed -- DATA_DIR` (after `npm run build`) measures reviews and posts per second on one core, and the time and memory of
 * large reports.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder with the data sets.');
const BATCH = 500;
const WARM_UP = 1000;
const heads = loadHeads();
const rows = ['bulk-dropbox', 'bulk-is22', 'mini-bar-en', 'aware'].flatMap((name) => rowsOf(`reviews/${name}`));
const reviews = rows.map((row) => ({
  id: row.external_id,
  platform: row.platform ?? null,
  text: row.text,
  title: row.title ?? null,
  rating: row.rating ?? null,
  publishedAt: row.published_at ?? null,
}));
const characters = Math.round(reviews.reduce((sum, { text }) => sum + text.length, 0) / reviews.length);

perSecond(`reviews (${characters} characters on average)`, reviews, (review) => readReview(review, heads));
const posts = rowsOf('posts/reddit-weak-needs').map(({ text }) => ({ id: '', text, source: 'forum' }));
perSecond('posts', posts, (post) => readPost(post, heads));
for (const size of [25_000, 50_000, 100_000])
  timed(`report on ${size} reviews of one product`, () => {
    const collector = new ReportCollector(heads, { productName: 'Dropbox' });
    for (let start = 0; start < size; start += BATCH) collector.add(manyReviews(start, BATCH));
    collector.finish('speed');
  });
const texts = manyReviews(0, 100_000).map(({ text }) => text);
timed('100,000 complaints grouped', () => clusterComplaints(texts));

/** Measures the rate of `read`. The first items warm up the engine and are not measured. */
function perSecond(what, items, read) {
  items.slice(0, WARM_UP).forEach(read);
  const start = process.cpuUsage();
  items.forEach(read);
  const seconds = process.cpuUsage(start).user / 1e6;
  console.log(`${Math.round(items.length / seconds)} ${what} per second of CPU time`);
}

/** Repeats the reviews, each with a unique id and text. */
function manyReviews(start, count) {
  return Array.from({ length: count }, (_unused, offset) => {
    const index = start + offset;
    const review = reviews[index % reviews.length];
    const round = Math.floor(index / reviews.length);
    return { ...review, id: `${review.id}-${index}`, text: `${review.text} ${round}` };
  });
}

function timed(what, work) {
  const start = process.cpuUsage();
  work();
  const seconds = process.cpuUsage(start).user / 1e6;
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  console.log(`${what}: ${seconds.toFixed(1)} s of CPU time, ${megabytes} MB of memory`);
}

function rowsOf(name) {
  const lines = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`))).toString('utf8');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
