import type { VNode } from 'preact';
import { shortMonth, tenth } from './geometry.js';

interface MonthAxisProps {
  /** The first and the last month of each place, as `YYYY-MM`. */
  buckets: readonly { from: string; to: string }[];
  x: (at: number) => number;
  height: number;
  /** The most names of single months that fit. */
  most: number;
}

/** The height of the two lines. */
export const AXIS_HEIGHT = 36;
/** Names of two months take more room. */
const SHARE_OF_PAIRS = 0.6;

/** The months under a chart, and below them each year, under its first month that is named. */
export function MonthAxis({ buckets, x, height, most }: MonthAxisProps): VNode {
  const fitting = buckets.some(({ from, to }) => from !== to) ? Math.ceil(SHARE_OF_PAIRS * most) : most;
  const every = Math.ceil(buckets.length / fitting);
  const named = buckets.flatMap((bucket, at) => (at % every === 0 ? [{ ...bucket, at }] : []));
  return (
    <>
      {named.map(({ from, to, at }, place) => (
        <>
          <text class="ax" x={tenth(x(at))} y={height - 20} text-anchor="middle">
            {from === to ? shortMonth(from) : `${shortMonth(from)}–${shortMonth(to)}`}
          </text>
          {yearOf(named[place - 1]?.from) !== yearOf(from) && (
            <text class="ax" x={tenth(x(at))} y={height - 6} text-anchor="middle">
              {yearOf(from)}
            </text>
          )}
        </>
      ))}
    </>
  );
}

const yearOf = (month = ''): string => month.slice(0, 4);
