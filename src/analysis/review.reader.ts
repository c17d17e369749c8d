import { type ReviewFinding, type ReviewText, type Sentiment } from './analysis.types.js';
import { isBusinessSite } from './business.sites.js';
import { tierOf } from './frustration.tier.js';
import { type Heads, toProbability } from './model/linear.model.js';
import { findPains, type Pains, type PainSentence } from './pain.finder.js';
import { describePains, type FramedPain } from './pain-points.writer.js';
import { ReviewAnswers } from './review.answers.js';
import { categorizePains, mildCategories } from './review.categories.js';
import { FEW_STARS, type ReviewScores, scoreReview, withMildComplaint, withParagraphs } from './review.scores.js';
import { findSignals, leavingHits } from './review.signals.js';
import { readFrames } from './themes/families/frame.reader.js';
import { judgeStatement } from './themes/statement.judge.js';
import { detectLanguage, type Language } from './text/language.detector.js';
import { type ParsedText, parseText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';

const MAX_QUOTES = 3;
/** The minimum score, with its neighbors, of a second or third quote. */
const MORE_QUOTES_FROM = 1.3;
/** The minimum log-odds of a problem in a review that names a dislike. */
const DISLIKE_ODDS = 1;
const MAX_STARS = 5;
/**
 * A writer who gives so many stars stays: their phrases about leaving are about another product, or about other people.
 * So does one who gives no stars in a positive text. A single sentence about better products is no praise of this one.
 */
const CONTENT_STARS = 4;
/** Limits of the stars, given or predicted, for each sentiment. */
const MIXED_STARS = { above: 2, below: 4.4 };
const NEGATIVE_STARS = 2.7;
const POSITIVE_STARS = 3.7;

/** What was found in a review, without a description of its pains, and the details that a report needs. */
export interface ReviewReading {
  finding: Omit<ReviewFinding, 'painPoints' | 'quotes'>;
  language: Language;
  parsed: ParsedText;
  pains: PainSentence[];
  /** The phrases that say the writer leaves; empty if the writer stays. */
  leaving: PhraseHit[];
}

/** Reads one review. The result depends only on the review and the weights. */
export function readReview(review: ReviewText, heads: Heads): ReviewFinding {
  const { finding, ...reading } = readForReport(review, heads);
  const { frustrationTier: tier, problem, request } = finding;
  const pains = bestStated(reading);
  return {
    ...finding,
    quotes: quotesOf(pains).map(({ sentence }) => sentence.slice),
    painPoints: describePains({ ...reading, pains, tier, problem, request }),
  };
}

/** Reads one review as a report needs it. */
export function readForReport(review: ReviewText, heads: Heads): ReviewReading {
  const rating = validRating(review.rating);
  const parsed = parseText(review.title, review.text);
  const hits = findSignals(parsed);
  const language = detectLanguage(review.text || (review.title ?? ''), parsed.words);
  const context = { heads, rating, language, isBusiness: isBusinessSite(review.platform) };
  const answers = new ReviewAnswers(review, (answer, own) => scoreReview(answer, own, { ...context, rating: null }));
  const whole = scoreReview(parsed, hits, context);
  const answered = withAnswers(withParagraphs(whole, review.text, context), answers, rating);
  const mild = answers.isContent ? [] : mildCategories(parsed, hits, answered, language);
  const read = mild.length ? withMildComplaint(answered) : answered;
  const found = findPains(parsed, hits, context, read, answers);
  const scored = found.isProblem && !read.problem ? withComplaint(read) : read;
  const complains = scored.problem || scored.request;
  const pains = complains ? found.chosen : [];
  const named = complains ? categorizePains(pains, parsed, scored, context) : mild;
  const sentiment = sentimentOf(scored, rating, found);
  const isPraise = sentiment === 'positive' && parsed.sentences.filter(({ isTitle }) => !isTitle).length > 1;
  const isContent = rating === null ? isPraise : rating >= CONTENT_STARS;
  const leaving = isContent ? [] : leavingHits(hits, parsed.words);
  const frustrationTier = tierOf(scored.frustration);
  const finding = {
    id: review.id,
    problem: scored.problem,
    problemScore: round(toProbability(scored.problemOdds)),
    request: scored.request,
    requestScore: round(toProbability(scored.requestOdds)),
    sentiment,
    frustrationTier,
    frustrationScore: round(scored.frustration),
    categories: named.length || !scored.problem ? named : ['other'],
    switching: leaving.length > 0,
    isOpportunity:
      leaving.length > 0 || (scored.problem && (frustrationTier === 'high' || frustrationTier === 'critical')),
  };
  return { finding, language, parsed, pains, leaving };
}

/**
 * A reviewer who names what they dislike has a problem, however mild the words are; one who names nothing has no
 * problem.
 */
function withAnswers(
  scored: ReviewScores,
  { complains, isContent }: ReviewAnswers,
  rating: number | null,
): ReviewScores {
  if (scored.wordless) return scored;
  if (complains) return withComplaint(scored);
  if (!isContent || (rating !== null && rating <= FEW_STARS)) return scored;
  return { ...scored, problem: false, problemOdds: Math.min(scored.problemOdds, -DISLIKE_ODDS) };
}

/** The scores of a review that certainly complains. */
const withComplaint = (scored: ReviewScores): ReviewScores => ({
  ...scored,
  problem: true,
  problemOdds: Math.max(scored.problemOdds, DISLIKE_ODDS),
});

function sentimentOf(scored: ReviewScores, rating: number | null, pains: Pains): Sentiment {
  if (scored.wordless && rating === null) return 'neutral';
  if (pains.painfulCount && pains.praisingCount && scored.stars > MIXED_STARS.above && scored.stars < MIXED_STARS.below)
    return 'mixed';
  if (scored.stars <= NEGATIVE_STARS) return 'negative';
  return scored.stars >= POSITIVE_STARS ? 'positive' : 'neutral';
}

function validRating(rating: number | null): number | null {
  return rating !== null && Number.isFinite(rating) && rating >= 0 && rating <= MAX_STARS ? rating : null;
}

/** The painful sentences of the body, those first that state their problem best. A title is never quoted. */
function bestStated({ parsed, language, pains }: Pick<ReviewReading, 'parsed' | 'language' | 'pains'>): FramedPain[] {
  const body = parsed.sentences.filter(({ isTitle }) => !isTitle);
  const framed = pains
    .filter(({ sentence }) => !sentence.isTitle)
    .map((pain) => {
      const { from, to } = pain.sentence;
      const frames = readFrames(parsed.words.slice(from, to), language);
      const place = body.indexOf(pain.sentence);
      return { ...pain, frames, worth: judgeStatement({ length: to - from, frames, place, pain: pain.inContext }) };
    });
  return framed.sort((left, right) => right.worth - left.worth);
}

/** The sentences to quote, best stated first. There is always one if a sentence of the body is painful. */
function quotesOf(pains: readonly FramedPain[]): FramedPain[] {
  return pains.filter(({ inContext }, rank) => rank === 0 || inContext >= MORE_QUOTES_FROM).slice(0, MAX_QUOTES);
}

/** Three decimals: enough for a score, and short in JSON. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
