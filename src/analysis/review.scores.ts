import { scoreCategories } from './category.matcher.js';
import { type Heads, scoreVector } from './model/linear.model.js';
import { scoreByDomain } from './domain.scores.js';
import { countCapitals, countSignals, findSignals, type SignalCounts } from './review.signals.js';
import { type Language } from './text/language.detector.js';
import { type ParsedText, parseText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';
import { reviewVector, sentenceVector } from './text.vectors.js';

// Thresholds are log-odds. They were tuned on the labeled data sets of `npm run eval`, which shows the effect of a
// change.

const PROBLEM_THRESHOLD = { en: 0.1, other: 0 };
/** Added to the score of a problem for a mild complaint about business software. */
const MILD_BONUS = 0.6;
/** The wording of requests is stronger in French than in English, so the threshold is higher. */
const REQUEST_THRESHOLD = { en: -0.35, other: 0.15 };
/** Subtracted from the general score of a request: texts that are not of fitness apps contain fewer requests. */
const GENERAL_REQUEST_OFFSET = 0.3;
/** From this share on, the general score of a request has no effect. */
const ONLY_FITNESS = 0.95;
/** From this score on, the sentences of a review are scored one by one. */
export const SUSPICION_THRESHOLD = -1.2;
/** The share of the most painful paragraph in the score of a review of several paragraphs; the rest is the whole review. */
const PARAGRAPH_SHARE = 0.8;
const MAX_PARAGRAPHS = 12;
/** Subtracted from the score of a short text that denies complaints. */
const CLEAN_OFFSET = 1.5;
const SHORT_TEXT = 15;
/** A clear pain can flag a problem only from this score on. */
const MIN_ODDS_FOR_CLEAR_PAIN = -0.45;

const STARS = { min: 1, middle: 3, max: 5 };
/** Given stars are coarse and predicted stars are noisy; about half of each matches the text best. */
const GIVEN_SHARE = 0.55;
const PREDICTED_SHARE = 0.45;
/**
 * Log-odds of a problem from the stars alone, for languages that the heads do not know: two stars are a problem, three are
 * not.
 */
const BY_STARS = { perStar: 0.7, offset: -0.4, unrated: -1, request: -2 };

/** Shares of the missing stars and of strong wording in the frustration score. Set by hand. */
const FRUSTRATION = { stars: 0.86, temper: 0.14 };
const TEMPER = { severe: 0.05, exclamation: 0.02, maxExclamations: 3, capitals: 0.02, maxCapitals: 2 };

/** The scores of a whole review. */
export interface ReviewScores {
  problem: boolean;
  request: boolean;
  problemOdds: number;
  requestOdds: number;
  /** 1 to 5: predicted, or a mix of given and predicted stars. */
  stars: number;
  frustration: number;
  /** As in `DomainScores`. */
  business: number;
  /** True if the text contains no words. */
  wordless: boolean;
}

/** The weights, and the facts of a review besides its words. `isBusiness`: it is from a site for business software. */
export interface ReviewContext {
  heads: Heads;
  rating: number | null;
  language: Language;
  isBusiness: boolean;
}

/** Languages that the heads know. A text that is too short to detect is mostly an English one. */
const TRAINED: ReadonlySet<Language> = new Set(['en', 'fr', 'und']);

/** Scores a review; in a language that the heads do not know, by its stars alone. */
export function scoreReview(parsed: ParsedText, hits: readonly PhraseHit[], context: ReviewContext): ReviewScores {
  const { heads, rating, language, isBusiness } = context;
  const { words, sentences } = parsed;
  const capitals = sentences.reduce((sum, sentence) => sum + countCapitals(sentence.slice), 0);
  const counts = countSignals(words, hits, 0, words.length, capitals);
  const wordless = parsed.wordCount < 1;
  const given = rating ?? STARS.middle;
  if (wordless) return { ...NOTHING, stars: given, frustration: frustrationOf(given, counts), wordless };
  if (!TRAINED.has(language)) {
    const odds = rating === null ? BY_STARS.unrated : (STARS.middle - rating) * BY_STARS.perStar + BY_STARS.offset;
    const frustration = frustrationOf(given, counts);
    const byStars = {
      problem: odds > 0,
      request: false,
      problemOdds: odds,
      requestOdds: BY_STARS.request,
      business: 0,
    };
    return { ...byStars, stars: given, frustration, wordless };
  }
  const vector = reviewVector({ words, language, counts, rating });
  const domain = scoreByDomain(vector, heads, isBusiness);
  const { general } = domain;
  const problemOdds = domain.problem - (deniesComplaints(parsed, counts) ? CLEAN_OFFSET : 0);
  // The head of stars has no weights for given stars.
  const predicted = Math.min(STARS.max, Math.max(STARS.min, general.stars));
  const stars = rating === null ? predicted : GIVEN_SHARE * rating + PREDICTED_SHARE * predicted;
  const generalRequest =
    domain.fitness > ONLY_FITNESS ? general.request : requestOddsOf(parsed, hits, context, general.request);
  const requestOdds =
    domain.fitness * domain.fitnessRequest + (1 - domain.fitness) * (generalRequest - GENERAL_REQUEST_OFFSET);
  return {
    problem:
      problemOdds > thresholdOf(PROBLEM_THRESHOLD, language) ||
      namesClearPain(parsed, counts, problemOdds) ||
      namesPainInFrench(parsed, counts, context),
    request: requestOdds > thresholdOf(REQUEST_THRESHOLD, language),
    problemOdds,
    requestOdds,
    stars,
    frustration: frustrationOf(stars, counts),
    business: domain.business,
    wordless,
  };
}

/**
 * The scores of a review with those of its paragraphs. Paragraphs mostly answer different questions, such as what the writer
 * likes and dislikes, and much praise hides a complaint from the score of the whole review.
 */
export function withParagraphs(whole: ReviewScores, text: string, context: ReviewContext): ReviewScores {
  const { language } = context;
  const paragraphs = text.split(/\n\s*\n/, MAX_PARAGRAPHS);
  if (whole.problem || whole.wordless || !TRAINED.has(language) || paragraphs.length < 2) return whole;
  const odds = paragraphs.map((paragraph) => {
    const parsed = parseText(null, paragraph);
    return scoreReview(parsed, findSignals(parsed), context).problemOdds;
  });
  const problemOdds = PARAGRAPH_SHARE * Math.max(...odds) + (1 - PARAGRAPH_SHARE) * whole.problemOdds;
  return problemOdds > thresholdOf(PROBLEM_THRESHOLD, language) ? { ...whole, problem: true, problemOdds } : whole;
}

/** From this similarity to reviews of business software on, a text is one. */
const MOSTLY_BUSINESS = 0.5;

/** True for an English text about business software with three stars or fewer. The head of complaints knows no stars, so its sentences decide. */
export const isUnhappyBusiness = ({ business }: ReviewScores, { rating, language }: ReviewContext): boolean =>
  language === 'en' && business > MOSTLY_BUSINESS && rating !== null && rating <= STARS.middle;

/** The scores of an English review that complains mildly. */
export function withMildComplaint(scored: ReviewScores): ReviewScores {
  const problemOdds = scored.problemOdds + MILD_BONUS;
  return { ...scored, problem: problemOdds > PROBLEM_THRESHOLD.en, problemOdds };
}

function thresholdOf(threshold: { en: number; other: number }, language: Language): number {
  return language === 'en' || language === 'und' ? threshold.en : threshold.other;
}

/** The mean of the score of the review and of its best sentence: a request is often only one sentence of a review. */
function requestOddsOf(
  parsed: ParsedText,
  hits: readonly PhraseHit[],
  { heads, rating, language }: ReviewContext,
  whole: number,
): number {
  if (whole < SUSPICION_THRESHOLD || parsed.sentences.length < 2) return whole;
  const odds = parsed.sentences.map(({ from, to, slice }) => {
    const counts = countSignals(parsed.words, hits, from, to, countCapitals(slice));
    const words = parsed.words.slice(from, to);
    return scoreVector(sentenceVector({ words, language, counts, rating }), heads.request);
  });
  return (whole + Math.max(...odds)) / 2;
}

/** True for a text of one short sentence that says there is nothing to complain about. */
function deniesComplaints(parsed: ParsedText, counts: SignalCounts): boolean {
  return counts.clean > 0 && counts.contrast === 0 && parsed.sentences.length === 1 && parsed.wordCount <= SHORT_TEXT;
}

const NOTHING = { problem: false, request: false, problemOdds: -4, requestOdds: -4, business: 0 };
/**
 * Categories that are rare in the training data of the problem head, with the number of blame cues that flag a problem.
 */
const CLEAR_PAINS: Record<string, number> = {
  ads: 1,
  billing: 1,
  pricing: 1,
  support: 1,
  login: 3,
  performance: 2,
  onboarding: 2,
  usability: 2,
};

/**
 * True if a sure cue of such a category occurs with enough blame: then the review counts as a problem below the
 * threshold.
 */
function namesClearPain(parsed: ParsedText, counts: SignalCounts, odds: number): boolean {
  const cues = counts.blame + counts.problem + counts.praiseDenied;
  if (odds < MIN_ODDS_FOR_CLEAR_PAIN || counts.clean > 0 || counts.praise > counts.blame) return false;
  return scoreCategories(parsed.words).some(({ id, sure }) => sure && cues >= (CLEAR_PAINS[id] ?? Infinity));
}

/** Categories whose sure cues in a short text with few stars are a complaint. */
const FRENCH_PAINS = new Set(
  'pricing billing bugs performance usability sync data support onboarding login privacy notifications updates ads'.split(
    ' ',
  ),
);
/** A rating that no content reviewer gives. */
export const FEW_STARS = 2;

/**
 * True for a short French text with few stars and a sure cue. All labeled French texts are of fitness apps, so the heads do not know
 * complaints about other products ("Trop cher", "Trop de publicités").
 */
function namesPainInFrench(parsed: ParsedText, counts: SignalCounts, { language, rating }: ReviewContext): boolean {
  if (language !== 'fr' || rating === null || rating > FEW_STARS || parsed.wordCount > SHORT_TEXT) return false;
  if (counts.clean > 0 || counts.praise > 0) return false;
  return scoreCategories(parsed.words).some(({ id, sure }) => sure && FRENCH_PAINS.has(id));
}

function frustrationOf(stars: number, counts: SignalCounts): number {
  const temper =
    TEMPER.severe * counts.severe +
    TEMPER.exclamation * Math.min(TEMPER.maxExclamations, counts.exclamations) +
    TEMPER.capitals * Math.min(TEMPER.maxCapitals, counts.capitals);
  const missing = (STARS.max - stars) / (STARS.max - STARS.min);
  return Math.min(1, Math.max(0, missing * FRUSTRATION.stars + Math.min(FRUSTRATION.temper, temper)));
}
