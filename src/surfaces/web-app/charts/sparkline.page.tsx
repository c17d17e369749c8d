import type { VNode } from 'preact';
import { lineThrough, tenth } from './geometry.js';

/** What happened to a share: grey is level, color is change. */
export type Tone = 'level' | 'rise' | 'fall';

/** What a sparkline shows. */
export interface SparkProps {
  /** Null for a month with too few texts. */
  values: readonly (number | null)[];
  /** The top of the scale: the same for all lines that are compared. */
  max: number;
  tone?: Tone;
  /** The first month after a change. */
  changedAt?: number;
}

interface Size {
  width: number;
  height: number;
}

/** Whether there are two points to draw a line through. */
export const hasSpark = ({ values }: Pick<SparkProps, 'values'>): boolean =>
  values.filter((value) => value !== null).length >= 2;

/** A line without an axis. What it shows stands in words beside it. Null with fewer than two points. */
export function Sparkline({ width = 104, height = 28, ...spark }: SparkProps & Partial<Size>): VNode | null {
  if (!hasSpark(spark)) return null;
  const classes = `spark ${spark.tone ?? 'level'}`;
  return (
    <svg class={classes} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <SparkMarks {...spark} width={width} height={height} names={NAMES} />
    </svg>
  );
}

const NAMES = { line: 'ln', fill: 'fill', point: 'pt', cut: 'cut' };

/** The marks of a sparkline, with the classes `names`. Null with fewer than two points. */
export function SparkMarks(props: SparkProps & Size & { names: typeof NAMES }): VNode | null {
  const { values, max, tone = 'level', changedAt, width, height, names } = props;
  if (!hasSpark(props)) return null;
  const x = (at: number): number => 2 + (at * (width - 6)) / (values.length - 1);
  const y = (value: number): number => height - 1 - (Math.min(value, max) / (max || 1)) * (height - 5);
  const points = values.map((value, at): [number, number] | null => (value === null ? null : [x(at), y(value)]));
  const last = points.findLast((point) => point !== null);
  const isWhole = points.every((point) => point !== null);
  const cut = changedAt !== undefined && changedAt > 0 ? x(changedAt - 0.5) : null;
  return (
    <>
      {cut !== null && <path class={names.cut} d={`M${tenth(cut)} 2V${height}`} />}
      {tone !== 'level' && isWhole && <path class={names.fill} d={`${lineThrough(points)}V${height}H2Z`} />}
      <path class={names.line} d={lineThrough(points)} />
      {last && <circle class={names.point} cx={tenth(last[0])} cy={tenth(last[1])} r={2.25} />}
    </>
  );
}
