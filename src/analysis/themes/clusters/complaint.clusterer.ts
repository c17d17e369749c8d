import { dot } from '../../model/dot.product.js';
import { hashText, mix } from '../../model/hashed.features.js';
import { normalizeText } from '../../text/word.tokenizer.js';
import { linkByAverage } from './average.linkage.js';
import { ownMeanings, readTerms, VectorSpace, type TermVector } from './complaint.vectors.js';

/** Up to this many complaints are compared pairwise. */
const MAX_PAIRWISE = 1500;
/** The similarity from which two groups are one theme. Tuned on the Mini-BAR clusters ("themes" in docs/analysis.md). */
const JOIN_GROUPS_THRESHOLD = 0.3;
/** The share of the meaning in the similarity of two complaints. */
const MEANING_SHARE = 0.2;
/** The cosine from which a complaint joins a centroid. Lower, because cosines with a mean are smaller. */
const JOIN_THRESHOLD = 0.16;
const MIN_CENTROID_SIZE = 3;
const MAX_CENTROIDS = 400;
const CENTROID_TERMS = 150;
const ROUNDS = 2;

/**
 * Groups the complaints about one product: texts with equal numbers have the same theme. Up to 1,500 complaints are
 * compared pairwise. Of more complaints, a sample chosen by hash is grouped and the others join the nearest centroid,
 * in two rounds. The groups do not depend on the order of the texts.
 */
export function clusterComplaints(texts: readonly string[]): number[] {
  const labels = new Array<number>(texts.length).fill(-1);
  const keys = texts.map((text) => normalizeText(text));
  let open = [...texts.keys()].sort((left, right) => byHash(keys[left] ?? '', keys[right] ?? ''));
  let next = 0;
  for (let round = 0; round < ROUNDS && open.length; round++) {
    const sample = open.slice(0, MAX_PAIRWISE);
    const terms = sample.map((index) => readTerms(keys[index] ?? ''));
    const space = new VectorSpace(terms);
    const vectors = terms.map((one) => space.vectorOf(one));
    const groups = linkByAverage(compareAll(vectors, ownMeanings(terms)), vectors.length, JOIN_GROUPS_THRESHOLD);
    if (open.length <= MAX_PAIRWISE) {
      const numbers = new Map<number, number>();
      sample.forEach((index, place) => {
        const group = groups[place] ?? 0;
        if (!numbers.has(group)) numbers.set(group, next++);
        labels[index] = numbers.get(group) ?? 0;
      });
      return labels;
    }
    const centroids = new CentroidIndex(vectors, groups);
    const first = next;
    next += centroids.size;
    open = open.filter((index) => {
      const nearest = centroids.nearest(space.vectorOf(readTerms(keys[index] ?? '')));
      if (nearest >= 0) labels[index] = first + nearest;
      return nearest < 0;
    });
  }
  for (const index of open) labels[index] = next;
  return labels;
}

function byHash(left: string, right: string): number {
  return mix(hashText(left)) - mix(hashText(right)) || (left < right ? -1 : left > right ? 1 : 0);
}

/** The similarities of all pairs: the cosines of their vectors, computed with an inverted index of the terms, and of their own meanings. */
function compareAll(vectors: readonly TermVector[], meanings: readonly (Float64Array | null)[]): Float32Array {
  const size = vectors.length;
  const similarity = new Float32Array(size * size);
  const postings = new Map<string, { row: number; value: number }[]>();
  vectors.forEach((vector, row) => {
    for (const [term, value] of vector) {
      const list = postings.get(term);
      for (const other of list ?? []) {
        const place = row * size + other.row;
        similarity[place] = (similarity[place] ?? 0) + value * other.value;
      }
      if (list) list.push({ row, value });
      else postings.set(term, [{ row, value }]);
    }
  });
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < row; other++) {
      const place = row * size + other;
      const literal = similarity[place] ?? 0;
      const [one, two] = [meanings[row], meanings[other]];
      const value = one && two ? (1 - MEANING_SHARE) * literal + MEANING_SHARE * dot(one, two) : literal;
      similarity[place] = similarity[other * size + row] = value;
    }
  }
  return similarity;
}

/** An inverted index of the mean vectors of the larger groups, largest group first. */
class CentroidIndex {
  readonly size: number;
  private readonly postings = new Map<string, { centroid: number; value: number }[]>();

  constructor(vectors: readonly TermVector[], groups: Int32Array) {
    const members = new Map<number, TermVector[]>();
    vectors.forEach((vector, place) => {
      const group = groups[place] ?? 0;
      const list = members.get(group);
      if (list) list.push(vector);
      else members.set(group, [vector]);
    });
    const large = [...members]
      .filter(([, list]) => list.length >= MIN_CENTROID_SIZE)
      .sort(([left, some], [right, others]) => others.length - some.length || left - right)
      .slice(0, MAX_CENTROIDS);
    this.size = large.length;
    large.forEach(([, list], centroid) => {
      for (const [term, value] of meanOf(list)) {
        const postings = this.postings.get(term);
        if (postings) postings.push({ centroid, value });
        else this.postings.set(term, [{ centroid, value }]);
      }
    });
  }

  /** The nearest centroid, or -1 if none is near enough. */
  nearest(vector: TermVector): number {
    const sums = new Float64Array(this.size);
    for (const [term, value] of vector) {
      for (const posting of this.postings.get(term) ?? []) {
        sums[posting.centroid] = (sums[posting.centroid] ?? 0) + value * posting.value;
      }
    }
    let best = -1;
    let most = JOIN_THRESHOLD;
    sums.forEach((sum, centroid) => {
      if (sum > most) [best, most] = [centroid, sum];
    });
    return best;
  }
}

function meanOf(vectors: readonly TermVector[]): [string, number][] {
  const mean = new Map<string, number>();
  for (const vector of vectors) {
    for (const [term, value] of vector) mean.set(term, (mean.get(term) ?? 0) + value / vectors.length);
  }
  return [...mean]
    .sort(([left, small], [right, large]) => large - small || (left < right ? -1 : 1))
    .slice(0, CENTROID_TERMS);
}
