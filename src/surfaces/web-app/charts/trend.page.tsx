import type { VNode } from 'preact';
import { ChartTable, Drawing, Grid } from './chart-parts.page.js';
import { areaBetween, lineThrough, tenth, ticksTo } from './geometry.js';
import { AXIS_HEIGHT, MonthAxis } from './month-axis.page.js';
import { type Bucket, bucketName } from './stacked-months.page.js';

/** The share of one theme in a bucket of months, in percent, with its interval; null with too few texts. */
export interface SharePoint extends Bucket {
  mentions: number;
  share: number | null;
  low: number;
  high: number;
}

interface TrendProps {
  title: string;
  points: readonly SharePoint[];
  /** The first bucket after the change, and the shares before and after in percent. */
  change?: { at: number; before: number; after: number } | null;
}

const SCREEN = { width: 560, height: 274, left: 38, right: 104, top: 36, volume: 30, bottom: AXIS_HEIGHT };
const PHONE = { width: 328, height: 234, left: 34, right: 64, top: 30, volume: 26, bottom: AXIS_HEIGHT };
type Frame = typeof SCREEN;

/** One theme over time: its share with the interval, the change and its levels, and the texts of each month beneath. */
export function Trend(props: TrendProps): VNode | null {
  const { title, points } = props;
  if (!hasLine(points)) return null;
  return (
    <figure class="chart-figure">
      <TrendDrawing {...props} frame={SCREEN} of="screen" />
      <TrendDrawing {...props} frame={PHONE} of="phone" />
      <ChartTable
        title={title}
        heads={['Month', 'Share', '95% interval', 'Mentions', 'Texts']}
        rows={points.map((point) => [
          bucketName(point),
          point.share === null ? 'too few' : `${point.share.toFixed(1)}%`,
          point.share === null ? '' : `${point.low.toFixed(1)} to ${point.high.toFixed(1)}%`,
          point.mentions,
          point.reviews,
        ])}
      />
    </figure>
  );
}

const hasLine = (points: readonly SharePoint[]): boolean => points.filter(({ share }) => share !== null).length >= 2;

/** The drawing for a screen alone. Null with fewer than two points. */
export const trendDrawing = (props: TrendProps): VNode | null =>
  hasLine(props.points) ? <TrendDrawing {...props} frame={SCREEN} of="screen" /> : null;

function TrendDrawing(props: TrendProps & { frame: Frame; of: 'screen' | 'phone' }): VNode {
  const { title, points, change, frame, of } = props;
  const { width, height, left, right, top, volume, bottom } = frame;
  const floor = height - bottom - volume;
  const ticks = ticksTo(Math.max(1, ...points.map(({ share, high }) => (share === null ? 0 : high))), 4);
  const step = (width - left - right) / points.length;
  const x = (at: number): number => left + (at + 0.5) * step;
  const y = (value: number): number => floor - (value / (ticks.at(-1) ?? 1)) * (floor - top);
  const known = points.flatMap((point, at) => (point.share === null ? [] : [{ ...point, at }]));
  const band = known.length === points.length;
  const tone = change ? (change.after > change.before ? 'rise' : 'fall') : 'level';
  return (
    <Drawing {...{ title, width, height, of }}>
      <Grid ticks={ticks} y={y} left={left} right={width - right} unit="%" />
      <g class={tone}>
        {band && (
          <path
            class="band"
            d={areaBetween(
              known.map(({ at, high }) => [x(at), y(high)]),
              known.map(({ at, low }) => [x(at), y(low)]),
            )}
          />
        )}
        {change && <Levels {...{ change, y, left, right: width - right, cut: x(change.at) - step / 2, top, floor }} />}
        <path class="ln" d={lineThrough(points.map(({ share }, at) => (share === null ? null : [x(at), y(share)])))} />
        {points.map((point, at) => (
          <Month key={point.from} {...{ point, at, x, y, step, top, floor, volume, points }} />
        ))}
      </g>
      <MonthAxis buckets={points} x={x} height={height} most={of === 'phone' ? 4 : 12} />
      <text class="lb ax" x={width - right + 8} y={floor + volume}>
        Texts
      </text>
    </Drawing>
  );
}

interface LevelsProps {
  change: NonNullable<TrendProps['change']>;
  y: (value: number) => number;
  left: number;
  right: number;
  cut: number;
  top: number;
  floor: number;
}

function Levels({ change, y, left, right, cut, top, floor }: LevelsProps): VNode {
  return (
    <g class="mk own">
      <path d={`M${tenth(cut)} ${top - 12}V${floor}`} />
      <circle cx={tenth(cut)} cy={top - 12} r={3} />
      <path
        class="lvl"
        d={`M${left} ${tenth(y(change.before))}H${tenth(cut)}M${tenth(cut)} ${tenth(y(change.after))}H${right}`}
      />
      <text class="lb" x={right + 8} y={tenth(y(change.after) + 4)}>
        {`${change.after.toFixed(1)}%`}
      </text>
      <text class="lb v" x={tenth(cut - 6)} y={tenth(y(change.before) + 14)} text-anchor="end">
        {`${change.before.toFixed(1)}%`}
      </text>
    </g>
  );
}

interface MonthProps {
  point: SharePoint;
  at: number;
  points: readonly SharePoint[];
  x: (at: number) => number;
  y: (value: number) => number;
  step: number;
  top: number;
  floor: number;
  volume: number;
}

/** The point of a month with its value under the pointer, and its texts as a column. */
function Month({ point, at, points, x, y, step, top, floor, volume }: MonthProps): VNode {
  const most = Math.max(1, ...points.map(({ reviews }) => reviews));
  const column = (point.reviews / most) * (volume - 10);
  return (
    <>
      {point.share !== null && (
        <g class="dot">
          <rect class="hit" x={tenth(x(at) - step / 2)} y={top} width={tenth(step)} height={floor - top + volume} />
          <circle cx={tenth(x(at))} cy={tenth(y(point.share))} r={3} />
          <text class="on" x={tenth(x(at))} y={tenth(y(point.share) - 9)} text-anchor="middle">
            {`${point.share.toFixed(1)}%`}
          </text>
        </g>
      )}
      <rect
        class="g4"
        x={tenth(x(at) - step * 0.3)}
        y={tenth(floor + volume - column)}
        width={tenth(step * 0.6)}
        height={tenth(column)}
      />
    </>
  );
}
