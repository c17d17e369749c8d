const SAMPLES = 200;

/**
 * The 95% confidence interval of a measure, over samples drawn with replacement. The draws are the same in every run.
 */
export function bootstrap<T>(items: readonly T[], measure: (sample: readonly T[]) => number): [number, number] {
  let state = 12345;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const values = Array.from({ length: SAMPLES }, () =>
    measure(items.map(() => items[Math.floor(next() * items.length)]).filter((item) => item !== undefined)),
  ).sort((left, right) => left - right);
  return [values[Math.floor(SAMPLES * 0.025)] ?? 0, values[Math.floor(SAMPLES * 0.975) - 1] ?? 0];
}
