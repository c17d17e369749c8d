import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { ReportTheme } from '#market/report-reading/report.content.js';
import { coverOf, coverTasteOf } from './report.cover.js';
import type { ThemeDifference } from './report-history.operations.js';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const METADATA: AnalysisMetadata = {
  engine: 'test/1',
  reviews_read: 420,
  texts: { read: 400, skipped: { language: 20, no_words: 0, copy: 0 } },
  reviews_with_problem: 140,
  date_range: { from: '2026-01-01', to: '2026-04-30' },
  languages: { en: 400 },
  releases: [
    { release: '4.0', month: '2025-06', reviews: 9 },
    { release: '5.0', month: '2026-03', reviews: 12 },
  ],
  ratings: { average: 3.4, last_90_days: 3.1, before: 3.52 },
  notes: [],
  themes: [],
};

/** A theme with the share before and from March on, if it has changed. */
const theme = (
  category_name: string,
  mentions: number,
  change?: [before: number, after: number],
  category_id = 'bugs',
) =>
  new ReportTheme({
    ...{ category_id, category_name, total_mentions: 4 * mentions, trend: 'stable', business_impact: 'low: few' },
    ...{ impact_level: 'low', theme_id: `id of ${category_name}`, meaning_key: category_name, variants: [] },
    family: category_name === 'Other problems' ? 'other' : 'test',
    quotes: [{ quote_text: `Quote of ${category_name}`, platform: 'G2', source_url: '', review_date: '' }],
    ...{ share: 0.1, share_low: 0.05, share_high: 0.15 },
    months: MONTHS.map((month) => ({ month, mentions, reviews: month === '2026-01' ? 19 : 100 })),
    change: change ? { month: '2026-03', from_share: change[0], to_share: change[1] } : null,
  });

const cover = (themes: ReportTheme[], { months = 12, since = null as ThemeDifference[] | null } = {}) =>
  coverOf({ themes, metadata: METADATA }, months, since);

describe('the verdict of a report', () => {
  it('calls no theme the most frequent one when another has more mentions', () => {
    expect(cover([theme('Slow', 9), theme('Login', 5), theme('Various features are missing', 12)]).verdict).toBe(
      '35% of 400 texts name a problem, among them “Slow” and “Login”. Nothing changed beyond chance in 4 months.',
    );
  });

  it('names no theme when only other problems are left', () => {
    expect(cover([theme('Other problems', 9)]).verdict).toBe(
      '35% of 400 texts name a problem, but none is named often. Nothing changed beyond chance in 4 months.',
    );
  });

  it('names the theme that has grown most', () => {
    const { verdict, direction } = cover([theme('Slow', 9, [0.04, 0.11]), theme('Login', 5, [0.05, 0.25])]);
    expect([verdict, direction]).toEqual(['“Login” has grown from 5% to 25% of the texts since March 2026.', 'worse']);
  });

  it('also names a theme that has fallen', () => {
    expect(cover([theme('Slow', 9, [0.04, 0.11]), theme('Login', 5, [0.25, 0.034])]).verdict).toBe(
      '“Slow” has grown from 4% to 11% of the texts since March 2026, while “Login” has fallen to 3.4%.',
    );
  });

  it('is better if a theme has only fallen', () => {
    const { verdict, direction } = cover([theme('Login', 5, [0.25, 0.03])]);
    expect([verdict, direction]).toEqual([
      '“Login” has fallen from 25% to 3% of the texts since March 2026.',
      'better',
    ]);
  });

  it('is level if nothing changed beyond chance, and names the first themes in their order', () => {
    const { verdict, direction } = cover([theme('Slow', 9), theme('Login', 5), theme('Price', 4)]);
    expect([verdict, direction]).toEqual([
      '35% of 400 texts name a problem, most often “Slow” and “Login”. Nothing changed beyond chance in 4 months.',
      'level',
    ]);
  });

  it('leaves out a change before the shown months', () => {
    expect(cover([theme('Slow', 9, [0.04, 0.11])], { months: 1 }).direction).toBe('level');
  });

  it('does not report a change of the other problems', () => {
    const themes = [theme('Slow', 9), theme('Other problems', 5, [0.05, 0.25])];
    expect(cover(themes).verdict).toBe(
      '35% of 400 texts name a problem, most often “Slow”. Nothing changed beyond chance in 4 months.',
    );
  });

  it('states that no problem recurs', () => {
    expect(cover([]).verdict).toBe('No problem recurs in 400 texts.');
  });
});

describe('the cover of a report', () => {
  it('has figures of the texts read, with the change of the rating', () => {
    expect(cover([theme('Slow', 9, [0.04, 0.11])]).figures).toEqual({
      ...{ texts_read: 400, texts_with_problem: 140, share_with_problem: 0.35 },
      ...{ average_rating: 3.4, rating_change: -0.42 },
      top_rising: {
        ...{ theme_id: 'id of Slow', category_name: 'Slow', month: '2026-03', from_share: 0.04, to_share: 0.11 },
      },
    });
  });

  it('counts the mentions of each category by month, and marks a month with fewer than 20 texts', () => {
    const { months } = cover([theme('Slow', 9, undefined, 'performance'), theme('Crash', 2), theme('Freeze', 3)]);
    const categories = [
      { category: 'Performance', mentions: 9 },
      { category: 'Bugs and crashes', mentions: 5 },
    ];
    expect(months?.slice(0, 2)).toMatchObject([
      { month: '2026-01', texts_read: 19, too_small: true, categories: [{ mentions: 9 }, { mentions: 5 }] },
      {
        month: '2026-02',
        texts_read: 100,
        too_small: false,
        categories: categories.map(({ mentions }) => ({ mentions })),
      },
    ]);
  });

  it('lists at most three changes, those of the months before those since the last report', () => {
    const state = (share: number) => ({ total_mentions: 9, share, trend: 'stable', business_impact: 'low' });
    const since: ThemeDifference[] = [
      { category_name: 'Slow', change: 'grown', from: state(0.1), to: state(0.2), ratio: 2 },
      { category_name: 'Login', change: 'shrunk', from: state(0.2), to: state(0.1), ratio: 0.5 },
      { category_name: 'Sync', change: 'same', from: state(0.1), to: state(0.1), ratio: 1 },
    ];
    const { what_changed } = cover([theme('Slow', 9, [0.04, 0.11]), theme('Login', 5)], { since });
    expect(what_changed).toEqual([
      {
        ...{ theme_id: 'id of Slow', category_name: 'Slow', direction: 'worse', month: '2026-03' },
        ...{ from_share: 0.04, to_share: 0.11, quote: 'Quote of Slow' },
      },
      {
        ...{ theme_id: 'id of Login', category_name: 'Login', direction: 'better', month: null },
        ...{ from_share: 0.2, to_share: 0.1, quote: 'Quote of Login' },
      },
    ]);
  });

  it('marks releases and changes of the shown months', () => {
    expect(cover([theme('Slow', 9, [0.04, 0.11])]).markers).toEqual([
      { kind: 'release', month: '2026-03', label: '5.0' },
      { kind: 'change', month: '2026-03', label: 'Slow' },
    ]);
  });

  it('has no changes, months and ratings for a caller without a key', () => {
    expect(coverTasteOf({ themes: [theme('Slow', 9, [0.04, 0.11])], metadata: METADATA })).toEqual({
      verdict: '35% of 400 texts name a problem, most often “Slow”.',
      direction: 'level',
      figures: { texts_read: 400, texts_with_problem: 140, share_with_problem: 0.35 },
    });
  });
});
