import { type ReviewFinding, type ReviewText, type Sentiment } from './analysis.types.js';
import { assignCategories, scoreCategories } from './category.matcher.js';
import { tierOf } from './frustration.tier.js';
import { describePains } from './pain-points.writer.js';
import { type Heads, scoreVector, toProbability } from './model/linear.model.js';
import {
  countCapitals,
  countSignals,
  findSignals,
  isLeaving,
  leavingHits,
  type SignalCounts,
} from './review.signals.js';
import { detectLanguage, type Language } from './text/language.detector.js';
import { type ParsedSentence, type ParsedText, parseText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';
import { reviewVector } from './text.vectors.js';

const PROBLEM_CUT = 0;
/** Wishes are put more loudly in French than in English. */
const REQUEST_CUT = { en: -0.35, other: 0.3 };
/** Log-odds from which sentences are looked at one by one. */
const SUSPICION = -1.2;
const PAIN_CUT = 0.5;
/** Where no sentence is that loud, the loudest one serves from here on. */
const FALLBACK_CUT = 0;
/** Wishes hurt less than problems. */
const WISH_OFFSET = 0.6;
/** Off for a sentence that takes its complaint back ("no problems at all"). */
const TAKEN_BACK = 0.6;
/** Log-odds off for a short text that denies every complaint. */
const CLEAN_BACK = 1.5;
const SHORT_TEXT = 15;
const GATE_ODDS = -0.45;
const MOST_QUOTES = 3;
const MOST_PAINS = 6;
const MOST_CATEGORIES = 4;

/** One sentence that hurts: where it stands, how much it hurts (log-odds) and what it is about. */
export interface PainSentence {
  sentence: ParsedSentence;
  score: number;
  categories: string[];
}

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

interface ReviewScores {
  problem: boolean;
  request: boolean;
  problemOdds: number;
  requestOdds: number;
  /** Predicted or mixed stars, 1-5. */
  stars: number;
  frustration: number;
  silent: boolean;
}

function scoreReview(
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
  if (silent) return { ...NOTHING, stars: rating ?? 3, frustration: frustrationOf(rating ?? 3, counts), silent };
  if (language === 'other') {
    const odds = rating === null ? -1 : (3 - rating) * 0.7 - 0.4;
    const stars = rating ?? 3;
    const frustration = frustrationOf(stars, counts);
    return { problem: odds > 0, request: false, problemOdds: odds, requestOdds: -2, stars, frustration, silent };
  }
  const vector = reviewVector(words, 0, words.length, counts, rating);
  const problemOdds = scoreVector(vector, heads.problem) - (isTakenBack(parsed, counts) ? CLEAN_BACK : 0);
  const wish = scoreVector(vector, heads.request);
  const unrated = rating === null ? vector : reviewVector(words, 0, words.length, counts, null);
  const predicted = Math.min(5, Math.max(1, scoreVector(unrated, heads.stars)));
  const stars = rating === null ? predicted : 0.55 * rating + 0.45 * predicted;
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
  const temper = 0.05 * counts.severe + 0.02 * Math.min(3, counts.exclamations) + 0.02 * Math.min(2, counts.capitals);
  return Math.min(1, Math.max(0, ((5 - stars) / 4) * 0.86 + Math.min(0.14, temper)));
}

interface Pains {
  /** The sentences worth quoting, most painful first. */
  chosen: PainSentence[];
  hurting: number;
  praising: number;
}

function findPains(parsed: ParsedText, hits: readonly PhraseHit[], heads: Heads, scored: ReviewScores): Pains {
  const suspicious =
    scored.problem || scored.request || scored.problemOdds > SUSPICION || scored.requestOdds > SUSPICION;
  if (scored.silent || !suspicious) return { chosen: [], hurting: 0, praising: 0 };
  let hurting = 0;
  let praising = 0;
  const all: { sentence: ParsedSentence; score: number; words: number }[] = [];
  for (const sentence of parsed.sentences) {
    const { from, to, slice } = sentence;
    const counts = countSignals(parsed.words, hits, from, to, countCapitals(slice));
    const vector = reviewVector(parsed.words, from, to, counts, null);
    const pain = 0.5 * scoreVector(vector, heads.problem) + 0.5 * scoreVector(vector, heads.complaint);
    const wish = scoreVector(vector, heads.request);
    if (pain > 0.3) hurting++;
    if (pain < 0 && scoreVector(vector, heads.stars) > 4.1) praising++;
    const loudness = Math.max(pain, wish - WISH_OFFSET);
    all.push({ sentence, score: loudness - (counts.clean && !counts.contrast ? TAKEN_BACK : 0), words: counts.words });
  }
  all.sort((left, right) => right.score - left.score || left.sentence.from - right.sentence.from);
  const painful = all.filter(({ score, words }) => words >= 3 && score > PAIN_CUT);
  const chosen = (
    painful.length ? painful : all.filter(({ words, score }) => words >= 1 && score > FALLBACK_CUT).slice(0, 1)
  )
    .slice(0, MOST_PAINS)
    .map(({ sentence, score }) => ({
      sentence,
      score,
      categories: assignCategories(parsed.words, sentence.from, sentence.to),
    }));
  return { chosen, hurting, praising };
}

/** The review's categories: every painful sentence votes, the most painful ones loudest. */
function voteCategories(pains: readonly PainSentence[], parsed: ParsedText): string[] {
  const votes = new Map<string, number>();
  pains.forEach(({ categories }, rank) =>
    categories.forEach((id, place) => votes.set(id, (votes.get(id) ?? 0) + 1 / (1 + place * 0.35) / (1 + rank * 0.15))),
  );
  if (!votes.size) assignCategories(parsed.words).forEach((id, place) => votes.set(id, 1 / (1 + place)));
  const ranked = [...votes].sort((left, right) => right[1] - left[1]);
  const best = ranked[0]?.[1] ?? 0;
  return ranked
    .slice(0, MOST_CATEGORIES)
    .filter(([, vote]) => vote >= 0.3 * best)
    .map(([id]) => id);
}

function sentimentOf(scored: ReviewScores, rating: number | null, pains: Pains): Sentiment {
  if (scored.silent && rating === null) return 'neutral';
  if (pains.hurting && pains.praising && scored.stars > 2 && scored.stars < 4.4) return 'mixed';
  if (scored.stars <= 2.7) return 'negative';
  return scored.stars >= 3.7 ? 'positive' : 'neutral';
}

function knownRating(rating: number | null): number | null {
  return rating !== null && Number.isFinite(rating) && rating >= 0 && rating <= 5 ? rating : null;
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
