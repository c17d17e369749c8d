import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { Report } from '#market/report-reading/report.content.js';
import { clipped } from '#platform/text/clipped.text.js';
import { escapedForXml } from '#platform/text/xml.text.js';

const LISTED = 5;
const MAX_NAME = 34;
const MAX_SUBTITLE = 80;
const BAR = { x: 560, width: 460, height: 38, gap: 62, top: 212 };
const INK = '#16232a';
const QUIET = '#46555c';
const RISEN = '#b4432b';
const LEVEL = '#5d717c';

const MARK =
  'M10 1a8.6 8.6 0 1 0 4.6 15.9l3.2 1.6c.5.2 1-.3.8-.8l-1.3-3.4A8.6 8.6 0 0 0 10 1Zm0 3.4a5.2 5.2 0 1 1 0 10.4 5.2 5.2 0 0 1 0-10.4Z';

/** The picture of a report for messengers, 1200 by 630: its five biggest themes with their shares. */
export function shareCardOf({ product, themes, generated_at }: Report, cover: ReportCover): string {
  const shown = themes.slice(0, LISTED);
  const most = Math.max(...shown.map(({ share }) => share), 0.01);
  const rows = shown.map(({ category_name, share, change }, row) => {
    const y = BAR.top + row * BAR.gap;
    const hasGrown = change != null && change.to_share > change.from_share;
    return `<text x="72" y="${y + 27}">${escapedForXml(clipped(category_name, MAX_NAME))}</text>
<rect fill="#f2f1ec" x="${BAR.x}" y="${y}" width="${BAR.width}" height="${BAR.height}" rx="4"/>
<rect fill="${hasGrown ? RISEN : LEVEL}" x="${BAR.x}" y="${y}" width="${Math.round((BAR.width * share) / most)}" height="${BAR.height}" rx="4"/>
<text font-size="30" x="1128" y="${y + 28}" text-anchor="end">${(100 * share).toFixed(1)}%</text>`;
  });
  const texts = (cover.figures?.texts_read ?? 0).toLocaleString('en');
  const subtitle = clipped(`${texts} texts read. ${cover.direction === 'level' ? '' : cover.verdict}`, MAX_SUBTITLE);
  return `<svg xmlns="http://www.w3.org/2000/svg" font-family="Geist" font-size="26" fill="${INK}" width="1200" height="630" viewBox="0 0 1200 630">
<rect fill="#faf9f6" width="1200" height="630"/><rect fill="#0f6a6e" width="1200" height="10"/>
<text font-size="48" letter-spacing="-1.4" x="72" y="104">${escapedForXml(`What ${clipped(product.name, MAX_NAME)}’s users complain about`)}</text>
<text fill="${QUIET}" x="72" y="150">${escapedForXml(subtitle)}</text>
${rows.join('\n')}
<path stroke="#cfcfc8" d="M72 546H1128"/><g fill="#0f6a6e" transform="translate(72 566) scale(1.7)"><path fill-rule="evenodd" d="${MARK}"/></g>
<text x="120" y="594">Qualm</text>
<text font-size="20" fill="${QUIET}" x="1128" y="592" text-anchor="end">Red: has grown beyond chance. ${dayOf(generated_at)}</text></svg>`;
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (at: string | null | undefined): string => (at ? DAY.format(new Date(at)) : '');
