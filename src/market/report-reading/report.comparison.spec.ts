import { reportTheme } from '../../../test/support/report-themes.js';
import { CATEGORIES } from '#analysis/lexicon/taxonomy.js';
import { compareReports } from './report.comparison.js';
import type { Report } from './report.content.js';

/** A full report of `reviewsRead` reviews, with mentions by category and aspect; a taste if `reviewsRead` is null. */
const report = (name: string, reviewsRead: number | null, mentions: Record<string, number>): Report => ({
  product: { id: name, name, logo_url: null, description: null, reviews_count: 0, reviews_since_report: 0 },
  status: 'completed',
  generated_at: '2026-01-01T00:00:00.000Z',
  summary: '',
  themes: Object.entries(mentions).map(([theme, total]) => reportTheme(theme, total, theme.split(': ')[0])),
  total_themes: Object.keys(mentions).length,
  ...(reviewsRead !== null && {
    metadata: {
      ...{ engine: 'test/1', reviews_read: reviewsRead, reviews_with_problem: 0, languages: {}, notes: [], themes: [] },
      date_range: { from: null, to: null },
    },
  }),
});

describe('the comparison of reports', () => {
  it('counts mentions of each category per 100 reviews read', () => {
    const compared = compareReports(report('One', 200, { 'bugs: video': 10, 'bugs: login': 20, support: 40 }), [
      report('Other', 50, { 'support: refunds': 5 }),
    ]);
    expect(compared?.categories).toEqual([
      { name: 'Customer support', perHundred: [20, 10] },
      { name: 'Bugs and crashes', perHundred: [15, 0] },
    ]);
  });

  it('counts per 100 reviews in a language that was read', () => {
    const foreign = report('Foreign', 100, { support: 5 });
    const compared = compareReports(report('One', 10, { support: 1 }), [
      { ...foreign, metadata: foreign.metadata && { ...foreign.metadata, languages: { en: 50, other: 50 } } },
    ]);
    expect(compared?.categories).toEqual([{ name: 'Customer support', perHundred: [10, 10] }]);
  });

  it('counts per 100 reviews whose text was read, as the shares of themes do', () => {
    const copied = report('Copied', 100, { support: 5 });
    const texts = { read: 25, skipped: { language: 0, no_words: 5, copy: 70 } };
    const compared = compareReports(report('One', 10, { support: 1 }), [
      { ...copied, metadata: copied.metadata && { ...copied.metadata, texts } },
    ]);
    expect(compared?.categories).toEqual([{ name: 'Customer support', perHundred: [10, 20] }]);
  });

  it('lists last the categories that only a competitor has', () => {
    const competitor = report('Other', 10, { 'billing: x': 9 });
    const compared = compareReports(report('One', 10, { support: 1 }), [competitor]);
    expect(compared?.categories.map(({ name }) => name)).toEqual(['Customer support', 'Billing and cancellation']);
  });

  it('has at most eight categories, the most frequent first', () => {
    const many = Object.fromEntries(CATEGORIES.slice(0, 12).map(({ id }, index) => [id, index + 1]));
    const names = compareReports(report('One', 10, many), [report('Other', 10, {})])?.categories.map(
      ({ name }) => name,
    );
    expect([names?.length, names?.[0], names?.[7]]).toEqual([8, CATEGORIES[11]?.name, CATEGORIES[4]?.name]);
  });

  it.each([
    ['no report of a competitor is full', report('One', 10, { a: 1 }), report('Taste', null, { a: 1 })],
    ['the own report is not full', report('Taste', null, { a: 1 }), report('Other', 10, { a: 1 })],
    ['there are no complaints', report('One', 10, {}), report('Other', 10, {})],
  ])('is null if %s', (_, own, competitor) => {
    expect(compareReports(own, [competitor, report('Unread', 0, {})])).toBeNull();
  });
});
