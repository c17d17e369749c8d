import { ReportTheme } from '#market/pain-points/report.content.js';
import type { StoredTheme } from '#market/pain-points/report.entity.js';
import { problemsFirst } from './theme-groups.page.js';

const themeOf = (category_name: string, total_mentions: number): ReportTheme =>
  new ReportTheme({ category_id: 'bugs', category_name, total_mentions } as StoredTheme);

describe('the order of themes on pages', () => {
  it('has the problems with the most mentions first, and what names none of them at the end', () => {
    const rest = `Other ${themeOf('', 0).category.toLowerCase()}`;
    const themes = [themeOf(rest, 900), themeOf('Cannot open files', 20), themeOf('Other people see my files', 40)];
    expect(problemsFirst(themes).map(({ category_name }) => category_name)).toEqual([
      'Other people see my files',
      'Cannot open files',
      rest,
    ]);
  });
});
