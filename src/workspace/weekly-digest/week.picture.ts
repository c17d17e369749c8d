import { pictureOf } from '#platform/pages/picture.js';
import { clipped } from '#platform/text/clipped.text.js';
import { escapedForXml } from '#platform/text/xml.text.js';
import type { TeamWeek } from './week.reader.js';

const MAX_ROWS = 8;
const MAX_LABEL = 44;
const ROW = { top: 76, gap: 40, x: 380, width: 250 };
const COLORS = {
  rose: '#b4432b',
  fell: '#2f6fb0',
  before: '#b1bdc3',
  ink: '#16232a',
  quiet: '#46555c',
  ground: '#faf9f6',
};
const ZOOM = 2;

/** The problems that rose and fell in a week, as PNG; null if there are none. */
export async function weekPicture(week: TeamWeek): Promise<Buffer | null> {
  const rows = week.products
    .flatMap(({ name, rose, fell }) => [
      ...rose.map((theme) => ({ ...theme, product: name, color: COLORS.rose })),
      ...fell.map((theme) => ({ ...theme, product: name, color: COLORS.fell })),
    ])
    .slice(0, MAX_ROWS);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.flatMap(({ from, to }) => [from, to]), 1);
  const long = (mentions: number): number => Math.max(2, Math.round((ROW.width * mentions) / most));
  const height = ROW.top + rows.length * ROW.gap + 30;
  const bars = rows.map(({ name, product, from, to, color }, row) => {
    const y = ROW.top + row * ROW.gap;
    return `<text x="24" y="${y + 15}">${escapedForXml(clipped(`${product}: ${name}`, MAX_LABEL))}</text>
<rect fill="${COLORS.before}" x="${ROW.x}" y="${y}" width="${long(from)}" height="8"/>
<rect fill="${color}" x="${ROW.x}" y="${y + 9}" width="${long(to)}" height="12"/>
<text fill="${COLORS.quiet}" x="${ROW.x + ROW.width + 12}" y="${y + 15}">${from} to ${to}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" font-family="Geist" font-size="14" fill="${COLORS.ink}" width="720" height="${height}" viewBox="0 0 720 ${height}">
<rect fill="${COLORS.ground}" width="720" height="${height}"/><text font-size="18" x="24" y="40">Mentions in the last report and in the one before</text>
${bars.join('\n')}
<text fill="${COLORS.quiet}" font-size="12" x="24" y="${height - 14}">Gray: before. Red: rose. Blue: fell. Qualm</text></svg>`;
  return pictureOf(svg, () => svg, ZOOM);
}
