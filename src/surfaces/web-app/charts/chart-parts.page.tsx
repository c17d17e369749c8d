import type { ComponentChildren, VNode } from 'preact';
import { tenth } from './geometry.js';

interface DrawingProps {
  title: string;
  width: number;
  height: number;
  /** Two drawings of one chart stand beside each other, for a screen and for a phone: the text keeps its size in both. */
  of: 'screen' | 'phone' | 'both';
  children: ComponentChildren;
}

/** The frame of a drawing. The table beside it has the same figures. */
export function Drawing({ title, width, height, of, children }: DrawingProps): VNode {
  return (
    <svg
      class={of === 'both' ? 'chart' : `chart of-${of}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
    >
      {children}
    </svg>
  );
}

interface GridProps {
  ticks: readonly number[];
  y: (value: number) => number;
  left: number;
  right: number;
  unit?: string;
}

/** Horizontal lines with their values. The last value has the unit. */
export function Grid({ ticks, y, left, right, unit = '' }: GridProps): VNode {
  return (
    <>
      <path class="grid" d={ticks.map((tick) => `M${left} ${tenth(y(tick))}H${right}`).join('')} />
      {ticks.map((tick, at) => (
        <text key={tick} class="ax" x={left - 8} y={tenth(y(tick) + 4)} text-anchor="end">
          {`${tick}${at === ticks.length - 1 ? unit : ''}`}
        </text>
      ))}
    </>
  );
}

/** A release or a change on the axis of time. */
export interface ChartMark {
  /** The place among the months, from 0; between two months at a half. */
  at: number;
  text: string;
  isHot?: boolean;
}

/** Dotted lines with words on top. Words that would meet stand a line higher. */
export function Marks(props: { marks: readonly ChartMark[]; x: (at: number) => number; bottom: number }): VNode {
  const { marks, x, bottom } = props;
  let end = -Infinity;
  let isHigh = false;
  return (
    <>
      {[...marks]
        .sort((one, other) => one.at - other.at)
        .map(({ at, text, isHot }) => {
          const [place, half] = [tenth(x(at)), 3.4 * text.length];
          isHigh = place - half < end && !isHigh;
          end = place + half;
          const base = isHigh ? 12 : 26;
          return (
            <g class={isHot ? 'mk hot' : 'mk'} key={`${at} ${text}`}>
              <path d={`M${place} ${base + 5}V${bottom}`} />
              <circle cx={place} cy={base + 5} r={3} />
              <text x={place} y={base - 2} text-anchor="middle">
                {text}
              </text>
            </g>
          );
        })}
    </>
  );
}

interface ChartTableProps {
  title: string;
  heads: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly (string | number)[])[];
}

/** The figures of a chart as a table: the way of keyboards and readers. */
export function ChartTable({ title, heads, rows }: ChartTableProps): VNode {
  const shown = (cell: string | number): string => (typeof cell === 'number' ? cell.toLocaleString('en') : cell);
  return (
    <details class="chart-table">
      <summary>Show as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <caption class="quiet">{title}</caption>
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" class={at > 0 ? 'number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <td>{shown(name)}</td>
                {cells.map((cell, at) => (
                  <td key={heads[at + 1]} class="number">
                    {shown(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
