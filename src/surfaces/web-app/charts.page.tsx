import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';

/**
 * One bar of a chart. `calm` draws it in the second color; `note` says in words what the color means, and `kind` what the
 * label belongs to, where there is room.
 */
export interface Bar {
  label: string;
  value: number;
  calm?: boolean;
  note?: string;
  kind?: string;
  /** The link of the bar. */
  href?: string;
}

const ROW_HEIGHT = 40;
/** Percent of the width. The rest is space for the figure to the right of the longest bar. */
const LONGEST_BAR = 88;
const COLUMNS_HEIGHT = 160;

/** Horizontal positions are percentages of the width, so that the text keeps its size on a phone. */
const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

/** Horizontal bars in the given order, followed by a table of the same figures. */
export function BarChart({ title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] }): VNode {
  const x = scaleLinear()
    .domain([0, max(bars, ({ value }) => value) ?? 1])
    .range([0, LONGEST_BAR]);
  const id = idOf(title);
  return (
    <figure class="chart-figure">
      {/* An image has no links in it. */}
      <svg
        class="chart"
        role={bars.some(({ href }) => href) ? 'group' : 'img'}
        aria-labelledby={id}
        width="100%"
        height={bars.length * ROW_HEIGHT}
      >
        <title id={id}>{title}</title>
        {bars.map((bar, row) => (
          <svg key={bar.label} y={row * ROW_HEIGHT} overflow="visible">
            {bar.href ? (
              <a href={bar.href}>
                <BarRow bar={bar} width={x(bar.value)} />
              </a>
            ) : (
              <BarRow bar={bar} width={x(bar.value)} />
            )}
          </svg>
        ))}
      </svg>
      <ChartTable title={title} heads={['Name', unit]} rows={bars.map(({ label, value }) => [label, value])} />
    </figure>
  );
}

/** The label, the bar and the figure of a row. `width` is in percent. */
function BarRow({ bar: { label, value, calm, note, kind }, width }: { bar: Bar; width: number }): VNode {
  return (
    <>
      <text y={14}>
        <tspan class="label">{label}</tspan>
        {kind && (
          <tspan class="axis chart-kind" dx={8}>
            {kind}
          </tspan>
        )}
        {note && (
          <tspan class="axis" dx={8}>
            {note}
          </tspan>
        )}
      </text>
      <rect class={calm ? 'bar calm' : 'bar'} y={20} width={percent(Math.max(0.5, width))} height={14} rx={2} />
      <text class="axis" x={percent(width)} dx={6} y={27} dominant-baseline="central">
        {value.toLocaleString('en')}
      </text>
    </>
  );
}

/** A bar with its figure, for a table cell. `most` is the value of the longest bar. */
export function ShareBar({ value, most }: { value: number; most: number }): VNode {
  const width = scaleLinear()
    .domain([0, most])
    .range([0, LONGEST_BAR - 12]);
  const figure = value < 0.05 ? '<0.1' : value.toFixed(1);
  return (
    <svg class="chart" role="img" aria-label={figure} width="100%" height={20}>
      <rect class="bar" y={3} width={percent(width(value))} height={14} rx={2} />
      <text class="axis" x={percent(width(value))} dx={6} y={10} dominant-baseline="central">
        {figure}
      </text>
    </svg>
  );
}

/** Vertical bars over time, such as credits per day. */
export function ColumnChart({ title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] }): VNode {
  const most = max(bars, ({ value }) => value) ?? 0;
  const x = scaleBand()
    .domain(bars.map(({ label }) => label))
    .range([0, 100])
    .padding(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, most)])
    .range([COLUMNS_HEIGHT, 18]);
  const id = idOf(title);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure class="chart-figure">
      <svg class="chart" role="img" aria-labelledby={id} width="100%" height={COLUMNS_HEIGHT + 20}>
        <title id={id}>{title}</title>
        <text class="axis" y={12}>
          {most.toLocaleString('en')}
        </text>
        {[0, most].map((value) => (
          <line key={value} class="rule" x2="100%" y1={y(value)} y2={y(value)} />
        ))}
        {bars.map(({ label, value }) => (
          <rect
            key={label}
            class="bar calm"
            x={percent(x(label) ?? 0)}
            width={percent(x.bandwidth())}
            y={y(value)}
            height={COLUMNS_HEIGHT - y(value)}
          />
        ))}
        <text class="axis" y={COLUMNS_HEIGHT + 15}>
          {first?.label}
        </text>
        <text class="axis" x="100%" y={COLUMNS_HEIGHT + 15} text-anchor="end">
          {last?.label}
        </text>
      </svg>
      <ChartTable
        title={title}
        heads={['Day', unit]}
        rows={bars.filter(({ value }) => value > 0).map(({ label, value }) => [label, value])}
      />
    </figure>
  );
}

/** The figures of a chart as a table. */
export function ChartTable(props: {
  title: string;
  heads: [string, string];
  rows: (readonly [string, number])[];
}): VNode {
  return (
    <details>
      <summary>Show as a table</summary>
      <table>
        <caption class="quiet">{props.title}</caption>
        <thead>
          <tr>
            <th scope="col">{props.heads[0]}</th>
            <th scope="col" class="number">
              {props.heads[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td class="number">{value.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The id of the title of a chart. */
const idOf = (title: string): string => `chart-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
