import type { VNode } from 'preact';
import { type ChartMark, ChartTable, Drawing, Grid, Marks } from './chart-parts.page.js';
import { areaBetween, longMonth, shortMonth, tenth, ticksTo } from './geometry.js';
import { AXIS_HEIGHT, MonthAxis } from './month-axis.page.js';

/** One layer of a stack, such as a kind of problem. */
export interface Layer {
  name: string;
  /** The class of its color. */
  tone: 'up' | 'up2' | 'down' | 'g1' | 'g2' | 'g3' | 'g4';
  values: readonly number[];
}

/** A month, or several that were put together because each alone has too few texts. */
export interface Bucket {
  /** The first and the last month, as `YYYY-MM`. */
  from: string;
  to: string;
  reviews: number;
  /** Too few texts for a rate: left out of the drawing. */
  isTooSmall?: boolean;
}

interface StackedProps {
  title: string;
  unit: string;
  buckets: readonly Bucket[];
  /** From the bottom to the top. */
  layers: readonly Layer[];
  marks?: readonly ChartMark[];
}

const SCREEN = { width: 720, height: 332, left: 30, right: 190, top: 46, bottom: AXIS_HEIGHT };
const PHONE = { width: 328, height: 222, left: 26, right: 8, top: 20, bottom: AXIS_HEIGHT };

type Frame = typeof SCREEN;

/** `Mar 2026`, or `Jan to Mar 2026`. */
export const bucketName = ({ from, to }: Bucket): string =>
  from === to ? longMonth(from) : `${shortMonth(from)} to ${longMonth(to)}`;

/** Layers over months with axis, marks, direct labels, and the figures of a month where the pointer is. */
export function StackedMonths(props: StackedProps): VNode {
  const { title, unit, buckets, layers } = props;
  return (
    <figure class="chart-figure">
      <Stack {...props} frame={SCREEN} of="screen" />
      <Stack {...props} frame={PHONE} of="phone" />
      <p class="legend of-phone">
        {monthOf(buckets)}
        {[...layers].reverse().map(({ name, tone, values }) => (
          <span key={name}>
            <svg width="8" height="8" aria-hidden="true">
              <rect class={tone} width="8" height="8" rx="2" />
            </svg>
            {`${name} ${Math.round(values[lastOf(buckets)] ?? 0)}`}
          </span>
        ))}
      </p>
      <ChartTable
        title={`${title}, ${unit}`}
        heads={['Month', ...layers.map(({ name }) => name), 'Texts read']}
        rows={buckets.map((bucket, at) => [
          bucketName(bucket),
          ...layers.map(({ values }) => (bucket.isTooSmall ? '–' : tenth(values[at] ?? 0))),
          bucket.reviews,
        ])}
      />
    </figure>
  );
}

/** The drawing for a screen alone. */
export const stackedDrawing = (props: StackedProps): VNode => <Stack {...props} frame={SCREEN} of="screen" />;

function Stack(props: StackedProps & { frame: Frame; of: 'screen' | 'phone' }): VNode {
  const { title, buckets, layers, marks = [], frame, of } = props;
  const { width, height, left, right, top, bottom } = frame;
  const floor = height - bottom;
  const totals = buckets.map(({ isTooSmall }, at) =>
    isTooSmall ? 0 : layers.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const ticks = ticksTo(Math.max(...totals, 1));
  const x = (at: number): number => left + (at * (width - left - right)) / Math.max(1, buckets.length - 1);
  const y = (value: number): number => floor - (value / (ticks.at(-1) ?? 1)) * (floor - top);
  const parts = partsOf(buckets);
  const stack = stackOf(layers, buckets.length);
  const lineOf = (values: readonly number[], part: readonly number[]): [number, number][] => {
    const [only = 0] = part;
    // A month between two that are left out is a column.
    if (part.length === 1) return [-COLUMN, COLUMN].map((side) => [Math.round(x(only)) + side, y(values[only] ?? 0)]);
    return part.map((at) => [Math.round(x(at)), y(values[at] ?? 0)]);
  };
  return (
    <Drawing {...{ title, width, height, of }}>
      <Grid ticks={ticks} y={y} left={left} right={width - right} />
      {stack.map(({ layer, upper, lower }) => (
        <path
          key={layer.name}
          class={`area ${layer.tone}`}
          d={parts.map((part) => areaBetween(lineOf(upper, part), lineOf(lower, part))).join('')}
        />
      ))}
      {of === 'screen' && (
        <Labels stack={stack} head={monthOf(buckets)} last={lastOf(buckets)} x={width - right + 10} y={y} />
      )}
      {of === 'screen' && <Marks marks={marks} x={x} bottom={floor} />}
      <MonthAxis buckets={buckets} x={x} height={height} most={of === 'phone' ? 5 : 12} />
      {of === 'screen' && (
        <defs>
          <g id="tip-names" class="tip-names">
            {[...layers].reverse().map(({ name }, row) => (
              <text key={name} x={48} y={33 + 16 * row}>
                {name}
              </text>
            ))}
          </g>
        </defs>
      )}
      {of === 'screen' &&
        buckets.map((bucket, at) => (
          <Tip key={bucket.from} {...{ bucket, at, layers, x, top, floor, edge: width - right, step: x(1) - x(0) }} />
        ))}
    </Drawing>
  );
}

/** The place of the last bucket with a rate. */
const lastOf = (buckets: readonly Bucket[]): number => buckets.findLastIndex(({ isTooSmall }) => !isTooSmall);

/** The month of the figures beside the layers, in words. */
function monthOf(buckets: readonly Bucket[]): string {
  const last = buckets[lastOf(buckets)];
  return last ? `In ${bucketName(last)}` : '';
}

/** Half the width of a column. */
const COLUMN = 3;

/** The places of the buckets with a rate, in parts between those that are left out. */
function partsOf(buckets: readonly Bucket[]): number[][] {
  const parts: number[][] = [[]];
  buckets.forEach(({ isTooSmall }, at) => {
    if (isTooSmall) parts.push([]);
    else parts.at(-1)?.push(at);
  });
  return parts.filter((part) => part.length > 0);
}

interface StackedLayer {
  layer: Layer;
  lower: readonly number[];
  upper: readonly number[];
}

function stackOf(layers: readonly Layer[], count: number): StackedLayer[] {
  let base = Array.from({ length: count }, () => 0);
  return layers.map((layer) => {
    const lower = base;
    base = lower.map((value, at) => value + (layer.values[at] ?? 0));
    return { layer, lower, upper: base };
  });
}

const LABEL_GAP = 17;

interface LabelsProps {
  stack: readonly StackedLayer[];
  /** What the values are of. */
  head: string;
  /** The place of the values. */
  last: number;
  x: number;
  y: (value: number) => number;
}

/** The name and the last value of each layer beside it, moved apart where they would meet. */
function Labels({ stack, head, last, x, y: heightOf }: LabelsProps): VNode {
  // Layers at one height stay in the order of the stack, the uppermost first.
  const labels = [...stack]
    .reverse()
    .map(({ layer, upper, lower }) => ({ layer, y: heightOf(((upper[last] ?? 0) + (lower[last] ?? 0)) / 2) }))
    .sort((one, other) => one.y - other.y);
  for (let at = labels.length - 2; at >= 0; at--) {
    const [label, below] = [labels[at], labels[at + 1]];
    if (label && below) label.y = Math.min(label.y, below.y - LABEL_GAP);
  }
  return (
    <>
      <text class="ax" x={x} y={tenth((labels[0]?.y ?? 0) + 4 - LABEL_GAP)}>
        {head}
      </text>
      {labels.map(({ layer: { name, tone, values }, y }) => (
        <g key={name}>
          <rect class={tone} x={x} y={tenth(y - 4)} width={8} height={8} rx={2} />
          <text class={tone.startsWith('g') ? 'lb' : 'lb st'} x={x + 14} y={tenth(y + 4)}>
            {name} <tspan class="v">{Math.round(values[last] ?? 0)}</tspan>
          </text>
        </g>
      ))}
    </>
  );
}

interface TipProps {
  bucket: Bucket;
  at: number;
  layers: readonly Layer[];
  x: (at: number) => number;
  top: number;
  floor: number;
  /** The right end of the plot. */
  edge: number;
  step: number;
}

const TIP_WIDTH = 190;

/** The figures of a month, which the stylesheet shows under the pointer. */
function Tip({ bucket, at, layers, x, top, floor, edge, step }: TipProps): VNode {
  const height = 26 + layers.length * 16;
  const isLeft = x(at) + 12 + TIP_WIDTH > edge + 60;
  const left = Math.round(isLeft ? x(at) - TIP_WIDTH - 12 : x(at) + 12);
  return (
    <g class="tip" aria-hidden="true">
      <rect class="hit" x={tenth(x(at) - step / 2)} y={top} width={tenth(step)} height={floor - top} />
      <g class="box">
        <path class="cur" d={`M${tenth(x(at))} ${top}V${floor}`} />
        <g transform={`translate(${left} ${top + 4})`}>
          <rect class="bg" width={TIP_WIDTH} height={height} rx={6} />
          <text class="hd" x={10} y={16}>
            {`${bucketName(bucket)} · ${bucket.reviews} texts`}
          </text>
          <use href="#tip-names" />
          <text text-anchor="end">
            {[...layers].reverse().map(({ name, values }, row) => (
              <tspan key={name} x={38} y={33 + 16 * row}>
                {bucket.isTooSmall ? '–' : (values[at] ?? 0).toFixed(1)}
              </tspan>
            ))}
          </text>
        </g>
      </g>
    </g>
  );
}
