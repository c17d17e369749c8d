/**
 * Average-linkage clustering by nearest-neighbor chain. Groups with a similarity below `threshold` are not joined.
 * `similarity` is a full matrix in row order and is overwritten. Time and memory grow with the square of `size`.
 * Returns for every item the smallest item of its group.
 */
export function linkByAverage(similarity: Float32Array, size: number, threshold: number): Int32Array {
  const weight = new Int32Array(size).fill(1);
  const active = new Uint8Array(size).fill(1);
  const parent = Int32Array.from({ length: size }, (_unused, index) => index);
  const chain: number[] = [];
  let left = size;
  let start = 0;
  while (left > 1) {
    if (!chain.length) {
      while (!active[start]) start++;
      chain.push(start);
    }
    const top = chain.at(-1) ?? 0;
    const before = chain.length > 1 ? (chain.at(-2) ?? -1) : -1;
    const nearest = nearestOf(similarity, size, active, top, before);
    if (nearest !== before || before < 0) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const keep = Math.min(top, nearest);
    const gone = Math.max(top, nearest);
    if ((similarity[keep * size + gone] ?? 0) >= threshold) join(parent, keep, gone);
    merge(similarity, size, active, weight, keep, gone);
    left--;
  }
  return Int32Array.from(parent, (_unused, index) => rootOf(parent, index));
}

/** The most similar item that is not merged yet. The previous item of the chain wins ties, so that chains end. */
function nearestOf(similarity: Float32Array, size: number, active: Uint8Array, item: number, before: number): number {
  let best = before;
  let most = before >= 0 ? (similarity[item * size + before] ?? 0) : -1;
  for (let other = 0; other < size; other++) {
    if (!active[other] || other === item) continue;
    const value = similarity[item * size + other] ?? 0;
    if (value > most) [best, most] = [other, value];
  }
  return best;
}

function merge(
  similarity: Float32Array,
  size: number,
  active: Uint8Array,
  weight: Int32Array,
  keep: number,
  gone: number,
): void {
  const heavy = weight[keep] ?? 1;
  const light = weight[gone] ?? 1;
  for (let other = 0; other < size; other++) {
    if (!active[other] || other === keep || other === gone) continue;
    const sum = (similarity[keep * size + other] ?? 0) * heavy + (similarity[gone * size + other] ?? 0) * light;
    similarity[keep * size + other] = similarity[other * size + keep] = sum / (heavy + light);
  }
  weight[keep] = heavy + light;
  active[gone] = 0;
}

function join(parent: Int32Array, left: number, right: number): void {
  const first = rootOf(parent, left);
  const second = rootOf(parent, right);
  parent[Math.max(first, second)] = Math.min(first, second);
}

function rootOf(parent: Int32Array, item: number): number {
  let root = item;
  while (parent[root] !== root) root = parent[root] ?? root;
  return root;
}
