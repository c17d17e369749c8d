import type { VNode } from 'preact';
import { lineThrough, tenth } from './geometry.js';

/** What happened to a share: grey is level, color is change. */
export type Tone = 'level' | 'rise' | 'fall';

interface SparklineProps {
  /** Null for a month with too few texts. */
  values: readonly (number | null)[];
  /** The top of the scale: the same for all lines that are compared. */
  max: number;
  tone?: Tone;
  /** The first month after a change. */
  changedAt?: number;
  width?: number;
  height?: number;
}

/** A line without an axis. What it shows stands in words beside it. Null with fewer than two points. */
export function Sparkline(props: SparklineProps): VNode | null {
  const { values, max, tone = 'level', changedAt, width = 104, height = 28 } = props;
  if (values.filter((value) => value !== null).length < 2) return null;
  const x = (at: number): number => 2 + (at * (width - 6)) / (values.length - 1);
  const y = (value: number): number => height - 1 - (Math.min(value, max) / (max || 1)) * (height - 5);
  const points = values.map((value, at): [number, number] | null => (value === null ? null : [x(at), y(value)]));
  const last = points.findLast((point) => point !== null);
  const isWhole = points.every((point) => point !== null);
  const cut = changedAt !== undefined && changedAt > 0 ? x(changedAt - 0.5) : null;
  return (
    <svg class={`spark ${tone}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {cut !== null && <path class="cut" d={`M${tenth(cut)} 2V${height}`} />}
      {tone !== 'level' && isWhole && <path class="fill" d={`${lineThrough(points)}V${height}H2Z`} />}
      <path class="ln" d={lineThrough(points)} />
      {last && <circle class="pt" cx={tenth(last[0])} cy={tenth(last[1])} r={2.25} />}
    </svg>
  );
}
