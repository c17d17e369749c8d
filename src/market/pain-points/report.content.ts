import type { StoredMetadata, StoredTheme } from './report.entity.js';

/** What a finished report says, whatever becomes of its product. */
export interface ReportContent {
  summary: string;
  themes: StoredTheme[];
  total_themes: number;
  metadata?: StoredMetadata;
}

const TASTE_THEMES = 3;
const TASTE_QUOTES = 2;

/** Nothing generated yet. */
export const NO_REPORT: ReportContent = { summary: '', themes: [], total_themes: 0 };

/** What anybody may read: the first themes with a few quotes each. */
export const tasteOf = ({ summary, themes, total_themes }: ReportContent): ReportContent => ({
  summary,
  themes: themes.slice(0, TASTE_THEMES).map((theme) => ({ ...theme, quotes: theme.quotes.slice(0, TASTE_QUOTES) })),
  total_themes,
});

/** Puts the fields in the order of the specification: jsonb forgets it. */
export function contentOf(row: Required<ReportContent>): ReportContent {
  const { engine, reviews_read, reviews_with_problem, date_range, languages, notes, themes } = row.metadata;
  return {
    summary: row.summary,
    themes: row.themes.map(({ category_name, quotes, trend, total_mentions, business_impact }) => ({
      category_name,
      quotes: quotes.map(({ quote_text, platform, source_url, review_date }) => ({
        quote_text,
        platform,
        source_url,
        review_date,
      })),
      trend,
      total_mentions,
      business_impact,
    })),
    total_themes: row.total_themes,
    metadata: {
      engine,
      reviews_read,
      reviews_with_problem,
      date_range: { from: date_range.from, to: date_range.to },
      languages,
      notes,
      themes: themes.map(({ category_name, average_rating, mentions_by_month }) => ({
        category_name,
        average_rating,
        mentions_by_month: mentions_by_month.map(({ month, mentions }) => ({ month, mentions })),
      })),
    },
  };
}
