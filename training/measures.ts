/** Measures of agreement between predictions and labels. All functions are pure and deterministic. */

/** F1 of the positive class. */
export function f1(truth: readonly boolean[], predicted: readonly boolean[]): number {
  let both = 0;
  let either = 0;
  truth.forEach((yes, index) => {
    if (yes && predicted[index]) both++;
    either += Number(yes) + Number(predicted[index] ?? false);
  });
  return either ? (2 * both) / either : 0;
}

/** The mean of the F1 of both classes. */
export function macroF1(truth: readonly boolean[], predicted: readonly boolean[]): number {
  const no = (values: readonly boolean[]): boolean[] => values.map((value) => !value);
  return (f1(truth, predicted) + f1(no(truth), no(predicted))) / 2;
}

/** The probability that a positive row has a higher score than a negative one. Ties count half. */
export function areaUnderCurve(truth: readonly boolean[], scores: readonly number[]): number {
  const ranks = rank(scores);
  let positives = 0;
  let sum = 0;
  truth.forEach((yes, index) => {
    if (!yes) return;
    positives++;
    sum += ranks[index] ?? 0;
  });
  const negatives = truth.length - positives;
  return positives && negatives ? (sum - (positives * (positives + 1)) / 2) / (positives * negatives) : 0;
}

/** Spearman's rank correlation. */
export function spearman(left: readonly number[], right: readonly number[]): number {
  const first = rank(left);
  const second = rank(right);
  const mean = (left.length + 1) / 2;
  let product = 0;
  let firstSquares = 0;
  let secondSquares = 0;
  first.forEach((value, index) => {
    const one = value - mean;
    const other = (second[index] ?? 0) - mean;
    product += one * other;
    firstSquares += one * one;
    secondSquares += other * other;
  });
  return product / Math.sqrt(firstSquares * secondSquares || 1);
}

function rank(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((left, right) => left.value - right.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && order[end]?.value === order[start]?.value) end++;
    for (let at = start; at < end; at++) ranks[order[at]?.index ?? 0] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

/** The adjusted Rand index, the adjusted mutual information, and the best-match F of every group of five or more. */
export function clusterAgreement(
  truth: readonly string[],
  predicted: readonly string[],
): { ari: number; ami: number; bestMatch: number[] } {
  const size = truth.length;
  const table = new Map<string, Map<string, number>>();
  const rows = countValues(truth);
  const columns = countValues(predicted);
  truth.forEach((group, index) => {
    const row = table.get(group) ?? new Map<string, number>();
    row.set(predicted[index] ?? '', (row.get(predicted[index] ?? '') ?? 0) + 1);
    table.set(group, row);
  });
  const cells = [...table.entries()].flatMap(([group, row]) =>
    [...row].map(([other, count]) => ({ group, other, count })),
  );
  const pairs = (count: number): number => (count * (count - 1)) / 2;
  const index = sumOf(cells.map(({ count }) => pairs(count)));
  const rowPairs = sumOf([...rows.values()].map(pairs));
  const columnPairs = sumOf([...columns.values()].map(pairs));
  const expected = (rowPairs * columnPairs) / pairs(size);
  const ari = (index - expected) / ((rowPairs + columnPairs) / 2 - expected || 1);
  const mutual = sumOf(
    cells.map(({ group, other, count }) => {
      const product = (rows.get(group) ?? 1) * (columns.get(other) ?? 1);
      return (count / size) * Math.log((count * size) / product);
    }),
  );
  const chance = expectedMutual([...rows.values()], [...columns.values()], size);
  const mean = (entropy([...rows.values()], size) + entropy([...columns.values()], size)) / 2;
  const bestMatch = [...rows]
    .filter(([, count]) => count >= 5)
    .map(([group, count]) =>
      Math.max(
        ...[...(table.get(group) ?? [])].map(([other, both]) => (2 * both) / (count + (columns.get(other) ?? 0))),
      ),
    );
  return { ari, ami: (mutual - chance) / (mean - chance || 1), bestMatch };
}

function countValues(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function entropy(counts: readonly number[], size: number): number {
  return -sumOf(counts.map((count) => (count / size) * Math.log(count / size)));
}

function expectedMutual(rows: readonly number[], columns: readonly number[], size: number): number {
  const logFactorials = [0];
  for (let value = 1; value <= size; value++) logFactorials.push((logFactorials[value - 1] ?? 0) + Math.log(value));
  const log = (value: number): number => logFactorials[value] ?? 0;
  let sum = 0;
  for (const row of rows) {
    for (const column of columns) {
      for (let both = Math.max(1, row + column - size); both <= Math.min(row, column); both++) {
        const chance =
          log(row) +
          log(column) +
          log(size - row) +
          log(size - column) -
          (log(size) + log(both) + log(row - both) + log(column - both) + log(size - row - column + both));
        sum += (both / size) * Math.log((size * both) / (row * column)) * Math.exp(chance);
      }
    }
  }
  return sum;
}

/** B-cubed F1: the mean precision and recall of the group of each item. */
export function bCubed(truth: readonly string[], predicted: readonly string[]): number {
  const means = [predicted, truth].map((groups) => {
    const shares = groups.map((group, index) => {
      const members = [...groups.keys()].filter((other) => groups[other] === group);
      const both = members.filter(
        (other) => truth[other] === truth[index] && predicted[other] === predicted[index],
      ).length;
      return both / members.length;
    });
    return sumOf(shares) / shares.length;
  });
  const [precision = 0, recall = 0] = means;
  return (2 * precision * recall) / (precision + recall);
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
