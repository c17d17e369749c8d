import { type ReviewFinding, type ReviewText, type Sentiment } from './analysis.types.js';
import { tierOf } from './frustration.tier.js';
import { type Heads, toProbability } from './model/linear.model.js';
import { findPains, type Pains, type PainSentence, voteCategories } from './pain.finder.js';
import { describePains } from './pain-points.writer.js';
import { type ReviewScores, scoreReview } from './review.scores.js';
import { findSignals, isLeaving, leavingHits } from './review.signals.js';
import { detectLanguage, type Language } from './text/language.detector.js';
import { type ParsedText, parseText } from './text/parsed.text.js';

const MOST_QUOTES = 3;
const MOST_STARS = 5;
/** Stars, given or predicted, that make a sentiment. */
const MIXED_STARS = { above: 2, below: 4.4 };
const NEGATIVE_STARS = 2.7;
const POSITIVE_STARS = 3.7;

/** Everything the reader found out about a review; the report keeps some of it, the finding shows the rest. */
export interface ReviewReading {
  finding: ReviewFinding;
  language: Language;
  parsed: ParsedText;
  pains: PainSentence[];
}

/** Reads one review; its result depends on nothing but the review and the weights. */
export function readReview(review: ReviewText, heads: Heads, rivals: readonly string[] = []): ReviewReading {
  const rating = knownRating(review.rating);
  const parsed = parseText(review.title, review.text);
  const hits = findSignals(parsed);
  const language = detectLanguage(review.text || (review.title ?? ''), parsed.words);
  const scored = scoreReview(parsed, hits, heads, rating, language);
  const pains = findPains(parsed, hits, heads, scored);
  const voted = scored.problem || scored.request ? voteCategories(pains.chosen, parsed) : [];
  const categories = voted.length || !scored.problem ? voted : ['other'];
  const switching = isLeaving(hits);
  const frustrationTier = tierOf(scored.frustration);
  const quotes = scored.problem || scored.request ? quotable(pains.chosen).slice(0, MOST_QUOTES).map(sliceOf) : [];
  const finding: ReviewFinding = {
    id: review.id,
    problem: scored.problem,
    problemScore: round(toProbability(scored.problemOdds)),
    request: scored.request,
    requestScore: round(toProbability(scored.requestOdds)),
    sentiment: sentimentOf(scored, rating, pains),
    frustrationTier,
    frustrationScore: round(scored.frustration),
    categories,
    switching,
    quotes,
    isOpportunity: switching || (scored.problem && (frustrationTier === 'high' || frustrationTier === 'critical')),
    painPoints: describePains({
      pains: scored.problem || scored.request ? quotable(pains.chosen) : [],
      parsed,
      leaving: switching ? leavingHits(hits) : [],
      tier: frustrationTier,
      problem: scored.problem,
      request: scored.request,
      rivals,
    }),
  };
  return { finding, language, parsed, pains: scored.problem || scored.request ? pains.chosen : [] };
}

function sentimentOf(scored: ReviewScores, rating: number | null, pains: Pains): Sentiment {
  if (scored.silent && rating === null) return 'neutral';
  if (pains.hurting && pains.praising && scored.stars > MIXED_STARS.above && scored.stars < MIXED_STARS.below)
    return 'mixed';
  if (scored.stars <= NEGATIVE_STARS) return 'negative';
  return scored.stars >= POSITIVE_STARS ? 'positive' : 'neutral';
}

function knownRating(rating: number | null): number | null {
  return rating !== null && Number.isFinite(rating) && rating >= 0 && rating <= MOST_STARS ? rating : null;
}

/** Sentences of the body; a title is never quoted. */
function quotable(pains: readonly PainSentence[]): PainSentence[] {
  return pains.filter(({ sentence }) => !sentence.isTitle);
}

function sliceOf(pain: PainSentence): string {
  return pain.sentence.slice;
}

/** Three digits after the point: enough for a score, and short on the wire. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
