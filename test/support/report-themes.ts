import { ReportTheme } from '#market/report-reading/report.content.js';

/** A theme of a report, with this number of mentions. Names that differ in case are of one theme. */
export const reportTheme = (category_name: string, total_mentions: number, category_id = 'bugs'): ReportTheme =>
  new ReportTheme({
    ...{ category_id, category_name, total_mentions, quotes: [] },
    ...{ trend: 'stable', business_impact: 'low', impact_level: 'low' },
    ...{ theme_id: category_name.toLowerCase(), meaning_key: category_name.toLowerCase(), family: '', variants: [] },
    ...{ share: 0, share_low: 0, share_high: 1, months: [], change: null },
  });
