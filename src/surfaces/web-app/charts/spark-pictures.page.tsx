import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import { Drawing } from './chart-parts.page.js';
import { SparkMarks, type SparkProps } from './sparkline.page.js';

/** A sparkline with what it shows in words. */
export interface NamedSpark extends SparkProps {
  name: string;
  /** Such as the share of the texts. */
  figure: string;
}

const CELL = { width: 248, height: 92, gap: 20, line: 56 };
const COLUMNS = 3;
const MAX_NAME = 30;

/** Small multiples: one line in each cell, all on one scale. Cells without a line have only their words. */
export function multiplesDrawing({ title, cells }: { title: string; cells: readonly NamedSpark[] }): VNode {
  const columns = Math.min(COLUMNS, cells.length);
  const width = columns * CELL.width + (columns - 1) * CELL.gap;
  return (
    <Drawing title={title} width={width} height={Math.ceil(cells.length / columns) * CELL.height} of="both">
      {cells.map(({ name, figure, ...spark }, at) => (
        <svg
          key={name}
          x={(at % columns) * (CELL.width + CELL.gap)}
          y={Math.floor(at / columns) * CELL.height}
          width={CELL.width}
          height={CELL.height}
        >
          <text class="st" x={0} y={14}>
            {clipped(name, MAX_NAME)}
          </text>
          <text class="ax" x={CELL.width} y={14} text-anchor="end">
            {figure}
          </text>
          <g transform="translate(0 20)">
            <SparkMarks {...spark} width={CELL.width} height={CELL.line} names={namesOf(spark)} />
          </g>
        </svg>
      ))}
    </Drawing>
  );
}

const SPARK = { width: 208, height: 56 };

/** A sparkline alone, for a text or a slide. */
export const sparkDrawing = (title: string, spark: SparkProps): VNode => (
  <Drawing title={title} {...SPARK} of="both">
    <SparkMarks {...spark} {...SPARK} names={namesOf(spark)} />
  </Drawing>
);

/** The classes of a picture, in which no class of an outer part counts. */
const namesOf = ({ tone = 'level' }: SparkProps) => ({
  line: `line-${tone}`,
  fill: `fill-${tone}`,
  point: `point-${tone}`,
  cut: 'mk',
});
