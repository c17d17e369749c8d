import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type PostText, type ReviewText } from '#analysis/analysis.types.js';
import { loadHeads } from '#analysis/model/heads.file.js';
import { readPost } from '#analysis/post.reader.js';
import { readReview } from '#analysis/review.reader.js';
import { clusterComplaints } from '#analysis/themes/clusters/complaint.clusterer.js';
import { readJsonl } from '#platform/files/jsonl.reader.js';

type Row = Record<string, unknown>;

/** Prints the analysis of every review in a file. */
export const analyzeReviews = (file: string): Promise<void> => analyzeEach(file, reviewLine);

/** Prints the analysis of every post in a file. */
export const analyzePosts = (file: string): Promise<void> => analyzeEach(file, postLine);

async function analyzeEach(file: string, lineOf: (row: Row) => object): Promise<void> {
  for await (const row of readRows(file)) await print(lineOf(row));
}

function reviewLine(row: Row): object {
  const finding = readReview(reviewOf(row), loadHeads());
  return {
    external_id: row.external_id ?? null,
    problem: finding.problem,
    problem_score: finding.problemScore,
    request: finding.request,
    request_score: finding.requestScore,
    sentiment: finding.sentiment,
    frustration_tier: finding.frustrationTier,
    frustration_score: finding.frustrationScore,
    categories: finding.categories,
    switching: finding.switching,
    quotes: finding.quotes,
  };
}

function postLine(row: Row): object {
  const source = row.source === 'network' ? 'network' : 'forum';
  const post: PostText = { id: '', text: textOf(row.text), source };
  const finding = readPost(post, loadHeads());
  return {
    external_id: row.external_id ?? null,
    buying_signal: finding.buyingSignal,
    score: finding.score,
    type: finding.type,
  };
}

/** Prints the theme of every complaint in a file. */
export async function analyzeThemes(file: string): Promise<void> {
  const rows: { externalId: unknown; text: string }[] = [];
  for await (const row of readRows(file)) {
    const title = textOf(row.title);
    rows.push({ externalId: row.external_id ?? null, text: `${title}${title && '. '}${textOf(row.text)}` });
  }
  const labels = clusterComplaints(rows.map(({ text }) => text));
  for (const [index, { externalId }] of rows.entries())
    await print({ external_id: externalId, theme: labels[index] ?? 0 });
}

/** The objects of a JSON-lines file, gzipped or not. An invalid line goes to standard error and sets the exit code to 1. */
async function* readRows(file: string): AsyncGenerator<Row> {
  const raw = createReadStream(file);
  // The reader of the stream gets every error, so the callback has nothing to do.
  const bytes: AsyncIterable<Buffer> = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw;
  for await (const records of readJsonl(bytes)) {
    for (const { line, value } of records) {
      if (value) yield value;
      else {
        process.stderr.write(`line ${line}: not a JSON object\n`);
        process.exitCode = 1;
      }
    }
  }
}

function reviewOf(row: Row): ReviewText {
  return {
    id: '',
    platform: typeof row.platform === 'string' ? row.platform : null,
    text: textOf(row.text),
    title: typeof row.title === 'string' ? row.title : null,
    likes: typeof row.likes === 'string' ? row.likes.trim() : null,
    dislikes: typeof row.dislikes === 'string' ? row.dislikes.trim() : null,
    rating: typeof row.rating === 'number' ? row.rating : null,
    publishedAt: typeof row.published_at === 'string' ? row.published_at : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Writes one line, and waits if the reader of a pipe is slow. */
async function print(line: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
