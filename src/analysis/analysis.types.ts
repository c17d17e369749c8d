/**
 * The interface of the analysis engine: its inputs and its results.
 * It has two implementations: the built-in engine and a language model.
 * Every quote and every piece of evidence is a verbatim slice of its text.
 */

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** In ascending order. */
export const FRUSTRATION_TIERS = ['low', 'medium', 'high', 'critical'] as const;
export type FrustrationTier = (typeof FRUSTRATION_TIERS)[number];

export type Trend = 'trending' | 'emerging' | 'stable' | 'declining';
export type SignalType = 'purchase_intent' | 'recommendation_request' | 'unmet_need' | 'switching' | 'none';

/**
 * One review, as passed to the engine. `publishedAt` is ISO 8601; `rating` is 1 to 5 stars. `likes` and `dislikes` are parts of
 * the text: answers of a form that asks for both. `platform` is the site of the review, such as `G2`.
 */
export interface ReviewText {
  id: string;
  platform?: string | null;
  text: string;
  title: string | null;
  rating: number | null;
  publishedAt: string | null;
  likes?: string | null;
  dislikes?: string | null;
}

/** One social post, as passed to the engine. */
export interface PostText {
  id: string;
  text: string;
  source: 'network' | 'forum';
}

/** A theme of a report in the making, with the reviews that name it so far. */
export interface ThemeSoFar {
  name: string;
  mentions: number;
}

/** What the engine finds in one text. */
export interface TextAnalysis {
  summary: string;
  items: { theme: string; severity: FrustrationTier; quote: string; confidence: number }[];
  buying_signals: { type: Exclude<SignalType, 'none'>; evidence: string }[];
  reason: string;
}

/** The object that the API returns as `pain_points` and `pain_points_analysis`. Detection adds the products of the catalogue. */
export interface PainPointsAnalysis extends TextAnalysis {
  competitors_mentioned: string[];
}

/** The result for one review. Scores are between 0 and 1; `categories` are taxonomy ids, best match first. */
export interface ReviewFinding {
  id: string;
  problem: boolean;
  problemScore: number;
  request: boolean;
  requestScore: number;
  sentiment: Sentiment;
  frustrationTier: FrustrationTier;
  frustrationScore: number;
  categories: string[];
  switching: boolean;
  quotes: string[];
  isOpportunity: boolean;
  painPoints: TextAnalysis;
}

/** The result for one post. `score` is between 0 and 1. */
export interface PostFinding {
  id: string;
  buyingSignal: boolean;
  score: number;
  type: SignalType;
  sentiment: Sentiment;
  frustrationTier: FrustrationTier;
  painPoints: TextAnalysis;
}

/**
 * The impact of a theme: its level, the share of critical reviews that mention the theme, and one line with both and
 * the average rating.
 */
export interface Impact {
  level: 'high' | 'medium' | 'low';
  evidence: string;
  summary: string;
}

/**
 * A review that names a theme. `quoteText` is empty if no sentence of the text names it; `strength`, from 0 to 1, is how surely it does; `variants`
 * are the names of the theme's variants that the review names.
 */
export interface MentionDraft {
  reviewId: string;
  quoteText: string;
  strength: number;
  variants: readonly string[];
}

/** A variant names a thing ("Cannot download folders"), a circumstance ("Since the update") or another wording ("Freezes"). */
export const VARIANT_KINDS = ['object', 'circumstance', 'wording'] as const;
export type VariantKind = (typeof VARIANT_KINDS)[number];

/** A part of a theme. Every mention of it is one of its theme; a review may be in several variants or in none. */
export interface VariantDraft {
  name: string;
  kind: VariantKind;
  totalMentions: number;
  averageRating: number | null;
  trend: Trend;
  quote: { reviewId: string; quoteText: string } | null;
}

/** The dated reviews of a calendar month (UTC) that were read, and how many of them name a theme. */
export interface MonthCounts {
  /** `YYYY-MM` */
  month: string;
  mentions: number;
  reviews: number;
}

/** From `month` on, the share of reviews that name a theme differs from the share before. Shares are from 0 to 1. */
export interface ThemeChange {
  month: string;
  fromShare: number;
  toShare: number;
}

/** Why a text was not read: it is in another language, has no words, or repeats an earlier text. */
export const SKIP_REASONS = ['language', 'no_words', 'copy'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** One theme of a report. `totalMentions` counts distinct reviews; `month` is `YYYY-MM`, oldest first. */
export interface ThemeDraft {
  /** A stable key of what the theme is about, such as `downloads`; `other` for the complaints of no theme. */
  family: string;
  categoryId: string;
  /** The name of the theme. */
  categoryName: string;
  /** False for the complaints of no theme and for themes that say no more than that something is wrong. */
  isTelling: boolean;
  /** Largest first, at most eight. */
  variants: VariantDraft[];
  trend: Trend;
  totalMentions: number;
  averageRating: number | null;
  impact: Impact;
  mentionsByMonth: { month: string; mentions: number }[];
  /** The last complete months, at most 24, without a gap. */
  months: MonthCounts[];
  change: ThemeChange | null;
  /** One per review, strongest first. */
  mentions: MentionDraft[];
  quotes: { reviewId: string; quoteText: string }[];
}

/** The report on one product's reviews, before it is stored. */
export interface ReportDraft {
  summary: string;
  themes: ThemeDraft[];
  metadata: ReportMetadata;
}

/** A release of the product, the first month (`YYYY-MM`) whose reviews name it, and how many reviews name it. */
export interface ReleaseCounts {
  release: string;
  month: string;
  reviews: number;
}

/** The origin of the report. Callers with a credential see it as analysis metadata. */
export interface ReportMetadata {
  engine: string;
  /** All reviews of the report, whether or not their texts were read. */
  reviewsRead: number;
  /** The numbers of texts that were read and that were not. */
  texts: { read: number; skipped: Record<SkipReason, number> };
  /** The reviews with a mention in a theme, the last one ("Other problems") included. */
  reviewsWithProblem: number;
  /** The share of the mentions that are in a theme, from 0 to 1; 1 without mentions. */
  themedShare: number;
  /** The languages whose complaints were put into themes by their words. */
  languagesNamed: string[];
  datedFrom: string | null;
  datedTo: string | null;
  languages: Record<string, number>;
  /** The dated reviews of each month; `month` is `YYYY-MM`, oldest first. */
  reviewsByMonth?: { month: string; reviews: number }[];
  /** Releases of the product that reviews name, by the month of the first of them, oldest first. */
  releases?: ReleaseCounts[];
  notes: string[];
}

/**
 * Reads one product's reviews batch by batch, then builds the report. Memory use is limited to what the engine keeps
 * per review.
 */
export interface ReportBuilder {
  add(batch: ReviewText[]): Promise<void>;
  /** The first themes of the reviews that were added until now, in the order of the report. Costs about as much as `finish`. */
  themesSoFar(): Promise<ThemeSoFar[]>;
  /** Builds the report. The builder cannot be used afterwards. */
  finish(): Promise<ReportDraft>;
  /** Discards the report and frees its memory. May be called twice, and after `finish`. */
  dispose(): Promise<void>;
}

/** The context of a report. */
export interface ReportContext {
  /** Until when it may take. An engine without a fallback retries what fails until shortly before. */
  deadlineAt?: Date;
  productName?: string;
}

/** Reads reviews and posts. Implementations never block the caller's event loop for more than a few milliseconds. */
export interface AnalysisEngine {
  /** Name and version, such as `built-in/1.0.0`. Stored with every result. */
  readonly id: string;
  startReport(context: ReportContext): Promise<ReportBuilder>;
  readReviews(batch: ReviewText[]): Promise<ReviewFinding[]>;
  readPosts(batch: PostText[]): Promise<PostFinding[]>;
  /** Ends the threads and connections of the engine. */
  close(): Promise<void>;
}

/** Injection token of the configured engine. */
export const ANALYSIS_ENGINE = Symbol('AnalysisEngine');

/** Injection token of the built-in engine, which calls nothing outside. */
export const BUILT_IN_ENGINE = Symbol('BuiltInEngine');
