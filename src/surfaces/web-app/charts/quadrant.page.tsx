import type { VNode } from 'preact';
import { inList } from '#platform/text/listed.text.js';
import { ChartTable, Drawing } from './chart-parts.page.js';
import { tenth, ticksTo } from './geometry.js';

/** A problem of one of the compared products: how often it is named, and how many stars those who name it give less. */
export interface QuadrantPoint {
  /** The place of the product among the compared ones, which decides shape and color. */
  product: number;
  name: string;
  /** In percent of the texts read. */
  share: number;
  /** 0 or more. */
  starsLost: number;
  /** How many ratings the stars are made of: of those who name it, and of all. Null if unknown. */
  ratings: { mentions: number; reviews: number } | null;
}

const FRAMES = {
  screen: { width: 760, height: 440, left: 44, right: 16, top: 14, bottom: 44 },
  phone: { width: 328, height: 330, left: 36, right: 8, top: 14, bottom: 44 },
};
type Frame = (typeof FRAMES)['screen'];

const path = (x: number, y: number, size: number, corners: readonly (readonly [number, number])[]): string =>
  `${corners.map(([dx, dy], at) => `${at === 0 ? 'M' : 'L'}${tenth(x + dx * size)} ${tenth(y + dy * size)}`).join('')}Z`;

/** The shape of a product: circle, square, triangle, diamond, and then smaller ones of the same kinds. */
export function Shape({ product, x, y, size = 6 }: { product: number; x: number; y: number; size?: number }): VNode {
  const kind = product % 4;
  if (kind === 0) return <circle cx={tenth(x)} cy={tenth(y)} r={size * (product < 4 ? 1 : 0.7)} />;
  const corners = [
    [],
    [
      [-0.9, -0.9],
      [0.9, -0.9],
      [0.9, 0.9],
      [-0.9, 0.9],
    ],
    [
      [0, -1.15],
      [1.15, 0.85],
      [-1.15, 0.85],
    ],
    [
      [0, -1.25],
      [1.25, 0],
      [0, 1.25],
      [-1.25, 0],
    ],
  ] as const;
  return <path d={path(x, y, size * (product < 4 ? 1 : 0.7), corners[kind] ?? [])} />;
}

/** The mark of a product in a legend. */
export const ProductMark = ({ product }: { product: number }): VNode => (
  <svg class={`mark p${(product % 4) + 1}`} width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
    <Shape product={product} x={0} y={0} size={5} />
  </svg>
);

interface QuadrantProps {
  title: string;
  points: readonly QuadrantPoint[];
  /** Null for one without a report, about which the chart says nothing. */
  products: readonly (string | null)[];
}

/** How often by how costly. Only the corner that matters is tinted and its problems named; the others name themselves under the pointer. */
export function Quadrant({ title, points, products }: QuadrantProps): VNode {
  const hasRatings = points.some(({ ratings }) => ratings !== null);
  const drawn = new Set(points.map(({ product }) => product));
  const others = products.flatMap((name, product) => (name === null || drawn.has(product) ? [] : [name]));
  return (
    <figure class="chart-figure">
      {(['screen', 'phone'] as const).map((of) => (
        <Plot key={of} {...{ title, points, of }} frame={FRAMES[of]} />
      ))}
      <p class="legend">
        {products.map(
          (name, product) =>
            drawn.has(product) && (
              <span key={name} dir="auto">
                <ProductMark product={product} /> {name}
              </span>
            ),
        )}
      </p>
      {others.length > 0 && (
        <p class="hint">
          {`${inList(others)} ${others.length === 1 ? 'has' : 'have'} no named problem that costs stars, so no points.`}
        </p>
      )}
      <ChartTable
        title={title}
        heads={['Problem', 'Product', 'Share', 'Stars lost', ...(hasRatings ? ['Ratings'] : [])]}
        rows={points.map(({ name, product, share, starsLost, ratings }) => [
          name,
          products[product] ?? '',
          `${share.toFixed(1)}%`,
          starsLost.toFixed(1),
          ...(hasRatings ? [ratingsIn(ratings)] : []),
        ])}
      />
    </figure>
  );
}

const ratingsIn = (ratings: QuadrantPoint['ratings']): string =>
  ratings ? `${ratings.mentions.toLocaleString('en')} of ${ratings.reviews.toLocaleString('en')}` : '–';

interface PlotProps {
  title: string;
  points: readonly QuadrantPoint[];
  of: 'screen' | 'phone';
  frame: Frame;
}

/** The drawing for a screen alone. */
export const quadrantDrawing = ({ title, points }: QuadrantProps): VNode => (
  <Plot {...{ title, points }} of="screen" frame={FRAMES.screen} />
);

function Plot({ title, points, of, frame }: PlotProps): VNode {
  const xTicks = ticksTo(Math.max(1, ...points.map(({ share }) => share)) * 1.05, 5);
  const yTicks = ticksTo(Math.max(0.5, ...points.map(({ starsLost }) => starsLost)) * 1.05, 4);
  const { width, height, left, right, top, bottom } = frame;
  const [xMax, yMax] = [xTicks.at(-1) ?? 1, yTicks.at(-1) ?? 1];
  const [edge, floor] = [width - right, height - bottom];
  const x = (value: number): number => left + (value / xMax) * (edge - left);
  const y = (value: number): number => floor - (value / yMax) * (floor - top);
  const [xMiddle, yMiddle] = [0.4 * xMax, 0.5 * yMax];
  const named = of === 'screen' ? placesOf(points, { x, y, xMiddle, yMiddle, edge }) : new Map<QuadrantPoint, Label>();
  return (
    <Drawing {...{ title, width, height, of }}>
      <rect
        class="corner"
        x={tenth(x(xMiddle))}
        y={top}
        width={tenth(edge - x(xMiddle))}
        height={tenth(y(yMiddle) - top)}
      />
      <path class="grid" d={xTicks.map((tick) => `M${tenth(x(tick))} ${top}V${floor}`).join('')} />
      <path class="grid" d={yTicks.map((tick) => `M${left} ${tenth(y(tick))}H${edge}`).join('')} />
      {xTicks.map((tick) => (
        <text key={tick} class="ax" x={tenth(x(tick))} y={floor + 17} text-anchor="middle">{`${tick}%`}</text>
      ))}
      {yTicks.map((tick) => (
        <text key={tick} class="ax" x={left - 8} y={tenth(y(tick) + 4)} text-anchor="end">
          {tick === 0 ? '0' : `−${tick.toFixed(1)}`}
        </text>
      ))}
      <path class="mid" d={`M${tenth(x(xMiddle))} ${top}V${floor}M${left} ${tenth(y(yMiddle))}H${edge}`} />
      <text class="ax" x={edge - 8} y={top + 16} text-anchor="end">
        Often and costly
      </text>
      <text class="ax" x={left + 8} y={top + 16}>
        Rare but costly
      </text>
      <text class="ax" x={edge - 8} y={floor - 8} text-anchor="end">
        Often, forgiven
      </text>
      <text class="ax" x={tenth((left + edge) / 2)} y={height - 6} text-anchor="middle">
        Share of the texts that name it
      </text>
      {points.map((point) => (
        <Problem
          key={`${point.product} ${point.name}`}
          {...{ point, x, y }}
          label={named.get(point)}
          isFar={point.share > xMax * 0.7}
        />
      ))}
    </Drawing>
  );
}

interface ProblemProps {
  point: QuadrantPoint;
  x: (value: number) => number;
  y: (value: number) => number;
  /** Undefined without room for its name. */
  label: Label | undefined;
  /** Whether the name needs the room at its left. */
  isFar: boolean;
}

function Problem({ point, x, y, label, isFar }: ProblemProps): VNode {
  const anchor = label?.anchor ?? (isFar ? 'end' : 'start');
  return (
    <g class={`q p${(point.product % 4) + 1}`}>
      <title>{`${point.name}: ${point.share.toFixed(1)}%, −${point.starsLost.toFixed(1)} stars`}</title>
      <Shape product={point.product} x={x(point.share)} y={y(point.starsLost)} />
      <text
        class={label ? undefined : 'over'}
        x={tenth(x(point.share) + (anchor === 'end' ? -10 : 10))}
        y={tenth(y(point.starsLost) + 4)}
        text-anchor={anchor}
      >
        {point.name}
      </text>
    </g>
  );
}

interface Label {
  anchor: 'start' | 'end';
}

interface Scales {
  x: (value: number) => number;
  y: (value: number) => number;
  xMiddle: number;
  yMiddle: number;
  edge: number;
}

const CHARACTER = 6.2;

/** The labels that have room, the costliest problems first. */
function placesOf(points: readonly QuadrantPoint[], scales: Scales): Map<QuadrantPoint, Label> {
  const { x, y, xMiddle, yMiddle, edge } = scales;
  const taken: { from: number; to: number; y: number }[] = points.map((point) => ({
    from: x(point.share) - 7,
    to: x(point.share) + 7,
    y: y(point.starsLost),
  }));
  const places = new Map<QuadrantPoint, Label>();
  const weight = ({ share, starsLost }: QuadrantPoint): number => share * starsLost;
  for (const point of [...points].sort((one, other) => weight(other) - weight(one))) {
    if (point.share < xMiddle && point.starsLost < yMiddle) continue;
    const width = CHARACTER * point.name.length;
    for (const anchor of ['start', 'end'] as const) {
      const from = x(point.share) + (anchor === 'start' ? 10 : -10 - width);
      const box = { from, to: from + width, y: y(point.starsLost) };
      const isFree = taken.every((each) => each.to < box.from || each.from > box.to || Math.abs(each.y - box.y) > 13);
      if (!isFree || box.to > edge || box.from < 48) continue;
      taken.push(box);
      places.set(point, { anchor });
      break;
    }
  }
  return places;
}
