import { pictureOfChart, pictureOfDrawing } from './chart.picture.js';
import { quadrantDrawing } from './quadrant.page.js';
import { multiplesDrawing, sparkDrawing } from './spark-pictures.page.js';
import { stackedDrawing } from './stacked-months.page.js';
import { trendDrawing } from './trend.page.js';

const MONTHS = ['2026-08', '2026-09', '2026-10'];
const buckets = MONTHS.map((month) => ({ from: month, to: month, reviews: 40 }));
const stack = stackedDrawing({
  ...{ title: 'Problems', unit: '', buckets, marks: [{ at: 1, text: 'Release 8', isHot: true }] },
  layers: [
    { name: 'Price', tone: 'up', values: [4, 5, 9] },
    { name: 'Crashes', tone: 'g1', values: [3, 3, 3] },
  ],
});
const points = buckets.map((bucket, at) => ({ ...bucket, mentions: at + 2, share: 5 * (at + 1), low: 1, high: 20 }));

const rise = { values: [1, 3, null, 9], max: 9, tone: 'rise', changedAt: 3 } as const;
const cells = [
  { ...rise, name: 'Too slow', figure: '9.0%' },
  { name: 'Without dates', figure: '1.0%', values: [null, null], max: 9 },
];

describe('a chart as a picture', () => {
  const picture = pictureOfChart({
    ...{
      title: 'Casebird & <friends>',
      source: '422 texts read · Qualm',
      date: '2026-11-25T10:00:00Z',
      drawing: stack,
    },
  });

  it('has its title, its source and its date', () => {
    expect(picture).toContain('>Casebird &amp; &lt;friends&gt;</text>');
    expect(picture).toContain('>422 texts read · Qualm</text>');
    expect(picture).toContain('>November 25, 2026</text>');
  });

  it('needs no stylesheet: colors are attributes', () => {
    expect(picture).not.toMatch(/ (class|style)=/);
    expect(picture).toMatch(
      /<path fill="#b4432b" stroke="#faf9f6"|<path stroke="#faf9f6" stroke-width="1.5" fill="#b4432b"/,
    );
  });

  it('hides what only a pointer shows', () => {
    expect(picture.match(/<g display="none" aria-hidden="true">/g)).toHaveLength(MONTHS.length);
  });

  it('leaves out the month of a stack that has too few texts', () => {
    const year = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'];
    const drawing = stackedDrawing({
      ...{ title: 'Problems', unit: '' },
      buckets: year.map((month, at) => ({ from: month, to: month, reviews: 40, isTooSmall: at === 2 })),
      layers: [{ name: 'Price', tone: 'up', values: [4, 4, 900, 4, 4] }],
    });
    const svg = pictureOfChart({ title: 'T', source: 'S', date: null, drawing });
    expect(svg.match(/ d="(?:M[^MZ]+Z){2}"/g)).toHaveLength(1);
    expect(svg).not.toContain('>500</text>');
  });

  it.each([
    ['a stack of months', stack],
    ['small multiples', multiplesDrawing({ title: 'Themes', cells })],
    ['a trend', trendDrawing({ title: 'Trend', points })],
    [
      'a quadrant',
      quadrantDrawing({
        title: 'Q',
        points: [{ product: 0, name: 'Slow', share: 8, starsLost: 1, ratings: null }],
        products: ['A'],
      }),
    ],
  ])('is drawn of %s without broken numbers or repeated attributes', (_, drawing) => {
    const svg = pictureOfChart({ title: 'T', source: 'S', date: null, drawing: drawing!, products: ['A', 'B'] });
    expect(svg).not.toMatch(/NaN|undefined|null|Infinity/);
    for (const [tag] of svg.matchAll(/<\w+ [^>]*>/g)) {
      const names = [...tag.matchAll(/ ([\w:-]+)="/g)].map(([, name]) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('leaves out characters that XML forbids', () => {
    const svg = pictureOfChart({
      title: 'Case\uFFFEbird',
      source: 'S',
      date: null,
      drawing: sparkDrawing('T\u0001', rise),
    });
    expect(svg).toContain('<title>Casebird</title>');
    expect([svg.includes('\uFFFE'), svg.includes('\u0001')]).toEqual([false, false]);
  });

  it('is a sparkline alone, in the color of its change and without a ground', () => {
    const svg = pictureOfDrawing('Too slow & late', sparkDrawing('T', rise));
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 208 56"><title>Too slow &amp; late<\/title><path /);
    expect(svg).toMatch(/<path fill="none" stroke="#b4432b"/);
    expect(svg).not.toMatch(/ (class|style)=|<rect/);
  });
});

describe('the axis of months', () => {
  /** The names under a trend, from left to right, then the years below them. */
  const namesOf = (buckets: readonly (readonly [from: string, to: string])[]): string[] => {
    const shown = buckets.map(([from, to]) => ({
      ...{ from, to, reviews: 40 },
      mentions: 4,
      share: 10,
      low: 5,
      high: 15,
    }));
    const svg = pictureOfDrawing('T', trendDrawing({ title: 'T', points: shown })!);
    return [...svg.matchAll(/>((?:[A-Z][a-z]{2}(?:–[A-Z][a-z]{2})?)|\d{4})<\/text>/g)].map(([, name = '']) => name);
  };

  it('names the year under its first month', () => {
    expect(namesOf(['2025-11', '2025-12', '2026-01', '2026-02'].map((month) => [month, month]))).toEqual(
      expect.arrayContaining(['Nov', '2025', 'Jan', '2026']),
    );
  });

  it('names both ends of months that were put together', () => {
    expect(
      namesOf([
        ['2026-08', '2026-09'],
        ['2026-10', '2026-12'],
      ]),
    ).toEqual(expect.arrayContaining(['Aug–Sep', 'Oct–Dec']));
  });
});
