import { matchCategories } from '../category.matcher.js';
import { categoryOdds } from '../category.model.js';
import { SYMPTOM_CATEGORIES } from '../lexicon/problem.words.js';
import { CATEGORIES, GENERAL_CATEGORIES } from '../lexicon/taxonomy.js';
import { MODEL_CATEGORIES } from '../model/category.weights.js';
import { toProbability } from '../model/linear.model.js';
import { tokenizeWords } from '../text/word.tokenizer.js';

/**
 * A name states its category if it has a sure cue, and the category is at least this likely by the words of the name.
 */
const MIN_CLEAR = 0.5;
/** The weight of a broad category that the name states, against the votes for a narrower one. */
const BROAD_WEIGHT = 0.75;
/** A broad category with this share of the votes stays, even if the name states another broad category. */
const MIN_MAJORITY = 0.5;
/** Below this probability, the order of the categories breaks a tie of votes as well. */
const MIN_TIE = 0.1;
/** The start of a problem is not its category: this one counts only if the name states it. */
const UPDATES = 'updates';
/** The odds of a complaint that is certainly a problem and not a request. */
const COMPLAINT = { problem: true, request: false, problemOdds: 2, requestOdds: -2 };
const PLACES = new Map(CATEGORIES.map(({ id }, place) => [id, place]));

interface Cues {
  /** Whether the words of the name have a cue of the category, and whether they state it. */
  cued: boolean;
  clear: boolean;
  /** The probability by the words of the name. */
  share: number;
}

/**
 * The category of a problem. `votes` are the categories of its sentences with their numbers. The category that the name
 * states comes first ("Cannot log in"), then the one with the most votes; the name breaks ties.
 */
export function categoryOfProblem(name: string, votes: ReadonlyMap<string, number>): string {
  const given = SYMPTOM_CATEGORIES.get(name.toLowerCase());
  if (given !== undefined) return given;
  const cues = cuesOf(name);
  const isClear = (id: string): boolean => cues.get(id)?.clear ?? false;
  const clear = CATEGORIES.map(({ id }) => id).filter(isClear);
  const narrow = clear.filter((id) => !GENERAL_CATEGORIES.has(id));
  const all = [...votes.values()].reduce((sum, count) => sum + count, 0);
  const voted = [...votes.keys()].filter((id) => id !== 'other' && (id !== UPDATES || cues.get(id)?.cued));
  const shareOf = (id: string): number => (votes.get(id) ?? 0) / Math.max(1, all);
  const most = best(voted, shareOf, cues);
  // "Cannot print" may be a bug or a missing feature, so that a name alone does not decide between broad categories.
  const isOpen = !GENERAL_CATEGORIES.has(most) || shareOf(most) < MIN_MAJORITY;
  const said = narrow.length ? narrow : isOpen ? clear : [];
  const weight = narrow.length ? 1 : BROAD_WEIGHT;
  const score = (id: string): number => shareOf(id) + (said.includes(id) ? weight * (cues.get(id)?.share ?? 0) : 0);
  const open = [...new Set([...voted, ...said])];
  return open.length ? best(open, score, cues) : ([...votes.keys()].find((id) => id !== 'other') ?? 'other');
}

/** The category with the highest score; of several, the likeliest by the name. */
function best(ids: readonly string[], score: (id: string) => number, cues: ReadonlyMap<string, Cues>): string {
  const shareOf = (id: string): number => Math.max(MIN_TIE, cues.get(id)?.share ?? 0);
  const [first = 'other'] = [...ids].sort(
    (one, other) =>
      score(other) - score(one) || shareOf(other) - shareOf(one) || (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0),
  );
  return first;
}

function cuesOf(name: string): ReadonlyMap<string, Cues> {
  const words = tokenizeWords(name);
  const { scores } = matchCategories(words, 0, words.length);
  const odds = categoryOdds(words, 0, words.length, COMPLAINT);
  return new Map(
    MODEL_CATEGORIES.map((id, index): [string, Cues] => {
      const cue = scores.find((one) => one.id === id);
      const share = toProbability(odds[index] ?? 0);
      return [id, { cued: cue !== undefined, clear: cue?.sure === true && share >= MIN_CLEAR, share }];
    }),
  );
}
