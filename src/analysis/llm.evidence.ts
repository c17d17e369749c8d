import { type PostFinding, type PostText, type ReviewFinding, type ReviewText } from './analysis.types.js';
import { CATEGORIES, categoryIdOf, categoryName } from './lexicon/taxonomy.js';
import { type PostResponse, type ReviewResponse } from './llm.responses.js';
import { tierOf } from './frustration.tier.js';
import { describeIntent, reasonOf, summarize } from './pain-points.writer.js';
import { isWord } from './text/parsed.text.js';
import { type Complaint } from './themes/theme.types.js';

const MAX_QUOTES = 3;
const MAX_CATEGORIES = 4;
const MIN_QUOTE_LENGTH = 3;
const MAX_QUOTE_LENGTH = 500;
/** Limits the confidence, so that log-odds stay finite. */
const MAX_CONFIDENCE = 0.99;
const DEFAULT_CONFIDENCE = 0.5;
/** The score from which a post is a buying signal, and the limit for a post without evidence. */
const SIGNAL_SCORE = 0.5;
const MAX_SCORE_WITHOUT_EVIDENCE = 0.49;

/** A pain from the model's response whose quote is in the text. */
interface VerifiedPain {
  category: string;
  quote: string;
  problem?: string;
  confidence: number;
}

/** The verified result for one review: the finding, and the complaints that a report keeps. */
export interface CheckedReview {
  finding: ReviewFinding;
  complaints: Complaint[];
}

/** Keeps the parts of a response that have evidence: a pain or a switch counts only with a verbatim quote. */
export function checkReview(response: ReviewResponse, review: ReviewText): CheckedReview {
  const pains: VerifiedPain[] = response.pains
    .filter(({ quote }) => isVerbatim(quote, review.text))
    .map((pain) => ({ ...pain, category: knownCategoryOf(pain.category), quote: pain.quote.trim() }));
  const leaving = response.switching_evidence
    .filter((quote) => isVerbatim(quote, review.text))
    .map((quote) => quote.trim());
  const problem = response.problem && pains.length > 0;
  const request = response.request && pains.length > 0;
  const switching = response.switching && leaving.length > 0;
  const frustrationTier = tierOf(response.frustration_score);
  const named = problem || request ? pains : [];
  const finding: ReviewFinding = {
    id: review.id,
    problem,
    problemScore: response.problem_score,
    request,
    requestScore: response.request_score,
    sentiment: response.sentiment,
    frustrationTier,
    frustrationScore: response.frustration_score,
    categories: [...new Set(named.map(({ category }) => category))].slice(0, MAX_CATEGORIES),
    switching,
    quotes: [...new Set(named.map(({ quote }) => quote))].slice(0, MAX_QUOTES),
    isOpportunity: switching || (problem && (frustrationTier === 'high' || frustrationTier === 'critical')),
    painPoints: {
      summary: summarize(
        [...new Set(named.map(({ category }) => categoryName(category)))],
        switching,
        request && !problem,
      ),
      items: named.map(({ category, quote, confidence }) => ({
        theme: categoryName(category),
        severity: frustrationTier,
        quote,
        confidence,
      })),
      buying_signals: switching ? [...new Set(leaving)].map((evidence) => ({ type: 'switching', evidence })) : [],
      reason: reasonOf({ problem, request, tier: frustrationTier }, switching),
    },
  };
  return { finding, complaints: finding.categories.map((id) => complaintOf(id, named)) };
}

/** Checks the response for a post: a buying signal counts only with verbatim evidence. */
export function checkPost(response: PostResponse, post: PostText): PostFinding {
  const evidence = response.evidence.filter((quote) => isVerbatim(quote, post.text)).map((quote) => quote.trim());
  const type = evidence.length ? response.type : 'none';
  const buyingSignal = type !== 'none' && response.score >= SIGNAL_SCORE;
  return {
    id: post.id,
    buyingSignal,
    score: type === 'none' ? Math.min(response.score, MAX_SCORE_WITHOUT_EVIDENCE) : response.score,
    type,
    sentiment: response.sentiment,
    frustrationTier: tierOf(response.frustration_score),
    painPoints: describeIntent(type, evidence, []),
  };
}

/** A category's complaint: its first pain, with the model's confidence as log-odds. */
function complaintOf(categoryId: string, pains: readonly VerifiedPain[]): Complaint {
  const pain = pains.find(({ category }) => category === categoryId);
  const confidence = Math.min(MAX_CONFIDENCE, Math.max(1 - MAX_CONFIDENCE, pain?.confidence ?? DEFAULT_CONFIDENCE));
  return {
    categoryId,
    problem: pain?.problem,
    slice: pain?.quote ?? '',
    pain: Math.log(confidence / (1 - confidence)),
  };
}

function isVerbatim(quote: string, text: string): boolean {
  const trimmed = quote.trim();
  return (
    trimmed.length >= MIN_QUOTE_LENGTH &&
    trimmed.length <= MAX_QUOTE_LENGTH &&
    isWord(trimmed) &&
    text.includes(trimmed)
  );
}

/** The id of a category given by id or by name; anything else is `other`. */
function knownCategoryOf(category: string): string {
  if (CATEGORIES.some(({ id }) => id === category)) return category;
  return categoryIdOf(category) ?? 'other';
}
