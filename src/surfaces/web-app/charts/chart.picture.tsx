import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { clipped } from '#platform/text/clipped.text.js';
import { cleanedForXml, escapedForXml } from '#platform/text/xml.text.js';
import { Shape } from './quadrant.page.js';

/** A chart as a picture of its own. */
export interface ChartPicture {
  title: string;
  /** What the figures are from. */
  source: string;
  /** When they were made. */
  date: string | null;
  /** The drawing for a screen. */
  drawing: VNode;
  /** The names of products, with their colors by place. */
  products?: readonly string[];
}

/**
 * What each class of a drawing means on a light ground. A picture stands outside of the app, where no stylesheet is and the
 * content policy allows none.
 */
const MEANINGS: Record<string, Record<string, string>> = {
  ax: { fill: '#5c6a70' },
  grid: { stroke: '#e4e3dc', fill: 'none' },
  mid: { stroke: '#cfcfc8', fill: 'none' },
  area: { stroke: '#faf9f6', 'stroke-width': '1.5' },
  up: { fill: '#b4432b' },
  up2: { fill: '#dd8a36' },
  down: { fill: '#2f6fb0' },
  g1: { fill: '#5d717c' },
  g2: { fill: '#8799a2' },
  g3: { fill: '#b1bdc3' },
  g4: { fill: '#d5dbdd' },
  p1: { fill: '#b4432b' },
  p2: { fill: '#2f6fb0' },
  p3: { fill: '#a97810' },
  p4: { fill: '#47414f' },
  st: { fill: '#16232a' },
  paper: { fill: '#ffffff' },
  h0: { fill: '#f6f3ee' },
  h1: { fill: '#f8e6dd' },
  h2: { fill: '#f1cfbf' },
  h3: { fill: '#e6ad96' },
  h4: { fill: '#d98a70' },
  h5: { fill: '#b4432b' },
  h6: { fill: '#872a17' },
  v: { fill: '#5c6a70' },
  mk: { fill: '#faf9f6', stroke: '#46555c', 'stroke-dasharray': '2 3' },
  hot: { fill: '#b4432b', stroke: '#b4432b' },
  own: { fill: 'currentColor', stroke: 'currentColor' },
  rise: { color: '#b4432b' },
  fall: { color: '#2f6fb0' },
  level: { color: '#5d717c' },
  lvl: { fill: 'none', stroke: '#16232a', 'stroke-dasharray': 'none' },
  band: { fill: 'currentColor', 'fill-opacity': '0.12' },
  ln: { fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'stroke-linejoin': 'round' },
  dot: { fill: '#faf9f6', stroke: 'currentColor', 'stroke-width': '1.5' },
  corner: { fill: '#f9e9e3', 'fill-opacity': '0.55' },
  q: { stroke: '#faf9f6', 'stroke-width': '1.5' },
  'line-level': { fill: 'none', stroke: '#5d717c', 'stroke-width': '1.5', 'stroke-linejoin': 'round' },
  'line-rise': { fill: 'none', stroke: '#b4432b', 'stroke-width': '1.5', 'stroke-linejoin': 'round' },
  'line-fall': { fill: 'none', stroke: '#2f6fb0', 'stroke-width': '1.5', 'stroke-linejoin': 'round' },
  'fill-rise': { fill: '#f9e9e3' },
  'fill-fall': { fill: '#e3ecf5' },
  'point-level': { fill: '#5d717c' },
  'point-rise': { fill: '#b4432b' },
  'point-fall': { fill: '#2f6fb0' },
  // What only a pointer shows.
  tip: { display: 'none' },
  'tip-names': { display: 'none' },
  hit: { display: 'none' },
  on: { display: 'none' },
  over: { display: 'none' },
};
const INK = '#16232a';
const QUIET = '#46555c';
const MARGIN = 24;
const HEAD = 56;
const FOOT = 44;
const LEGEND = 22;
const MAX_TITLE = 90;
const CHARACTER = 7.5;

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A drawing alone as SVG, without a ground: the text around it says what it shows. */
export function pictureOfDrawing(title: string, drawing: VNode): string {
  const { box, width, height, inner } = partsOf(drawing);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}"><title>${escapedForXml(title)}</title>${withMeanings(inner)}</svg>`;
}

function partsOf(drawing: VNode) {
  const [, box = '0 0 720 320', inner = ''] = /viewBox="([^"]*)"[^>]*>([\s\S]*)<\/svg>$/.exec(render(drawing)) ?? [];
  const [, , width = 720, height = 320] = box.split(' ').map(Number);
  return { box, width, height, inner };
}

/** The picture as SVG, with the title above the drawing, and the source and the date below. */
export function pictureOfChart({ title, source, date, drawing, products = [] }: ChartPicture): string {
  const { box, width, height, inner } = partsOf(drawing);
  const legend = products.length > 0 ? LEGEND : 0;
  const [w, h] = [width + 2 * MARGIN, height + HEAD + legend + FOOT];
  const day = date ? DAY.format(new Date(date)) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" font-family="Geist, system-ui, sans-serif" font-size="12" fill="${INK}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">
<title>${escapedForXml(title)}</title><rect fill="#faf9f6" width="${w}" height="${h}"/>
<text font-size="18" x="${MARGIN}" y="36">${escapedForXml(clipped(title, MAX_TITLE))}</text>
<svg x="${MARGIN}" y="${HEAD}" width="${width}" height="${height}" viewBox="${box}">${withMeanings(inner)}</svg>
${legendOf(products, HEAD + height + 14)}
<text fill="${QUIET}" x="${MARGIN}" y="${h - 16}">${escapedForXml(source)}</text>
<text fill="${QUIET}" x="${w - MARGIN}" y="${h - 16}" text-anchor="end">${day}</text></svg>`;
}

/** The drawing with attributes in the places of its classes. */
function withMeanings(svg: string): string {
  return cleanedForXml(svg)
    .replace(/ class="([^"]*)"/g, (_, names: string) => {
      const meant = Object.assign({}, ...names.split(' ').map((name) => MEANINGS[name])) as Record<string, string>;
      return Object.entries(meant)
        .map(([name, value]) => ` ${name}="${value}"`)
        .join('');
    })
    .replace(/<text(?: stroke="[^"]*")?((?:(?! fill=)[^>])*)>/g, `<text fill="${QUIET}"$1>`)
    .replace(/<text/g, '<text stroke="none"');
}

function legendOf(products: readonly string[], y: number): string {
  let x = MARGIN;
  return products
    .map((name, place) => {
      const at = x;
      x += 30 + CHARACTER * name.length;
      const fill = MEANINGS[`p${(place % 4) + 1}`]?.fill ?? INK;
      const shape = render(<Shape product={place} x={at + 5} y={y - 4} size={5} />);
      return `<g fill="${fill}">${shape}</g><text x="${at + 16}" y="${y}">${escapedForXml(name)}</text>`;
    })
    .join('');
}
