import { scoreInGeneral } from './domain.scores.js';
import { type ReviewAnswers } from './review.answers.js';
import {
  FEW_STARS,
  isUnhappyBusiness,
  type ReviewContext,
  type ReviewScores,
  SUSPICION_THRESHOLD,
} from './review.scores.js';
import { countCapitals, countSignals } from './review.signals.js';
import { type ParsedSentence, type ParsedText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';
import { sentenceVector } from './text.vectors.js';

// Thresholds are log-odds. They were tuned on the labeled data sets of `npm run eval`, which shows the effect of a
// change.

const PAIN_THRESHOLD = 0.5;
/** The share of the head of problems in the pain of a sentence; the rest is the head of complaints. */
const PROBLEM_SHARE = 0.8;
/** If no sentence of a text that is not flagged reaches the threshold above, the best one is used from this score. */
const FALLBACK_THRESHOLD = 0;
/** Shorter sentences are used only if there is no other with at least the score below: "Unacceptable." says too little. */
const MIN_PAIN_WORDS = 3;
const LOWEST_WHOLE = -0.7;
/** A few words that only say when it began ("since the August update") say too little, too. */
const ONLY_WHEN = /^\W*(?:since|after|depuis|après)\s(?:\S+\s+){0,2}\S+$/i;
/** From these scores on, a sentence of an unhappy text about business software is a problem. Set by hand on reviews of Dropbox. */
const UNHAPPY_THRESHOLD = { fewStars: -0.6, otherwise: 0 };
/** Subtracted from the request score: a request is less painful than a problem. */
const REQUEST_OFFSET = 0.6;
/** Subtracted from a sentence that denies complaints ("no problems at all"). */
const CLEAN_OFFSET = 0.6;
/**
 * Subtracted per star that a sentence predicts above this number: such sentences praise, or describe a solved
 * problem.
 */
const PRAISE = { perStar: 0.3, above: 3.5 };
/** Thresholds for painful and praising sentences, which identify mixed reviews. */
const PAINFUL_THRESHOLD = 0.3;
const PRAISING_STARS = 4.1;
/** Added to a sentence that answers what the reviewer dislikes; the minimum score of such a sentence. */
const DISLIKE_BONUS = 1;
const MIN_DISLIKE = 0.6;
/** The share of each neighbor in the score of a sentence in its context. */
const NEIGHBOR_SHARE = 0.15;
const MAX_PAINS = 6;

/**
 * One painful sentence, with its score (log-odds) and its categories, empty at first. `inContext` combines its score
 * with those of its neighbors.
 */
export interface PainSentence {
  sentence: ParsedSentence;
  score: number;
  inContext: number;
  categories: string[];
}

/** The painful sentences of a review, and the numbers of painful and praising sentences. */
export interface Pains {
  /** The sentences to quote, most painful first. */
  chosen: PainSentence[];
  /** Whether the review names a problem, by its scores or by a sentence. */
  isProblem: boolean;
  painfulCount: number;
  praisingCount: number;
}

/** Finds the sentences to quote; empty if neither a problem nor a request is likely. */
export function findPains(
  parsed: ParsedText,
  hits: readonly PhraseHit[],
  context: ReviewContext,
  scored: ReviewScores,
  answers: ReviewAnswers,
): Pains {
  const { heads, language } = context;
  const suspicious =
    scored.problem ||
    scored.request ||
    isUnhappyBusiness(scored, context) ||
    scored.problemOdds > SUSPICION_THRESHOLD ||
    scored.requestOdds > SUSPICION_THRESHOLD;
  if (scored.wordless || !suspicious) return { chosen: [], isProblem: false, painfulCount: 0, praisingCount: 0 };
  let painfulCount = 0;
  let praisingCount = 0;
  const all: { sentence: ParsedSentence; score: number; inContext: number; words: number }[] = [];
  for (const sentence of parsed.sentences) {
    const { from, to, slice } = sentence;
    const answer = answers.answerOf(slice);
    if (answer === 'like') praisingCount++;
    if (answer === 'like') continue;
    const counts = countSignals(parsed.words, hits, from, to, countCapitals(slice));
    const words = parsed.words.slice(from, to);
    const vector = sentenceVector({ words, language, counts, rating: null });
    const { problem, complaint, request, stars } = scoreInGeneral(vector, heads);
    const pain = PROBLEM_SHARE * problem + (1 - PROBLEM_SHARE) * complaint;
    if (pain > PAINFUL_THRESHOLD) painfulCount++;
    if (pain < 0 && stars > PRAISING_STARS) praisingCount++;
    const plain =
      Math.max(pain, request - REQUEST_OFFSET) -
      (counts.clean && !counts.contrast ? CLEAN_OFFSET : 0) -
      PRAISE.perStar * Math.max(0, stars - PRAISE.above);
    const score = answer === 'dislike' ? Math.max(plain + DISLIKE_BONUS, MIN_DISLIKE) : plain;
    all.push({ sentence, score, inContext: score, words: ONLY_WHEN.test(slice) ? 1 : counts.words });
  }
  addContext(all);
  all.sort((left, right) => right.score - left.score || left.sentence.from - right.sentence.from);
  const painful = all.filter(({ score, words }) => words >= MIN_PAIN_WORDS && score > PAIN_THRESHOLD);
  const isProblem = scored.problem || (!answers.isContent && hasUnhappySentence(all, scored, context));
  // A flagged text always has its best sentence, however mild it is.
  const least = isProblem || scored.request ? -Infinity : FALLBACK_THRESHOLD;
  const likely = all.filter(({ words, score }) => words >= 1 && score > least);
  const whole = likely.find(({ words, score }) => words >= MIN_PAIN_WORDS && score > LOWEST_WHOLE);
  const chosen = (painful.length ? painful : whole ? [whole] : likely.slice(0, 1))
    .slice(0, MAX_PAINS)
    .map(({ sentence, score, inContext }) => ({
      sentence,
      score,
      inContext,
      categories: [],
    }));
  return { chosen, isProblem, painfulCount, praisingCount };
}

/** True if one of some sentences makes an unhappy text about business software a problem. */
function hasUnhappySentence(
  sentences: readonly { score: number; words: number }[],
  scored: ReviewScores,
  context: ReviewContext,
): boolean {
  if (!isUnhappyBusiness(scored, context)) return false;
  const least = (context.rating ?? Infinity) <= FEW_STARS ? UNHAPPY_THRESHOLD.fewStars : UNHAPPY_THRESHOLD.otherwise;
  return sentences.some(({ words, score }) => words >= MIN_PAIN_WORDS && score > least);
}

/** Complaints stand together: a sentence among praise is more often about the time before the purchase. */
function addContext(all: { score: number; inContext: number }[]): void {
  all.forEach((one, index) => {
    one.inContext += NEIGHBOR_SHARE * ((all[index - 1]?.score ?? 0) + (all[index + 1]?.score ?? 0));
  });
}
