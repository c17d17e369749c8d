import { join } from 'node:path';
import { readSections } from '../src/analysis/lexicon/lexicon.files.js';

const sections = readSections(join(import.meta.dirname, 'forum-labels.txt'), 'en');

/** Whether the writer of a forum post looks for a product (1) or not (0), by the post's id (`forum-labels.txt`). */
export const FORUM_LABELS: ReadonlyMap<string, 0 | 1> = new Map(
  sections.flatMap(({ name, entries }) =>
    entries.map(({ text }): [string, 0 | 1] => [text, name === 'asking' ? 1 : 0]),
  ),
);

/** The labeled posts that were chosen because they are hard to classify. */
export const HARD_POSTS: ReadonlySet<string> = new Set(
  sections.filter(({ attributes }) => attributes.has('hard')).flatMap(({ entries }) => entries.map(({ text }) => text)),
);
