import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';

/**
 * One bar of a chart. `calm` draws it in the second color; `kind` is what the label belongs to, and `note` says in words
 * what the color means. A narrow chart has notes only if all of them fit beside the labels and the kinds.
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
const MAX_BAR_LENGTH = 88;
const COLUMNS_HEIGHT = 160;
/** The characters that are sure to fit over a bar: on a phone, and beside a comparison. */
const ROOM = { phone: 45, half: 60 };
/** Fewer say nothing. */
const MIN_CHARACTERS = 8;

/** Horizontal positions are percentages of the width, so that the text keeps its size on a phone. */
const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

/** Horizontal bars in the given order, followed by a table of the same figures. */
export function BarChart({ title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] }): VNode {
  const x = scaleLinear()
    .domain([0, max(bars, ({ value }) => value) ?? 1])
    .range([0, MAX_BAR_LENGTH]);
  const id = idOf(title);
  const longest = max(bars, ({ label, kind, note }) => [label, kind, note].join('  ').length) ?? 0;
  const noteClass = longest > ROOM.half ? 'axis wide-only' : longest > ROOM.phone ? 'axis not-on-phone' : 'axis';
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
                <BarRow bar={bar} width={x(bar.value)} noteClass={noteClass} />
              </a>
            ) : (
              <BarRow bar={bar} width={x(bar.value)} noteClass={noteClass} />
            )}
          </svg>
        ))}
      </svg>
      <ChartTable title={title} heads={['Name', unit]} rows={bars.map(({ label, value }) => [label, value])} />
    </figure>
  );
}

interface BarRowProps {
  bar: Bar;
  /** In percent. */
  width: number;
  noteClass: string;
}

/** The label, the bar and the figure of a row. */
function BarRow({ bar: { label, value, calm, note, kind }, width, noteClass }: BarRowProps): VNode {
  return (
    <>
      <text y={14}>
        <Words words={label} className="label" spare={kind ? MIN_CHARACTERS + 2 : 0} />
        {kind && <Words words={kind} className="axis kind" after={label.length + 2} />}
        {note && (
          <tspan class={noteClass} dx={8}>
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

interface WordsProps {
  words: string;
  className: string;
  /** The characters before them. */
  after?: number;
  /** The characters that others need after them. */
  spare?: number;
}

/** Words over a bar, cut where the chart is too narrow for them. Screen readers read them once, in full. */
function Words({ words, className, after = 0, spare = 0 }: WordsProps): VNode {
  const [half, phone] = [ROOM.half, ROOM.phone].map((room) =>
    clipped(words, Math.max(MIN_CHARACTERS, room - after - spare)),
  );
  const dx = after > 0 ? 8 : undefined;
  if (phone === words) {
    return (
      <tspan class={className} dx={dx}>
        {words}
      </tspan>
    );
  }
  const [full, cut] = half === words ? ['not-on-phone', 'phone-only'] : ['wide-only', 'narrow-only'];
  return (
    <>
      <tspan class={`${className} ${full}`} dx={dx}>
        {words}
      </tspan>
      <tspan class={`${className} ${cut}`} dx={dx} aria-hidden="true">
        {phone}
      </tspan>
    </>
  );
}

/** A bar with its figure, for a table cell. `most` is the value of the longest bar. */
export function ShareBar({ value, most }: { value: number; most: number }): VNode {
  const width = scaleLinear().domain([0, most]).range([0, 100]);
  const figure = value < 0.05 ? '<0.1' : value.toFixed(1);
  return (
    <svg class="chart share" role="img" aria-label={figure} width="100%" height={20}>
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
