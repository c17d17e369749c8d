import { INTENT_CLASSES, INTENT_CUES, INTENT_NAMES } from './lexicon/intent.cues.js';
import { type SparseVector } from './model/sparse.vector.js';
import { isSpoken } from './text/parsed.text.js';
import { PhraseBook } from './text/phrase.book.js';

const BOOK = new PhraseBook(INTENT_CUES, INTENT_CLASSES);
const FIRST_DENSE = 24;
const HEAD_WORDS = 32;
const MOST = 6;
const MOST_IN_HEAD = 3;

/** How often each kind of buying talk was found, in the whole post and in its first words. */
export interface IntentCounts {
  whole: Record<string, number>;
  head: Record<string, number>;
  asksEarly: boolean;
  /** True where the post opens like the description of a thing: "A website that ...". */
  opensWithThing: boolean;
  /** The word positions of the hits that speak of wanting something, best kind first found. */
  evidence: { kind: string; start: number; end: number }[];
}

const OPENERS = new Set(['a', 'an', 'the', 'app', 'idea', 'website', 'software']);
const EVIDENCE_KINDS = new Set(['recommend', 'seek', 'switching', 'unmet', 'buy']);

export function countIntents(words: readonly string[]): IntentCounts {
  const whole: Record<string, number> = {};
  const head: Record<string, number> = {};
  for (const name of INTENT_NAMES) whole[name] = head[name] = 0;
  const evidence: IntentCounts['evidence'] = [];
  for (const hit of BOOK.find(words)) {
    const kind = BOOK.listNames[hit.list] ?? '';
    whole[kind] = Math.min(MOST, (whole[kind] ?? 0) + 1);
    if (hit.start < HEAD_WORDS) head[kind] = Math.min(MOST_IN_HEAD, (head[kind] ?? 0) + 1);
    if (EVIDENCE_KINDS.has(kind)) evidence.push({ kind, start: hit.start, end: hit.end });
  }
  const asksEarly = words.slice(0, HEAD_WORDS).some((word) => word.startsWith('?'));
  const opensWithThing = OPENERS.has(words.find((word) => isSpoken(word) && word !== 'smt') ?? '');
  return { whole, head, asksEarly, opensWithThing, evidence };
}

/** A hand-weighted score of buying talk: picks the sure examples that the forum head learns from. */
export function intentRule({ whole, head, asksEarly }: IntentCounts): number {
  const much = (name: string): number => Math.log1p(whole[name] ?? 0);
  const early = (name: string): number => head[name] ?? 0;
  return (
    much('recommend') +
    0.9 * early('recommend') +
    0.8 * much('seek') +
    0.7 * early('seek') +
    0.5 * much('switching') +
    0.3 * early('switching') +
    0.4 * much('unmet') +
    0.5 * early('unmet') +
    0.3 * (asksEarly ? 1 : 0) -
    0.5 * much('vendor') -
    0.6 * early('vendor') -
    0.35 * much('trouble') -
    0.3 * early('trouble') -
    0.2 * much('own') -
    0.5 * much('nobuy') +
    0.6 * Math.min(1, early('thing')) +
    0.25 * much('thing') -
    0.55 * much('offtopic') -
    0.7 * Math.min(2, early('offtopic'))
  );
}

/** Adds the intent counts to a vector. */
export function addIntents(vector: SparseVector, counts: IntentCounts): void {
  let at = FIRST_DENSE;
  for (const name of INTENT_NAMES) {
    const whole = counts.whole[name] ?? 0;
    const head = counts.head[name] ?? 0;
    if (whole) vector.push(at, 0.5 * Math.log1p(whole));
    if (head) vector.push(at + 1, 0.5 * Math.log1p(head));
    at += 2;
  }
  if (counts.asksEarly) vector.push(at, 0.35);
}
