/** A length in a drawing, to a tenth of a pixel. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A line through points. A null point leaves a gap. */
export function lineThrough(points: readonly (readonly [x: number, y: number] | null)[]): string {
  let isDrawing = false;
  return points
    .map((point) => {
      const command = point ? `${isDrawing ? 'L' : 'M'}${tenth(point[0])} ${tenth(point[1])}` : '';
      isDrawing = point !== null;
      return command;
    })
    .join('');
}

/** The area between two lines of the same number of points. */
export const areaBetween = (upper: [number, number][], lower: [number, number][]): string =>
  `${lineThrough(upper)}${[...lower]
    .reverse()
    .map(([x, y]) => `L${tenth(x)} ${tenth(y)}`)
    .join('')}Z`;

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** Ticks of an axis from 0, at most `count` steps, of which the last is not below `max`. */
export function ticksTo(max: number, count = 4): number[] {
  const step = STEPS.find((each) => each * count >= max) ?? Math.ceil(max / count);
  const steps = Math.max(1, Math.ceil(tenth(max / step)));
  return Array.from({ length: steps + 1 }, (_, index) => tenth(index * step));
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const MONTH_AND_YEAR = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** `2025-03` as `Mar`. */
export const shortMonth = (month: string): string => MONTH.format(dateOf(month));

/** `2025-03` as `Mar 2025`. */
export const longMonth = (month: string): string => MONTH_AND_YEAR.format(dateOf(month));
