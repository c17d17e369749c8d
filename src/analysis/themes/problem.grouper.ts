import { COMMON_VERBS } from '../lexicon/problem.words.js';
import { STOP_WORDS } from '../lexicon/stop.words.js';
import { isWord } from '../text/parsed.text.js';
import { stemWord } from '../text/word.stemmer.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { type Problem, type ProblemDepth } from './problem.notes.js';
import { type Complaint, type ReviewRecord } from './theme.types.js';

/** A sentence that a review complains with, its categories, and the problems that it names. */
export interface ComplaintSentence {
  record: ReviewRecord;
  /** One complaint per category, in the order of the review's categories. */
  complaints: Complaint[];
  problems: Problem[];
}

/** A problem and the sentences that name it, as indices. */
export interface ProblemGroup {
  name: string;
  sentences: number[];
}

/** A name needs its content words in this share of its sentences. */
export const MIN_SUPPORT = 0.5;
/** A longer name is preferred if its words are in this share of its sentences. */
const LONG_SUPPORT = 0.6;
/** A name is considered if it has this share of the mentions of the most frequent name. */
const MIN_NAME_SHARE = 0.15;
const MAX_NAMES = 12;
/** Sentences that mean the problem in other words, per sentence with the words of its name. */
const MAX_OTHERS = 0.8;
const AUXILIARY = /^(?:do|does|get|gets|fix)$/;

interface Posting {
  key: string;
  depth: ProblemDepth;
  sentences: number[];
  /** The number of reviews at the last count, which only shrinks. */
  reviews: number;
}

/**
 * Groups sentences by the problems that they name, the most frequent problem first. A sentence belongs to one problem.
 * The names are phrases of the sentences; a group whose most typical phrase has too little support keeps fewer
 * sentences without its words.
 */
export class ProblemGrouper {
  private readonly postings = new Map<string, Posting>();
  private readonly left: Set<number>;

  constructor(
    private readonly sentences: readonly ComplaintSentence[],
    minReviews: number,
  ) {
    this.left = new Set(sentences.keys());
    sentences.forEach(({ problems }, index) => {
      for (const { key, depth } of problems) {
        const posting = this.postings.get(key);
        if (!posting) this.postings.set(key, { key, depth, sentences: [index], reviews: 0 });
        else posting.sentences.push(index);
      }
    });
    for (const [key, { sentences: named }] of this.postings) if (named.length < minReviews) this.postings.delete(key);
  }

  /** The sentences of no group so far. */
  get rest(): ReadonlySet<number> {
    return this.left;
  }

  /** Takes sentences that belong to groups of another index. */
  remove(sentences: readonly number[]): void {
    for (const index of sentences) this.left.delete(index);
  }

  /** The groups of one depth, which take their sentences. A group of more than `maxReviews` is none. */
  take(depth: ProblemDepth, minReviews: number, maxReviews = Infinity): ProblemGroup[] {
    const open = [...this.postings.values()].filter(
      (posting) => posting.depth === depth && posting.sentences.length <= maxReviews,
    );
    for (const posting of open) posting.reviews = this.countReviews(posting);
    open.sort(byReviews);
    const groups: ProblemGroup[] = [];
    for (let top = open.shift(); top; top = open.shift()) {
      const reviews = this.countReviews(top);
      if (reviews < minReviews) continue;
      if (reviews < top.reviews) {
        insert(open, { ...top, reviews });
        continue;
      }
      const group = this.name(top, minReviews);
      if (!group) continue;
      for (const index of group.sentences) this.left.delete(index);
      groups.push(group);
      // The sentences that do not hold the name may have another one in common.
      insert(open, { ...top, reviews: this.countReviews(top) });
    }
    return groups;
  }

  private countReviews({ sentences }: Posting): number {
    const ids = new Set<string>();
    for (const index of sentences) {
      const record = this.left.has(index) ? this.sentences[index]?.record : undefined;
      if (record) ids.add(record.id);
    }
    return ids.size;
  }

  /** The group with its most typical name, or null if too few sentences support any name. */
  private name({ key, sentences }: Posting, minReviews: number): ProblemGroup | null {
    const own = sentences.filter((index) => this.left.has(index));
    const counts = new Map<string, number>();
    for (const index of own) {
      const problem = this.sentences[index]?.problems.find((one) => one.key === key);
      for (const name of problem?.names ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const names = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)).slice(0, MAX_NAMES);
    const most = names[0]?.[1] ?? 0;
    const stems = own.map((index) => contentStems(this.sentences[index]?.complaints[0]?.slice ?? ''));
    const ranked = names
      .filter(([, count]) => count >= MIN_NAME_SHARE * most)
      .map(([name]) => {
        const words = [...contentStems(name)];
        const holding = own.filter((_index, place) => words.every((word) => stems[place]?.has(word)));
        return { name, words: words.length, holding };
      });
    const supportedBy = (share: number): typeof ranked =>
      ranked.filter(({ holding }) => holding.length >= share * own.length);
    const longest = Math.max(0, ...supportedBy(LONG_SUPPORT).map(({ words }) => words));
    const best = supportedBy(LONG_SUPPORT).find(({ words }) => words === longest) ?? supportedBy(MIN_SUPPORT)[0];
    if (best) return { name: best.name, sentences: own };
    const [typical] = [...ranked].sort((one, other) => other.holding.length - one.holding.length);
    const reviews = new Set(typical?.holding.map((index) => this.sentences[index]?.record.id)).size;
    if (!typical || reviews < minReviews) return null;
    const held = new Set(typical.holding);
    const others = own.filter((index) => !held.has(index)).slice(0, MAX_OTHERS * held.size);
    return { name: typical.name, sentences: [...typical.holding, ...others] };
  }
}

/** The stems of the words of a text that are no stop words; failing verbs are none. */
export function contentStems(text: string): Set<string> {
  const words = tokenizeWords(text).filter(
    (word) => isWord(word) && (!STOP_WORDS.has(word) || (COMMON_VERBS.has(word) && !AUXILIARY.test(word))),
  );
  return new Set(words.map(stemWord));
}

function byReviews(one: Posting, other: Posting): number {
  return other.reviews - one.reviews || (one.key < other.key ? -1 : 1);
}

/** Puts a posting back in its place. */
function insert(open: Posting[], posting: Posting): void {
  let at = 0;
  let end = open.length;
  while (at < end) {
    const middle = (at + end) >>> 1;
    const other = open[middle];
    if (other && byReviews(other, posting) < 0) at = middle + 1;
    else end = middle;
  }
  open.splice(at, 0, posting);
}
