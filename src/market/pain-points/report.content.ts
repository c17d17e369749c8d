import { contactMaskOf } from '#analysis/contacts/contact.mask.js';
import { type AnalysisMetadata, type PainPointsReport, Theme } from './pain-points.operations.js';
import type { StoredTheme } from './report.entity.js';
import { categoryName } from '#analysis/lexicon/taxonomy.js';

/**
 * A theme, with its category id and impact level for pages. Both are accessors and not own fields, so the JSON of the
 * API leaves them out.
 */
export class ReportTheme extends Theme {
  readonly #stored: StoredTheme;

  constructor(stored: StoredTheme) {
    super();
    const { category_id, impact_level, ...shown } = stored;
    Object.assign(this, shown, { category: categoryName(category_id) });
    this.#stored = stored;
  }

  get categoryId(): StoredTheme['category_id'] {
    return this.#stored.category_id;
  }

  get impactLevel(): StoredTheme['impact_level'] {
    return this.#stored.impact_level;
  }

  /** The same theme with only its first quotes. */
  withQuotes(count: number): ReportTheme {
    return new ReportTheme({ ...this.#stored, quotes: this.#stored.quotes.slice(0, count) });
  }
}

/** A report, with the fields of the API and the accessors for pages. */
export interface Report extends PainPointsReport {
  themes: ReportTheme[];
}

/** The content of a finished report, which does not depend on later changes of its product. */
export type ReportContent = Pick<Report, 'summary' | 'themes' | 'total_themes'>;

/** A finished report, as stored. */
export interface StoredReport {
  summary: string;
  themes: StoredTheme[];
  total_themes: number;
  metadata: AnalysisMetadata;
}

/** Both views of a report. Only the full one has metadata, and only if there is a report. */
export type ReportViews = Record<'full' | 'taste', ReportContent & { metadata?: AnalysisMetadata }>;

const TASTE_THEMES = 3;
const TASTE_QUOTES = 2;

const EMPTY: ReportContent = { summary: '', themes: [], total_themes: 0 };

/** The views of a product without a report. */
export const NO_REPORT: ReportViews = { full: EMPTY, taste: EMPTY };

/** The theme with contact data hidden in its quotes: early reports were stored with the quotes as written. */
const withoutContacts = (theme: StoredTheme): StoredTheme => ({
  ...theme,
  quotes: theme.quotes.map((quote) => ({ ...quote, quote_text: contactMaskOf(quote.quote_text)(quote.quote_text) })),
});

/** The full view and the taste that any caller may read: the first themes with a few quotes each. */
export function viewsOf({ summary, themes: stored, total_themes, metadata }: StoredReport): ReportViews {
  const themes = stored.map((theme) => new ReportTheme(withoutContacts(theme)));
  const first = themes.slice(0, TASTE_THEMES).map((theme) => theme.withQuotes(TASTE_QUOTES));
  return { full: { summary, themes, total_themes, metadata }, taste: { summary, themes: first, total_themes } };
}
