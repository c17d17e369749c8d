import { categoryOdds, likelyCategories } from './category.model.js';
import { assignCategories } from './category.matcher.js';
import { MODEL_CATEGORIES } from './model/category.weights.js';
import { toProbability } from './model/linear.model.js';
import { type PainSentence } from './pain.finder.js';
import { type ReviewScores } from './review.scores.js';
import { countSignals } from './review.signals.js';
import { type Language } from './text/language.detector.js';
import { type ParsedText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';

/**
 * A text of up to this many words is read as a whole. In a longer one, its painful sentences vote: the others are
 * mostly about something else.
 */
const SHORT_TEXT = 80;
const MAX_CATEGORIES = 4;

/**
 * How fast votes decrease with the place of a category in its sentence and with the rank of a sentence in its review.
 */
const PLACE_DECAY = 0.35;
const RANK_DECAY = 0.15;
/** A category with less than this share of the best category's votes is dropped. */
const MIN_VOTE = 0.3;
/**
 * A text complains mildly from this similarity to texts about business software, these log-odds of a problem, and this probability of its
 * best category. The last two were chosen on 110 labeled answers.
 */
const MILD = { business: 0.5, problemOdds: -1.5, category: 0.5 };

/**
 * The categories of a review, best first, and those of its painful sentences, which are set. In English, models decide; in other
 * languages, the cues of the lexicon. Every category of the review is one of a sentence, if there is any.
 */
export function categorizePains(
  pains: readonly PainSentence[],
  parsed: ParsedText,
  scored: ReviewScores,
  { language, isBusiness }: { language: Language; isBusiness: boolean },
): string[] {
  if (language !== 'en' && language !== 'und') {
    const isWish = scored.request && !scored.problem;
    const assign = (from: number, to: number): string[] => assignCategories(parsed.words, from, to, isWish);
    for (const pain of pains) pain.categories = assign(pain.sentence.from, pain.sentence.to);
    const voted = voteCategories(pains);
    return voted.length ? voted : assign(0, parsed.words.length);
  }
  const odds = pains.map(({ sentence }) => categoryOdds(parsed.words, sentence.from, sentence.to, scored));
  pains.forEach(
    (pain, index) => (pain.categories = likelyCategories(odds[index] ?? new Float64Array(), { alone: false })),
  );
  if (parsed.wordCount > SHORT_TEXT && pains.some((pain) => pain.categories.length)) return voteCategories(pains);
  const [only] = odds;
  const whole =
    only && parsed.sentences.length === 1 ? only : categoryOdds(parsed.words, 0, parsed.words.length, scored);
  const categories = likelyCategories(whole, { alone: true, isBusiness });
  for (const id of categories) if (!pains.some((pain) => pain.categories.includes(id))) addToBest(id, pains, odds);
  return categories;
}

/**
 * The categories of an English business text that is not flagged, best first, if it complains mildly ("it takes a while to learn"): it
 * has a word of blame, a wish or a contrast, and a category is likely. Reviewers of business software are polite.
 */
export function mildCategories(
  { words }: ParsedText,
  hits: readonly PhraseHit[],
  scored: ReviewScores,
  language: Language,
): string[] {
  if (language !== 'en' || scored.problem) return [];
  if (scored.business < MILD.business || scored.problemOdds < MILD.problemOdds) return [];
  const { blame, problem, praiseDenied, request, contrast } = countSignals(words, hits, 0, words.length, 0);
  if (blame + problem + praiseDenied + request + contrast === 0) return [];
  const odds = categoryOdds(words, 0, words.length, scored);
  return toProbability(Math.max(...odds)) < MILD.category ? [] : likelyCategories(odds, { alone: true });
}

/** Adds a category to the sentence that most likely names it; a title only if there is no other sentence. */
function addToBest(id: string, pains: readonly PainSentence[], odds: readonly Float64Array[]): void {
  const category = MODEL_CATEGORIES.indexOf(id);
  const oddsOf = (index: number): number =>
    (odds[index]?.[category] ?? -Infinity) - (pains[index]?.sentence.isTitle ? 100 : 0);
  const best = pains.reduce((found, _pain, index) => (oddsOf(index) > oddsOf(found) ? index : found), 0);
  pains[best]?.categories.push(id);
}

/** The review's categories, by the votes of its painful sentences; the most painful sentences have the most weight. */
function voteCategories(pains: readonly PainSentence[]): string[] {
  const votes = new Map<string, number>();
  pains.forEach(({ categories }, rank) =>
    categories.forEach((id, place) =>
      votes.set(id, (votes.get(id) ?? 0) + 1 / (1 + place * PLACE_DECAY) / (1 + rank * RANK_DECAY)),
    ),
  );
  const ranked = [...votes].sort((left, right) => right[1] - left[1]);
  const best = ranked[0]?.[1] ?? 0;
  return ranked
    .slice(0, MAX_CATEGORIES)
    .filter(([, vote]) => vote >= MIN_VOTE * best)
    .map(([id]) => id);
}
