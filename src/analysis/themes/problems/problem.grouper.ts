import { KEY_SEPARATOR, type Problem, type ProblemDepth } from './problem.notes.js';
import { chooseName, meaningOf } from './problem.namer.js';
import { type ComplaintSentence } from '../families/complaint.sentences.js';

/** A problem and the sentences that name it, as indices. */
export interface ProblemGroup {
  name: string;
  key: string;
  sentences: number[];
  /** The number of further sentences that may mean the problem without the words of its name. */
  room: number;
}

/** Sentences that mean the problem in other words, per sentence with the words of its name. */
const MAX_OTHERS = 0.9;
/** The share of the minimum number of reviews that must contain the words of the name. */
const MIN_HELD = 0.6;

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
        // Another sentence may name the same problem in full.
        if (depth === 'partial') continue;
        const posting = this.postings.get(key);
        if (!posting) this.postings.set(key, { key, depth, sentences: [index], reviews: 0 });
        else posting.sentences.push(index);
      }
    });
    for (const [key, { sentences: named }] of this.postings) if (named.length < minReviews) this.postings.delete(key);
  }

  /** The groups of one depth, which take their sentences. */
  take(depth: ProblemDepth, minReviews: number): ProblemGroup[] {
    const open = [...this.postings.values()].filter((posting) => posting.depth === depth);
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
      if (!group || isNamed(group, groups)) continue;
      for (const index of group.sentences) this.left.delete(index);
      groups.push(group);
      // Sentences without the words of the name may share another name.
      insert(open, { ...top, reviews: this.countReviews(top) });
    }
    return groups;
  }

  /**
   * Adds each remaining sentence with a verb that lacks its object ("I cannot share") to the largest group with the
   * same verb, as long as the name of that group stays typical.
   */
  addPartial(groups: readonly ProblemGroup[]): void {
    const open = new Map<string, ProblemGroup[]>();
    for (const group of [...groups].sort((one, other) => other.sentences.length - one.sentences.length)) {
      const [key = ''] = group.key.split(KEY_SEPARATOR);
      open.set(key, [...(open.get(key) ?? []), group]);
    }
    const isPartial = ({ depth, key }: Problem): boolean =>
      depth === 'partial' || (depth === 'failure' && key.startsWith('not '));
    for (const index of [...this.left]) {
      const joined = this.sentences[index]?.problems.filter(isPartial) ?? [];
      const group = joined.flatMap(({ key }) => open.get(key) ?? []).find(({ room }) => room >= 1);
      if (!group) continue;
      group.sentences.push(index);
      group.room--;
      this.left.delete(index);
    }
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
    const own = sentences.flatMap((index) => {
      const sentence = this.left.has(index) ? this.sentences[index] : undefined;
      const names = sentence?.problems.find((problem) => problem.key === key)?.names ?? [];
      return sentence ? [{ index, slice: sentence.complaints[0]?.slice ?? '', names }] : [];
    });
    const chosen = chooseName(own);
    const reviews = new Set(chosen?.holding.map((index) => this.sentences[index]?.record.id)).size;
    if (!chosen || reviews < minReviews * (chosen.others.length ? MIN_HELD : 1)) return null;
    const room = Math.floor(MAX_OTHERS * chosen.holding.length);
    const others = chosen.others.slice(0, room);
    return { name: chosen.name, key, sentences: [...chosen.holding, ...others], room: room - others.length };
  }
}

/** True if another group of the same problem has a name with the same meaning. */
function isNamed({ key, name }: ProblemGroup, groups: readonly ProblemGroup[]): boolean {
  const meaning = meaningOf(name);
  return groups.some((group) => group.key === key && meaningOf(group.name) === meaning);
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
