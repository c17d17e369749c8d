import { assignCategories } from './category.matcher.js';
import { type Heads, scoreVector } from './model/linear.model.js';
import { type ReviewScores, SUSPICION } from './review.scores.js';
import { countCapitals, countSignals } from './review.signals.js';
import { type ParsedSentence, type ParsedText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';
import { reviewVector } from './text.vectors.js';

// Cuts are log-odds. They were set on the labelled sets of `npm run eval`, which says what moving one does.

const PAIN_CUT = 0.5;
/** Where no sentence is that loud, the loudest one serves from here on. */
const FALLBACK_CUT = 0;
/** Shorter sentences hurt only where there is no other. */
const LEAST_PAIN_WORDS = 3;
/** A sentence pains as much as its writer's problem and its wording do, half each. */
const PROBLEM_SHARE = 0.5;
const COMPLAINT_SHARE = 0.5;
/** Wishes hurt less than problems. */
const WISH_OFFSET = 0.6;
/** Off for a sentence that takes its complaint back ("no problems at all"). */
const TAKEN_BACK = 0.6;
/** A sentence that hurts, and one that praises, for telling mixed reviews from others. */
const HURTING = 0.3;
const PRAISING_STARS = 4.1;
const MOST_PAINS = 6;
const MOST_CATEGORIES = 4;

/** How much less the second category of a sentence, and the second sentence of a review, says than the first. */
const PLACE_DECAY = 0.35;
const RANK_DECAY = 0.15;
/** A category with a smaller share of the best one's votes is dropped. */
const LEAST_VOTE = 0.3;

/** One sentence that hurts: where it stands, how much it hurts (log-odds) and what it is about. */
export interface PainSentence {
  sentence: ParsedSentence;
  score: number;
  categories: string[];
}

/** The painful sentences of a review, and how many sentences hurt and praise. */
export interface Pains {
  /** The sentences worth quoting, most painful first. */
  chosen: PainSentence[];
  hurting: number;
  praising: number;
}

/** Finds the sentences worth quoting; looks for none where nothing may be wrong. */
export function findPains(parsed: ParsedText, hits: readonly PhraseHit[], heads: Heads, scored: ReviewScores): Pains {
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
    const pain =
      PROBLEM_SHARE * scoreVector(vector, heads.problem) + COMPLAINT_SHARE * scoreVector(vector, heads.complaint);
    const wish = scoreVector(vector, heads.request);
    if (pain > HURTING) hurting++;
    if (pain < 0 && scoreVector(vector, heads.stars) > PRAISING_STARS) praising++;
    const loudness = Math.max(pain, wish - WISH_OFFSET);
    all.push({ sentence, score: loudness - (counts.clean && !counts.contrast ? TAKEN_BACK : 0), words: counts.words });
  }
  all.sort((left, right) => right.score - left.score || left.sentence.from - right.sentence.from);
  const painful = all.filter(({ score, words }) => words >= LEAST_PAIN_WORDS && score > PAIN_CUT);
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
export function voteCategories(pains: readonly PainSentence[], parsed: ParsedText): string[] {
  const votes = new Map<string, number>();
  pains.forEach(({ categories }, rank) =>
    categories.forEach((id, place) =>
      votes.set(id, (votes.get(id) ?? 0) + 1 / (1 + place * PLACE_DECAY) / (1 + rank * RANK_DECAY)),
    ),
  );
  if (!votes.size) assignCategories(parsed.words).forEach((id, place) => votes.set(id, 1 / (1 + place)));
  const ranked = [...votes].sort((left, right) => right[1] - left[1]);
  const best = ranked[0]?.[1] ?? 0;
  return ranked
    .slice(0, MOST_CATEGORIES)
    .filter(([, vote]) => vote >= LEAST_VOTE * best)
    .map(([id]) => id);
}
