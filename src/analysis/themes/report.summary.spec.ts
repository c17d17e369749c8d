import type { ThemeDraft } from '../analysis.types.js';
import { summarizeReport } from './report.summary.js';
import type { ReportBase } from './theme.types.js';

const theme = (categoryName: string, totalMentions: number, family = 'test'): ThemeDraft =>
  ({ categoryName, totalMentions, family, isTelling: family === 'test', trend: 'stable' }) as ThemeDraft;

const summaryOf = (...themes: ThemeDraft[]): string =>
  summarizeReport({ oldestDay: null, newestDay: null } as ReportBase, { withProblem: 5, read: 10 }, themes);

describe('the summary of a report', () => {
  it('says that its themes are the most frequent ones, whatever the complaints of no theme add up to', () => {
    expect(summaryOf(theme('Slow', 57), theme('Other problems', 144, 'other'))).toBe(
      '50% of 10 texts read name a problem, most often “Slow” (57).',
    );
  });

  it('does not say so when a theme that it does not name has more mentions', () => {
    expect(summaryOf(theme('Slow', 57), theme('Various features are missing', 67, 'features'))).toBe(
      '50% of 10 texts read name a problem, among them “Slow” (57).',
    );
  });
});
