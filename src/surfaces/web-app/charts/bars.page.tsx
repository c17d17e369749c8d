import type { VNode } from 'preact';
import { ChartTable, Drawing, Grid } from './chart-parts.page.js';
import { tenth, ticksTo } from './geometry.js';
import { RowBar } from './small-marks.page.js';

/** A row of a list of bars. */
export interface Bar {
  label: string;
  value: number;
  href?: string;
}

/** Bars in the given order, each with its label before it and its figure behind it. */
export function BarList({ bars, tone }: { bars: readonly Bar[]; tone?: 'g1' | 'g2' | 'up' }): VNode {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <ul class="bar-list">
      {bars.map(({ label, value, href }) => (
        <li key={label}>
          <span dir="auto">{href ? <a href={href}>{label}</a> : label}</span>
          <RowBar value={value} most={most} tone={tone} />
          <span>{value.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}

interface ColumnsProps {
  title: string;
  unit: string;
  bars: readonly Bar[];
}

const FRAMES = {
  screen: { width: 1100, height: 200, left: 34 },
  phone: { width: 328, height: 160, left: 26 },
};

/** Vertical bars over days, with an axis. */
export function Columns({ title, unit, bars }: ColumnsProps): VNode {
  return (
    <figure class="chart-figure">
      {(['screen', 'phone'] as const).map((of) => (
        <ColumnDrawing key={of} title={title} bars={bars} of={of} />
      ))}
      <ChartTable
        title={title}
        heads={['Day', unit]}
        rows={bars.filter(({ value }) => value > 0).map(({ label, value }) => [label, value])}
      />
    </figure>
  );
}

function ColumnDrawing({ title, bars, of }: { title: string; bars: readonly Bar[]; of: 'screen' | 'phone' }): VNode {
  const { width, height, left } = FRAMES[of];
  const [top, floor] = [12, height - 24];
  const ticks = ticksTo(Math.max(1, ...bars.map(({ value }) => value)));
  const step = (width - left) / Math.max(1, bars.length);
  const y = (value: number): number => floor - (value / (ticks.at(-1) ?? 1)) * (floor - top);
  const every = Math.ceil(bars.length / (of === 'phone' ? 4 : 10));
  return (
    <Drawing {...{ title, width, height, of }}>
      <Grid ticks={ticks} y={y} left={left} right={width} />
      {bars.map(({ label, value }, at) => (
        <g class="dot" key={label}>
          <rect class="hit" x={tenth(left + at * step)} y={top} width={tenth(step)} height={floor - top} />
          {value > 0 && (
            <rect
              class="g1"
              x={tenth(left + at * step + step * 0.12)}
              y={tenth(y(value))}
              width={tenth(step * 0.76)}
              height={tenth(floor - y(value))}
              rx={1}
            />
          )}
          {value > 0 && (
            <text class="on" x={tenth(left + (at + 0.5) * step)} y={tenth(y(value) - 4)} text-anchor="middle">
              {value.toLocaleString('en')}
            </text>
          )}
          {at % every === 0 && (
            <text
              class="ax"
              x={tenth(left + (at + 0.5) * step)}
              y={height - 6}
              text-anchor={at === 0 ? 'start' : 'middle'}
            >
              {label.replace(/, \d{4}$/, '')}
            </text>
          )}
        </g>
      ))}
    </Drawing>
  );
}
