import { dot } from '../src/analysis/model/dot.product.js';
import { VECTOR_START } from '../src/analysis/model/feature.layout.js';
import { PRODUCT_COUNT, setProducts, VECTOR_SIZE, weighProducts } from '../src/analysis/model/meaning.products.js';
import { DENSE_SIZE, MODEL_SIZE, type SparseVector } from '../src/analysis/model/sparse.vector.js';

/** Rows of sparse features in contiguous memory, with their targets and weights. */
export class TrainingSet {
  private readonly starts: number[] = [0];
  private readonly indices: number[] = [];
  private readonly values: number[] = [];
  readonly meanings: (Float64Array | null)[] = [];
  readonly targets: number[] = [];
  readonly weights: number[] = [];

  add(vector: SparseVector, target: number, weight = 1): void {
    for (let at = 0; at < vector.length; at++) {
      this.indices.push(vector.indices[at] ?? 0);
      this.values.push(vector.values[at] ?? 0);
    }
    this.starts.push(this.indices.length);
    this.meanings.push(vector.hasProducts ? vector.meaning.slice() : null);
    this.targets.push(target);
    this.weights.push(weight);
  }

  get size(): number {
    return this.targets.length;
  }

  /**
   * The set with columns numbered from 0 and features weighted by rarity. `columns` maps columns to buckets. `contrast` is the
   * share of the weight that depends on how differently positive and negative rows use a feature (naive Bayes). Without `vectors`, the
   * word vectors are left out.
   */
  compact({ contrast = 0, vectors = true }: Omit<Weighting, 'products'> = {}): CompactSet {
    const seen = new Float64Array(MODEL_SIZE);
    for (const index of this.indices) seen[index] = (seen[index] ?? 0) + 1;
    const rarity = seen.map((count, index) => {
      if (isVector(index) && !vectors) return 0;
      if (index < DENSE_SIZE) return 1;
      return count < 2 ? 0 : (Math.log((1 + this.size) / (1 + count)) + 1) / 6;
    });
    if (contrast)
      this.contrasts().forEach(
        (ratio, index) => (rarity[index] = (rarity[index] ?? 0) * (1 - contrast + contrast * ratio)),
      );
    const numberOf = new Int32Array(MODEL_SIZE).fill(-1);
    const columns: number[] = [];
    for (const index of this.indices) {
      if (numberOf[index] !== -1 || rarity[index] === 0) continue;
      numberOf[index] = columns.length;
      columns.push(index);
    }
    const starts = new Int32Array(this.starts.length);
    const indices: number[] = [];
    const values: number[] = [];
    for (let row = 0; row < this.size; row++) {
      for (let at = this.starts[row] ?? 0; at < (this.starts[row + 1] ?? 0); at++) {
        const index = this.indices[at] ?? 0;
        if (rarity[index] === 0) continue;
        indices.push(numberOf[index] ?? 0);
        values.push((this.values[at] ?? 0) * (rarity[index] ?? 0));
      }
      starts[row + 1] = indices.length;
    }
    return { starts, indices: Int32Array.from(indices), values: Float64Array.from(values), columns, rarity };
  }

  /** Per bucket, the size of the logarithm of the ratio of its shares of positive and negative rows; 1 for counted signals. */
  private contrasts(): Float64Array {
    const shares = [new Float64Array(MODEL_SIZE), new Float64Array(MODEL_SIZE)] as const;
    const totals = [0, 0];
    this.targets.forEach((target, row) => {
      const side = target ? 1 : 0;
      const weight = this.weights[row] ?? 1;
      totals[side] = (totals[side] ?? 0) + weight;
      for (let at = this.starts[row] ?? 0; at < (this.starts[row + 1] ?? 0); at++) {
        const index = this.indices[at] ?? 0;
        shares[side][index] = (shares[side][index] ?? 0) + weight;
      }
    });
    const [no = 0, yes = 0] = totals;
    return shares[1].map((positive, index) => {
      if (index < DENSE_SIZE) return 1;
      const ratio = Math.log((positive + 1) / (yes + 2)) - Math.log(((shares[0][index] ?? 0) + 1) / (no + 2));
      return Math.min(MAX_CONTRAST, Math.abs(ratio));
    });
  }
}

const MAX_CONTRAST = 3;

/** How the features of a set are weighted: see `TrainingSet.compact`. */
interface Weighting {
  contrast?: number;
  vectors?: boolean;
  /** Whether the products of the meaning are features, too. */
  products?: boolean;
}

const isVector = (index: number): boolean => index >= VECTOR_START && index < VECTOR_START + VECTOR_SIZE;

export interface CompactSet {
  starts: Int32Array;
  indices: Int32Array;
  values: Float64Array;
  columns: number[];
  rarity: Float64Array;
}

/**
 * Trains a logistic regression with an L2 penalty. `strength` is the weight of a row relative to the penalty; `contrast` and `vectors` as
 * in `TrainingSet.compact`. If balanced, both sides have the same weight; otherwise the scores are log-odds of the rows as they are.
 */
export function trainLogistic(
  set: TrainingSet,
  strength: number,
  { isBalanced = true, ...weighting }: Weighting & { isBalanced?: boolean } = {},
): Float64Array {
  let positives = 0;
  for (const target of set.targets) positives += target;
  const share = isBalanced
    ? { yes: set.size / (2 * positives), no: set.size / (2 * (set.size - positives)) }
    : { yes: 1, no: 1 };
  const rows = set.targets.map((target, row) => ({
    sign: target ? 1 : -1,
    cost: strength * (target ? share.yes : share.no) * (set.weights[row] ?? 1),
  }));
  return train(
    set,
    (margin, row) => {
      const { sign, cost } = rows[row] ?? { sign: 1, cost: 0 };
      const agreement = sign * margin;
      const loss = agreement > 0 ? Math.log1p(Math.exp(-agreement)) : -agreement + Math.log1p(Math.exp(agreement));
      return { loss: cost * loss, slope: (-sign * cost) / (1 + Math.exp(agreement)) };
    },
    weighting,
  );
}

/** Trains a least-squares regression with an L2 penalty, for values such as stars. */
export function trainRidge(set: TrainingSet, strength: number): Float64Array {
  return train(set, (value, row) => {
    const error = value - (set.targets[row] ?? 0);
    const cost = strength * (set.weights[row] ?? 1);
    return { loss: 0.5 * cost * error * error, slope: cost * error };
  });
}

type RowLoss = (score: number, row: number) => { loss: number; slope: number };

/** Minimizes the sum of the losses. Returns one weight per bucket, then the bias, then one weight per product if there are any. */
function train(set: TrainingSet, rowLoss: RowLoss, { products = false, ...weighting }: Weighting = {}): Float64Array {
  const { starts, indices, values, columns, rarity } = set.compact(weighting);
  const width = columns.length;
  const size = width + 1 + (products ? PRODUCT_COUNT : 0);
  const own = new Float64Array(PRODUCT_COUNT);
  const evaluate = (weights: Float64Array): Evaluation => {
    let loss = 0;
    const gradient = weights.slice();
    gradient[width] = 0;
    for (const weight of gradient) loss += 0.5 * weight * weight;
    for (let row = 0; row < set.size; row++) {
      const from = starts[row] ?? 0;
      const to = starts[row + 1] ?? 0;
      const meaning = products ? set.meanings[row] : null;
      let score = weights[width] ?? 0;
      if (meaning) {
        setProducts(own, meaning);
        score += weighProducts(own, weights.subarray(width + 1));
      }
      for (let at = from; at < to; at++) score += (weights[indices[at] ?? 0] ?? 0) * (values[at] ?? 0);
      const part = rowLoss(score, row);
      loss += part.loss;
      for (let at = from; at < to; at++) {
        const column = indices[at] ?? 0;
        gradient[column] = (gradient[column] ?? 0) + part.slope * (values[at] ?? 0);
      }
      gradient[width] = (gradient[width] ?? 0) + part.slope;
      if (meaning)
        for (let at = 0; at < PRODUCT_COUNT; at++)
          gradient[width + 1 + at] = (gradient[width + 1 + at] ?? 0) + part.slope * (own[at] ?? 0);
    }
    return { loss, gradient };
  };
  const found = minimize(evaluate, size);
  const weights = new Float64Array(MODEL_SIZE + size - width);
  columns.forEach((bucket, column) => (weights[bucket] = (found[column] ?? 0) * (rarity[bucket] ?? 0)));
  weights[MODEL_SIZE] = found[width] ?? 0;
  weights.set(found.subarray(width + 1), MODEL_SIZE + 1);
  return weights;
}

interface Evaluation {
  loss: number;
  gradient: Float64Array;
}

const MEMORY = 8;
const MAX_ROUNDS = 120;

/** L-BFGS with a halving line search, starting at zero. The steps are the same on every machine. */
function minimize(evaluate: (point: Float64Array) => Evaluation, size: number): Float64Array {
  let point: Float64Array = new Float64Array(size);
  let { loss, gradient } = evaluate(point);
  const firstNorm = norm(gradient);
  const history: { step: Float64Array; turn: Float64Array; rho: number }[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const gradientNorm = norm(gradient);
    if (gradientNorm < 1e-4 * Math.max(1, firstNorm)) break;
    let direction = twoLoop(gradient, history);
    let descent = -dot(direction, gradient);
    if (descent >= 0) {
      direction = Float64Array.from(gradient);
      descent = -gradientNorm * gradientNorm;
    }
    let stride = history.length ? 1 : Math.min(1, 1 / gradientNorm);
    let next = point;
    let after: Evaluation = { loss, gradient };
    for (let halving = 0; halving < 25; halving++) {
      const length = stride;
      const heading = direction;
      const base = point;
      next = base.map((value, index) => value - length * (heading[index] ?? 0));
      after = evaluate(next);
      if (after.loss <= loss + 1e-4 * stride * descent) break;
      stride /= 2;
    }
    const step = difference(next, point);
    const turn = difference(after.gradient, gradient);
    const product = dot(step, turn);
    if (product > 1e-12) history.push({ step, turn, rho: 1 / product });
    if (history.length > MEMORY) history.shift();
    const small = Math.abs(loss - after.loss) < 1e-6 * Math.max(1, Math.abs(loss));
    point = next;
    ({ loss, gradient } = after);
    if (small) break;
  }
  return point;
}

function twoLoop(
  gradient: Float64Array,
  history: readonly { step: Float64Array; turn: Float64Array; rho: number }[],
): Float64Array {
  const direction = Float64Array.from(gradient);
  const shares: number[] = [];
  for (let index = history.length - 1; index >= 0; index--) {
    const { step, turn, rho } = history[index] ?? { step: direction, turn: direction, rho: 0 };
    const share = rho * dot(step, direction);
    shares[index] = share;
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) - share * (turn[at] ?? 0);
  }
  const last = history.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.turn, last.turn));
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * scale;
  }
  history.forEach(({ step, turn, rho }, index) => {
    const correction = (shares[index] ?? 0) - rho * dot(turn, direction);
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) + correction * (step[at] ?? 0);
  });
  return direction;
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function difference(left: Float64Array, right: Float64Array): Float64Array {
  return left.map((value, at) => value - (right[at] ?? 0));
}
