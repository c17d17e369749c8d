/**
 * The border of the analysis engine: what it reads and what it says.
 * Two engines stand behind it, the built-in one and a language model.
 * Every quote and every piece of evidence is a verbatim slice of the text it came from.
 */

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';
export type FrustrationTier = 'low' | 'medium' | 'high' | 'critical';
export type Trend = 'trending' | 'emerging' | 'stable' | 'declining';
export type SignalType = 'purchase_intent' | 'recommendation_request' | 'unmet_need' | 'switching' | 'none';

/** One review as the engine reads it; `publishedAt` is ISO 8601, `rating` 1-5. */
export interface ReviewText {
  id: string;
  text: string;
  title: string | null;
  rating: number | null;
  publishedAt: string | null;
}

/** One social post as the engine reads it. */
export interface PostText {
  id: string;
  text: string;
  source: 'network' | 'forum';
}

/** What the specification calls `pain_points` and `pain_points_analysis`. */
export interface PainPointsAnalysis {
  summary: string;
  items: { theme: string; severity: FrustrationTier; quote: string; confidence: number }[];
  buying_signals: { type: Exclude<SignalType, 'none'>; evidence: string }[];
  competitors_mentioned: string[];
  reason: string;
}

/** What one review says. Scores run from 0 to 1; `categories` are taxonomy ids, best first. */
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
  painPoints: PainPointsAnalysis;
}

/** What one post says. `score` runs from 0 to 1. */
export interface PostFinding {
  id: string;
  buyingSignal: boolean;
  score: number;
  type: SignalType;
  sentiment: Sentiment;
  frustrationTier: FrustrationTier;
  painPoints: PainPointsAnalysis;
}

/** How much a theme weighs: its level, the share of critical reviews that name it, and both in one line with the average rating. */
export interface Impact {
  level: 'high' | 'medium' | 'low';
  evidence: string;
  summary: string;
}

/** One theme of a report; `totalMentions` counts distinct reviews, `mentionsByMonth` is keyed by `YYYY-MM`, oldest first. */
export interface ThemeDraft {
  categoryId: string;
  categoryName: string;
  trend: Trend;
  totalMentions: number;
  averageRating: number | null;
  impact: Impact;
  mentionsByMonth: { month: string; mentions: number }[];
  quotes: { reviewId: string; quoteText: string }[];
}

/** A finished reading of one product's reviews, before it is stored. */
export interface ReportDraft {
  summary: string;
  themes: ThemeDraft[];
  metadata: ReportMetadata;
}

/** How the report came about: shown to key holders as analysis metadata. */
export interface ReportMetadata {
  engine: string;
  reviewsRead: number;
  reviewsWithProblem: number;
  datedFrom: string | null;
  datedTo: string | null;
  languages: Record<string, number>;
  notes: string[];
}

/** Collects one product's reviews batch by batch, then draws the report. Memory stays bounded by what the engine keeps per review. */
export interface ReportBuilder {
  add(batch: ReviewText[]): Promise<void>;
  /** Ends the reading; the builder cannot be used afterwards. */
  finish(): Promise<ReportDraft>;
  /** Gives up early and frees what the builder holds; safe to call twice and after `finish`. */
  dispose(): Promise<void>;
}

/** What the engine may know beside the text: the product under review, and names of products that may be named as rivals. */
export interface EngineContext {
  productName?: string;
  productNames?: readonly string[];
}

/** Reads reviews and posts. Implementations never block the event loop of the caller for longer than a few milliseconds. */
export interface AnalysisEngine {
  /** Name and version, stored with every result, such as `built-in/1.0.0`. */
  readonly id: string;
  startReport(context: EngineContext): Promise<ReportBuilder>;
  readReviews(batch: ReviewText[], context: EngineContext): Promise<ReviewFinding[]>;
  readPosts(batch: PostText[], context: EngineContext): Promise<PostFinding[]>;
  /** Ends the threads and connections the engine holds. */
  close(): Promise<void>;
}

/** Injection token of the configured engine. */
export const ANALYSIS_ENGINE = Symbol('AnalysisEngine');
