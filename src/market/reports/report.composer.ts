import type { ReportDraft, ThemeDraft, VariantDraft } from '#analysis/analysis.types.js';
import { namedFirst } from '#analysis/themes/report.summary.js';
import { counted } from '#platform/text/counted.text.js';
import type { MentionsOfTheme } from './mention.composer.js';
import type { AnalysisMetadata, ThemeFigures } from './analysis-metadata.dto.js';
import { type MaskedSource, maskedSourceOf, quoteOf, type QuoteSource } from './quote.source.js';
import { toFourDecimals, shareInterval } from './share.interval.js';
import type { StoredTheme } from './stored.themes.js';
import type { StoredSwitching } from './switching.composer.js';
import type { Quote, ThemeVariant } from './theme.dto.js';
import { identifyThemes, type NamedTheme, type ThemeHistory, type ThemeIdentity } from './theme.identity.js';

/** The result of a finished run. */
export interface ReportResult {
  /** A short line for lists. */
  headline: string;
  summary: string;
  themes: StoredTheme[];
  metadata: AnalysisMetadata;
  /** Empty if the reviews name no other product. */
  switching: StoredSwitching[];
}

/** A report with the drafted mentions of its themes, which are stored beside it. */
export interface ComposedReport extends ReportResult {
  mentions: MentionsOfTheme[];
}

/** The distinct ids of the reviews that a draft quotes. */
export const quotedReviewIds = ({ themes }: ReportDraft): string[] => [
  ...new Set(
    themes.flatMap(({ quotes, variants }) =>
      [...quotes, ...variants.flatMap(({ quote }) => quote ?? [])].map(({ reviewId }) => reviewId),
    ),
  ),
];

/**
 * Composes a report from a draft and the reviews that it quotes. A quote that is not a verbatim slice of its review is
 * left out, whichever engine returned it, and a note states the number of such quotes. A theme without a quote is left
 * out, too. Contact data in the quotes that remain is hidden. Themes that mean the same as in the last report keep
 * their ids.
 */
export function composeReport(
  draft: ReportDraft,
  reviews: readonly QuoteSource[],
  history: ThemeHistory,
): ComposedReport {
  const sources = new Map(reviews.map((review) => [review.id, maskedSourceOf(review)]));
  const quoted = draft.themes.map((drafted) => ({
    drafted,
    quotes: drafted.quotes.flatMap(({ reviewId, quoteText }) => quoteOf(quoteText, sources.get(reviewId)) ?? []),
  }));
  const proven = quoted.filter(({ quotes }) => quotes.length > 0);
  const identities = identifyThemes(
    proven.map(({ drafted }) => namedThemeOf(drafted)),
    history,
  );
  const themes = identities.flatMap((identity, index) => {
    const { drafted, quotes } = proven[index] ?? {};
    return drafted && quotes
      ? [storedThemeOf(drafted, quotes, { ...identity, textsRead: draft.metadata.texts.read, sources })]
      : [];
  });
  const kept: ReportDraft = { ...draft, themes: proven.map(({ drafted }) => drafted) };
  const dropped = quoted.reduce((sum, { drafted, quotes }) => sum + drafted.quotes.length - quotes.length, 0);
  return {
    headline: headlineOf(kept),
    summary: draft.summary,
    themes,
    metadata: metadataOf(kept, dropped),
    switching: [],
    mentions: themes.map(({ theme_id }, index) => ({ theme_id, mentions: kept.themes[index]?.mentions ?? [] })),
  };
}

const namedThemeOf = ({ categoryName, family, mentions }: ThemeDraft): NamedTheme => ({
  name: categoryName,
  family,
  reviewIds: mentions.map(({ reviewId }) => reviewId),
});

/** The texts that a report has read, and the reviews that it quotes by their ids. */
interface ThemeEvidence {
  textsRead: number;
  sources: ReadonlyMap<string, MaskedSource>;
}

/** A variant whose quote is no verbatim slice of its review has no quote. */
function storedVariantOf(variant: VariantDraft, { textsRead, sources }: ThemeEvidence): ThemeVariant {
  const { name, kind, totalMentions, averageRating, trend, quote } = variant;
  return {
    name,
    kind,
    total_mentions: totalMentions,
    share: shareInterval(totalMentions, textsRead).share,
    average_rating: averageRating,
    trend,
    quote: quote && quoteOf(quote.quoteText, sources.get(quote.reviewId)),
  };
}

function storedThemeOf(
  theme: ThemeDraft,
  quotes: Quote[],
  { textsRead, sources, theme_id, meaning_key }: ThemeIdentity & ThemeEvidence,
): StoredTheme {
  const { change } = theme;
  return {
    family: theme.family,
    variants: theme.variants.map((variant) => storedVariantOf(variant, { textsRead, sources })),
    category_name: theme.categoryName,
    quotes,
    trend: theme.trend,
    total_mentions: theme.totalMentions,
    business_impact: theme.impact.summary,
    category_id: theme.categoryId,
    impact_level: theme.impact.level,
    meaning_key,
    theme_id,
    ...shareInterval(theme.totalMentions, textsRead),
    months: theme.months,
    change: change && {
      month: change.month,
      from_share: toFourDecimals(change.fromShare),
      to_share: toFourDecimals(change.toShare),
    },
  };
}

/** The report of a product without reviews, in the name of an engine. */
export const emptyReport = (engine: string): ComposedReport =>
  composeReport(
    {
      summary: 'There are no reviews to read.',
      themes: [],
      metadata: {
        engine,
        reviewsRead: 0,
        texts: { read: 0, skipped: { language: 0, no_words: 0, copy: 0 } },
        reviewsWithProblem: 0,
        themedShare: 1,
        languagesNamed: [],
        datedFrom: null,
        datedTo: null,
        languages: {},
        notes: [],
      },
    },
    [],
    { productId: '', known: [] },
  );

/** A short line for lists: the first specific theme and its share of critical reviews. Never empty. */
function headlineOf({ themes, metadata }: ReportDraft): string {
  const first = namedFirst(themes)[0] ?? themes[0];
  if (metadata.reviewsRead === 0) return 'No reviews yet';
  if (!first) return `No recurring pain points in ${counted(metadata.reviewsRead, 'review')}`;
  return `${first.categoryName}: ${first.impact.evidence}`;
}

function metadataOf({ metadata, themes }: ReportDraft, dropped: number): AnalysisMetadata {
  const unproven =
    dropped > 0
      ? [`${counted(dropped, 'quote was', 'quotes were')} left out because no review contains them word for word.`]
      : [];
  return {
    engine: metadata.engine,
    reviews_read: metadata.reviewsRead,
    texts: metadata.texts,
    reviews_with_problem: metadata.reviewsWithProblem,
    themed_share: toFourDecimals(metadata.themedShare),
    languages_named: metadata.languagesNamed,
    date_range: { from: metadata.datedFrom, to: metadata.datedTo },
    languages: metadata.languages,
    ...(metadata.reviewsByMonth && { reviews_by_month: metadata.reviewsByMonth }),
    ...(metadata.releases?.length && { releases: metadata.releases }),
    notes: [...metadata.notes, ...unproven],
    themes: themes.map(figuresOf),
  };
}

const figuresOf = ({ categoryName, averageRating, mentionsByMonth }: ThemeDraft): ThemeFigures => ({
  category_name: categoryName,
  average_rating: averageRating,
  mentions_by_month: mentionsByMonth,
});
