import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import { Drawing } from './chart-parts.page.js';
import { ProductMark } from './quadrant.page.js';

interface HeatMapProps {
  /** What a number says. */
  caption: string;
  /** What the rows are. */
  subject: string;
  products: readonly { id: string; name: string; note: string }[];
  /** Null where there is too little to say. */
  rows: readonly { name: string; values: readonly (number | null)[] }[];
}

const LEVELS = 6;

/** Kinds of problems by products: the number in each cell, its shade by its share of the highest, the worst of a row bold. */
export function HeatMap({ caption, subject, products, rows }: HeatMapProps): VNode {
  const highest = topOf(rows);
  return (
    <>
      <p class="legend heat-legend">
        {caption} <span>0</span>
        <span class="ramp" aria-hidden="true">
          {Array.from({ length: LEVELS + 1 }, (_, level) => (
            <i key={level} class={`h${level}`} />
          ))}
        </span>
        {shownOf(highest)}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
        <table class="heat compared">
          <thead>
            <tr>
              <th scope="col">{subject}</th>
              {products.map(({ id, name, note }, product) => (
                <th scope="col" key={id}>
                  <ProductMark product={product} />
                  <a href={`/products/${id}`} dir="auto">
                    {name}
                  </a>
                  <span class="quiet">{note}</span>
                </th>
              ))}
              <th scope="col" class="spread">
                Worst to best
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <HeatRow key={row.name} row={row} highest={highest} ids={products.map(({ id }) => id)} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">Bold: the worst of the row. A dash: too few for a theme.</p>
    </>
  );
}

const shownOf = (value: number): string => value.toFixed(1);

/** The end of the scale. Small numbers alone are not dark. */
const topOf = (rows: HeatMapProps['rows']): number =>
  Math.max(1, ...rows.flatMap(({ values }) => values.flatMap((value) => value ?? [])));

/** The shade of a cell, from 0. */
const levelOf = (value: number | null, highest: number): number =>
  value === null ? 0 : Math.min(LEVELS, Math.floor((value / highest) * (LEVELS + 1)));

interface HeatRowProps {
  row: HeatMapProps['rows'][number];
  highest: number;
  ids: readonly string[];
}

function HeatRow({ row: { name, values }, highest, ids }: HeatRowProps): VNode {
  const known = values.flatMap((value) => value ?? []);
  const [worst, best] = [Math.max(...known), Math.min(...known)];
  const isAt = (value: number | null): boolean => value !== null && shownOf(value) === shownOf(worst);
  // Numbers that look alike are marked alike. Where all do, none is the worst.
  const hasWorst = !values.every(isAt);
  const classOf = (value: number | null): string =>
    `h${levelOf(value, highest)}${hasWorst && isAt(value) ? ' worst' : ''}`;
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, at) => (
        <td key={ids[at]} class={classOf(value)}>
          {value === null ? '–' : shownOf(value)}
        </td>
      ))}
      <td class="spread">{known.length > 1 && best > 0 ? `×${(worst / best).toFixed(1)}` : ''}</td>
    </tr>
  );
}

const PICTURE = { name: 240, cell: 112, row: 32, head: 28 };
const MAX_LABEL = 17;

/** The same as a drawing for a picture. The names of the products stand over their columns. */
export function heatDrawing({ caption, products, rows }: Omit<HeatMapProps, 'subject'>): VNode {
  const { name: left, cell, row: step, head } = PICTURE;
  const highest = topOf(rows);
  return (
    <Drawing title={caption} width={left + products.length * cell} height={head + rows.length * step} of="both">
      {products.map(({ id, name }, at) => (
        <text key={id} class="ax" x={left + (at + 0.5) * cell} y={head - 10} text-anchor="middle">
          {clipped(name, MAX_LABEL)}
        </text>
      ))}
      {rows.map(({ name, values }, row) => (
        <g key={name}>
          <text class="st" x={0} y={head + row * step + 20}>
            {clipped(name, 2 * MAX_LABEL)}
          </text>
          {values.map((value, at) => (
            <g key={products[at]?.id}>
              <rect
                class={`h${levelOf(value, highest)}`}
                x={left + at * cell + 1}
                y={head + row * step + 1}
                width={cell - 2}
                height={step - 2}
                rx={3}
              />
              <text
                class={levelOf(value, highest) >= LEVELS - 1 ? 'paper' : 'st'}
                x={left + (at + 0.5) * cell}
                y={head + row * step + 20}
                text-anchor="middle"
              >
                {value === null ? '–' : shownOf(value)}
              </text>
            </g>
          ))}
        </g>
      ))}
    </Drawing>
  );
}
