import { scoreCategories } from './category.matcher.js';
import { type Heads, scoreVector } from './model/linear.model.js';
import { countCapitals, countSignals, type SignalCounts } from './review.signals.js';
import { type Language } from './text/language.detector.js';
import { type ParsedText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';
import { reviewVector } from './text.vectors.js';

// Cuts are log-odds. They were set on the labelled sets of `npm run eval`, which says what moving one does.

const PROBLEM_CUT = 0;
/** Wishes are put more loudly in French than in English. */
const REQUEST_CUT = { en: -0.35, other: 0.3 };
/** From here on sentences are looked at one by one. */
export const SUSPICION = -1.2;
/** Off for a short text that denies every complaint. */
const CLEAN_BACK = 1.5;
const SHORT_TEXT = 15;
const GATE_ODDS = -0.45;

const STARS = { least: 1, middle: 3, most: 5 };
/** Given stars are coarse, predicted ones noisy: near half and half is closest to how the text was meant. */
const GIVEN_SHARE = 0.55;
const PREDICTED_SHARE = 0.45;
/** Where the words cannot be read, log-odds of a problem by the stars alone: two stars are one, three are none. */
const BY_STARS = { perStar: 0.7, offset: -0.4, unrated: -1, request: -2 };

/** Frustration is the stars that are missing, and up to a seventh of temper. Set by hand; the tiers are cut from it. */
const FRUSTRATION = { stars: 0.86, temper: 0.14 };
const TEMPER = { severe: 0.05, exclamation: 0.02, mostExclamations: 3, capitals: 0.02, mostCapitals: 2 };

/** What a review says as a whole. */
export interface ReviewScores {
  problem: boolean;
  request: boolean;
  problemOdds: number;
  requestOdds: number;
  /** Predicted or mixed stars, 1-5. */
  stars: number;
  frustration: number;
  silent: boolean;
}

/** Scores a review; where its words cannot be read, by its stars alone. */
export function scoreReview(
  parsed: ParsedText,
  hits: readonly PhraseHit[],
  heads: Heads,
  rating: number | null,
  language: Language,
): ReviewScores {
  const { words, sentences } = parsed;
  const capitals = sentences.reduce((sum, sentence) => sum + countCapitals(sentence.slice), 0);
  const counts = countSignals(words, hits, 0, words.length, capitals);
  const silent = parsed.spokenWords < 1;
  const given = rating ?? STARS.middle;
  if (silent) return { ...NOTHING, stars: given, frustration: frustrationOf(given, counts), silent };
  if (language === 'other') {
    const odds = rating === null ? BY_STARS.unrated : (STARS.middle - rating) * BY_STARS.perStar + BY_STARS.offset;
    const frustration = frustrationOf(given, counts);
    const byStars = { problem: odds > 0, request: false, problemOdds: odds, requestOdds: BY_STARS.request };
    return { ...byStars, stars: given, frustration, silent };
  }
  const vector = reviewVector(words, 0, words.length, counts, rating);
  const problemOdds = scoreVector(vector, heads.problem) - (isTakenBack(parsed, counts) ? CLEAN_BACK : 0);
  const wish = scoreVector(vector, heads.request);
  const unrated = rating === null ? vector : reviewVector(words, 0, words.length, counts, null);
  const predicted = Math.min(STARS.most, Math.max(STARS.least, scoreVector(unrated, heads.stars)));
  const stars = rating === null ? predicted : GIVEN_SHARE * rating + PREDICTED_SHARE * predicted;
  const requestOdds = oddsOfWish(parsed, hits, heads, rating, wish);
  const problem = problemOdds > PROBLEM_CUT || namesSurePain(parsed, counts, problemOdds);
  return {
    problem,
    request: requestOdds > (language === 'en' || language === 'und' ? REQUEST_CUT.en : REQUEST_CUT.other),
    problemOdds,
    requestOdds,
    stars,
    frustration: frustrationOf(stars, counts),
    silent,
  };
}

/** A wish stands in one sentence: the loudest counts as much as the whole review, whose other sentences drown it. */
function oddsOfWish(
  parsed: ParsedText,
  hits: readonly PhraseHit[],
  heads: Heads,
  rating: number | null,
  whole: number,
): number {
  if (whole < SUSPICION || parsed.sentences.length < 2) return whole;
  const odds = parsed.sentences.map(({ from, to, slice }) => {
    const counts = countSignals(parsed.words, hits, from, to, countCapitals(slice));
    return scoreVector(reviewVector(parsed.words, from, to, counts, rating), heads.request);
  });
  return (whole + Math.max(...odds)) / 2;
}

/** One short sentence that says there is nothing to complain about. */
function isTakenBack(parsed: ParsedText, counts: SignalCounts): boolean {
  return counts.clean > 0 && counts.contrast === 0 && parsed.sentences.length === 1 && parsed.spokenWords <= SHORT_TEXT;
}

const NOTHING = { problem: false, request: false, problemOdds: -4, requestOdds: -4 };
/** Pains the problem head saw little of, by how many words of blame open the gate for them. */
const SURE_PAINS: Record<string, number> = {
  ads: 1,
  billing: 1,
  pricing: 1,
  support: 1,
  login: 3,
  performance: 2,
  onboarding: 2,
  usability: 2,
};

/** A sure cue beside blame opens the gate by itself: the problem head was not trained on such pains. */
function namesSurePain(parsed: ParsedText, counts: SignalCounts, odds: number): boolean {
  const cues = counts.blame + counts.problem + counts.praiseDenied;
  if (odds < GATE_ODDS || counts.clean > 0 || counts.praise > counts.blame) return false;
  return scoreCategories(parsed.words).some(({ id, sure }) => sure && cues >= (SURE_PAINS[id] ?? Infinity));
}

function frustrationOf(stars: number, counts: SignalCounts): number {
  const temper =
    TEMPER.severe * counts.severe +
    TEMPER.exclamation * Math.min(TEMPER.mostExclamations, counts.exclamations) +
    TEMPER.capitals * Math.min(TEMPER.mostCapitals, counts.capitals);
  const missing = (STARS.most - stars) / (STARS.most - STARS.least);
  return Math.min(1, Math.max(0, missing * FRUSTRATION.stars + Math.min(FRUSTRATION.temper, temper)));
}
