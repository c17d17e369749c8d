import { hashText, mix } from '../model/hashed.features.js';
import { normalizeText } from '../text/word.tokenizer.js';
import { linkByAverage } from './average.linkage.js';
import { readTerms, VectorSpace, type TermVector } from './complaint.vectors.js';

const EXACT = 1500;
/** Cosines, set on the Mini-BAR clusters ("themes", docs/analysis.md): from here on two groups are one theme. */
const CUT = 0.26;
/** A centroid is a mean and lies nearer to nothing: less is asked of a complaint that joins it. */
const JOIN_CUT = 0.16;
const LEAST_CENTROID = 3;
const MOST_CENTROIDS = 400;
const CENTROID_TERMS = 150;
const ROUNDS = 2;

/**
 * Groups complaints of one product; equal numbers mean the same theme. Up to 1,500 complaints are compared
 * each with each; beyond, a sample chosen by hash gives centroids and the rest join the nearest, in two rounds.
 * The same set of texts gives the same groups in any order.
 */
export function clusterComplaints(texts: readonly string[]): number[] {
  const labels = new Array<number>(texts.length).fill(-1);
  const keys = texts.map((text) => normalizeText(text));
  let open = [...texts.keys()].sort((left, right) => byHash(keys[left] ?? '', keys[right] ?? ''));
  let next = 0;
  for (let round = 0; round < ROUNDS && open.length; round++) {
    const sample = open.slice(0, EXACT);
    const terms = sample.map((index) => readTerms(keys[index] ?? ''));
    const space = new VectorSpace(terms);
    const vectors = terms.map((one) => space.vectorOf(one));
    const groups = linkByAverage(compareAll(vectors), vectors.length, CUT);
    if (open.length <= EXACT) {
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

/** All cosines, by an index from term to the vectors that hold it. */
function compareAll(vectors: readonly TermVector[]): Float32Array {
  const size = vectors.length;
  const similarity = new Float32Array(size * size);
  const holders = new Map<string, { row: number; value: number }[]>();
  vectors.forEach((vector, row) => {
    for (const [term, value] of vector) {
      const list = holders.get(term);
      for (const other of list ?? []) {
        const sum = (similarity[row * size + other.row] ?? 0) + value * other.value;
        similarity[row * size + other.row] = similarity[other.row * size + row] = sum;
      }
      if (list) list.push({ row, value });
      else holders.set(term, [{ row, value }]);
    }
  });
  return similarity;
}

/** The mean vectors of the larger groups, largest first, searchable by term. */
class CentroidIndex {
  readonly size: number;
  private readonly holders = new Map<string, { centroid: number; value: number }[]>();

  constructor(vectors: readonly TermVector[], groups: Int32Array) {
    const members = new Map<number, TermVector[]>();
    vectors.forEach((vector, place) => {
      const group = groups[place] ?? 0;
      const list = members.get(group);
      if (list) list.push(vector);
      else members.set(group, [vector]);
    });
    const large = [...members]
      .filter(([, list]) => list.length >= LEAST_CENTROID)
      .sort(([left, some], [right, others]) => others.length - some.length || left - right)
      .slice(0, MOST_CENTROIDS);
    this.size = large.length;
    large.forEach(([, list], centroid) => {
      for (const [term, value] of meanOf(list)) {
        const holders = this.holders.get(term);
        if (holders) holders.push({ centroid, value });
        else this.holders.set(term, [{ centroid, value }]);
      }
    });
  }

  /** The nearest centroid, or -1 where none is near enough. */
  nearest(vector: TermVector): number {
    const sums = new Float64Array(this.size);
    for (const [term, value] of vector) {
      for (const holder of this.holders.get(term) ?? []) {
        sums[holder.centroid] = (sums[holder.centroid] ?? 0) + value * holder.value;
      }
    }
    let best = -1;
    let most = JOIN_CUT;
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
