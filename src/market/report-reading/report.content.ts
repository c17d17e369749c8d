import { contactMaskOf } from '#analysis/contacts/contact.mask.js';
import type { PainPointsReport } from './pain-points.operations.js';
import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { completeThemes, type EarlierReport, type StoredTheme } from '#market/reports/stored.themes.js';
import { type Quote, Theme } from '#market/reports/theme.dto.js';
import type { ThemeIdentity } from '#market/reports/theme.identity.js';
import { FAMILIES } from '#analysis/lexicon/families.js';
import type { MonthCounts } from '#analysis/analysis.types.js';
import { shareOf } from '#analysis/themes/theme.months.js';
import { REST } from '#analysis/themes/theme.types.js';
import { categoryName } from '#analysis/lexicon/taxonomy.js';

const VAGUE = new Set([REST, ...FAMILIES.filter(({ rank }) => rank === 'last').map(({ key }) => key)]);

/**
 * A theme, with its category id and impact level for pages. Both are accessors and not own fields, so the JSON of the
 * API leaves them out. The taste has no `months`, no `change` and no `rising`.
 */
export class ReportTheme extends Theme {
  readonly #stored: StoredTheme;

  constructor(stored: StoredTheme) {
    super();
    const { category_id, impact_level: _level, meaning_key: _key, ...shown } = stored;
    const { theme_id, family, variants, share, share_low, share_high, months: counts, change, ...first } = shown;
    const months = counts.map((month) => ({ ...month, too_small: month.reviews < ENOUGH_TEXTS }));
    const rising = shown.trend === 'trending' ? risingOf(months) : null;
    const evidence = { theme_id, share, share_low, share_high, months, change, family, variants, rising };
    Object.assign(this, first, { category: categoryName(category_id) }, evidence);
    this.#stored = stored;
  }

  get categoryId(): StoredTheme['category_id'] {
    return this.#stored.category_id;
  }

  get impactLevel(): StoredTheme['impact_level'] {
    return this.#stored.impact_level;
  }

  /** Whether it names no problem one could act on: the rest, and families such as "Does not work". */
  get isVague(): boolean {
    return VAGUE.has(this.#stored.family);
  }

  get identity(): ThemeIdentity {
    return this.#stored;
  }

  /** The part of the theme that any caller may read. Its variants have no quotes. */
  get taste(): ReportTheme {
    const { quotes, variants } = this.#stored;
    const theme = new ReportTheme({
      ...this.#stored,
      quotes: quotes.slice(0, TASTE_QUOTES),
      variants: variants.map((variant) => ({ ...variant, quote: null })),
    });
    delete theme.months;
    delete theme.change;
    delete theme.rising;
    return theme;
  }
}

const RECENT_MONTHS = 3;

/** The share of the last months divided by the share before, to one decimal. Null if one of them is unknown or none. */
function risingOf(months: readonly MonthCounts[]): number | null {
  const recent = shareOf(months.slice(-RECENT_MONTHS));
  const before = shareOf(months.slice(0, -RECENT_MONTHS));
  return recent && before ? Math.round((10 * recent) / before) / 10 : null;
}

/** A report, with the fields of the API and the accessors for pages. */
export interface Report extends PainPointsReport {
  themes: ReportTheme[];
}

/** The content of a finished report, which does not depend on later changes of its product. */
export type ReportContent = Pick<Report, 'summary' | 'themes' | 'total_themes'>;

/** A finished report, as stored. */
export interface StoredReport extends EarlierReport {
  summary: string;
  total_themes: number;
  has_mentions: boolean;
}

/** Both views of a report. Only the full one has metadata, and only if there is a report. */
export type ReportViews = Record<'full' | 'taste', ReportContent & { metadata?: AnalysisMetadata }> & {
  /** Whether the mentions of the themes are stored. */
  hasMentions: boolean;
};

/** The themes of a report that any caller may read. */
export const TASTE_THEMES = 3;
const TASTE_QUOTES = 2;
/** A month with fewer texts shows no rate. */
const ENOUGH_TEXTS = 20;

const EMPTY: ReportContent = { summary: '', themes: [], total_themes: 0 };

/** The views of a product without a report. */
export const NO_REPORT: ReportViews = { full: EMPTY, taste: EMPTY, hasMentions: false };

/** The theme with contact data hidden in its quotes: early reports were stored with the quotes as written. */
const withoutContacts = (theme: StoredTheme): StoredTheme => ({
  ...theme,
  quotes: theme.quotes.map(masked),
  variants: theme.variants.map((variant) => ({ ...variant, quote: variant.quote && masked(variant.quote) })),
});

const masked = (quote: Quote): Quote => ({ ...quote, quote_text: contactMaskOf(quote.quote_text)(quote.quote_text) });

/** The full view and the taste that any caller may read: the first themes with a few quotes each. */
export function viewsOf(report: StoredReport): ReportViews {
  const { summary, total_themes, metadata, has_mentions: hasMentions } = report;
  const themes = completeThemes(report).map((theme) => new ReportTheme(withoutContacts(theme)));
  const first = themes.slice(0, TASTE_THEMES).map(({ taste }) => taste);
  return {
    full: { summary, themes, total_themes, metadata },
    taste: { summary, themes: first, total_themes },
    hasMentions,
  };
}
