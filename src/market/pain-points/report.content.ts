import { type AnalysisMetadata, type PainPointsReport, Theme } from './pain-points.operations.js';
import type { StoredTheme } from './report.entity.js';

/** A theme with what it is filed under, for pages. The accessors are no own fields, so no API answer shows them. */
export class ReportTheme extends Theme {
  readonly #stored: StoredTheme;

  constructor(stored: StoredTheme) {
    super();
    const { category_id, impact_level, ...shown } = stored;
    Object.assign(this, shown);
    this.#stored = stored;
  }

  get categoryId(): StoredTheme['category_id'] {
    return this.#stored.category_id;
  }

  get impactLevel(): StoredTheme['impact_level'] {
    return this.#stored.impact_level;
  }

  /** The same theme with its first quotes only. */
  withQuotes(most: number): ReportTheme {
    return new ReportTheme({ ...this.#stored, quotes: this.#stored.quotes.slice(0, most) });
  }
}

/** A report as the service reads it: the answer of the API, and what pages need to draw it. */
export interface Report extends PainPointsReport {
  themes: ReportTheme[];
}

/** What a finished report says, whatever becomes of its product. */
export type ReportContent = Pick<Report, 'summary' | 'themes' | 'total_themes'>;

/** A finished report as it is stored. */
export interface StoredReport {
  summary: string;
  themes: StoredTheme[];
  total_themes: number;
  metadata: AnalysisMetadata;
}

/** Both views of a report. Only the full one has metadata, and only once there is a report. */
export type ReportViews = Record<'full' | 'taste', ReportContent & { metadata?: AnalysisMetadata }>;

const TASTE_THEMES = 3;
const TASTE_QUOTES = 2;

const EMPTY: ReportContent = { summary: '', themes: [], total_themes: 0 };

/** Nothing generated yet. */
export const NO_REPORT: ReportViews = { full: EMPTY, taste: EMPTY };

/** The full view and the taste that any caller may read: the first themes with a few quotes each. */
export function viewsOf({ summary, themes: stored, total_themes, metadata }: StoredReport): ReportViews {
  const themes = stored.map((theme) => new ReportTheme(theme));
  const first = themes.slice(0, TASTE_THEMES).map((theme) => theme.withQuotes(TASTE_QUOTES));
  return { full: { summary, themes, total_themes, metadata }, taste: { summary, themes: first, total_themes } };
}
