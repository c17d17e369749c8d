import { VULGAR_WORDS } from '../lexicon/problem.words.js';
import { type Mention } from './theme.types.js';

/** The best length of a quote in characters. */
const BEST_LENGTH = { from: 40, to: 160 };
/** A sentence of this length without an end mark was cut. */
const CUT_LENGTH = 240;
/** A sentence that names more problems is a list of complaints. */
const FEW_PROBLEMS = 2;
/** Subtracted from a clarity of 1. Set by hand. */
const LOSSES = {
  length: 0.5,
  problem: 0.15,
  problems: 0.45,
  shout: 0.5,
  marks: 0.1,
  cut: 0.3,
  link: 0.15,
  question: 0.25,
  vulgar: 0.4,
  unsaid: 0.3,
  doubt: 0.65,
  mild: 0.25,
};
/** A sentence with at least this share of capitals counts as shouting. */
const SHOUTING = { share: 0.5, letters: 12 };
const LINKING_START = /^(?:and|but|because|so|which|then|or|also|plus|than)\b/i;
/** The problem is feared, rare, or others have it: "if it crashes", "rarely crashes", "reviews say it crashes". */
const DOUBT =
  /\b(?:if (?:it|they)|worr(?:y|ied)|afraid|in case|prepared to|hardly ever|never had|rarely|seldom|used to be|wouldn['’]?t say|(?:reviews?|people|others) says?)\b/i;
/** The problem is small, or over soon. */
const MILD = /\b(?:a (?:bit|little)|but once|minor|slightly)\b/i;
const MARKS = /[!?]{2,}|\.{4,}/;

/**
 * How well a sentence states its problem to a reader who sees nothing else of the review, from 0 to 1: it gives the name of the
 * theme, has a readable length, is complete and calm, and is neither a question nor a list of complaints.
 */
export function clarityOf({ complaint: { slice }, says, problems = 0 }: Mention): number {
  const words = slice.toLowerCase().split(/[^a-z]+/);
  const losses = [
    LOSSES.length * (1 - lengthScore(slice.length)),
    Math.min(LOSSES.problems, LOSSES.problem * Math.max(0, problems - FEW_PROBLEMS)),
    isShouting(slice) ? LOSSES.shout : 0,
    MARKS.test(slice) ? LOSSES.marks : 0,
    slice.length >= CUT_LENGTH && !/[.!?…]["'”’)]*$/.test(slice) ? LOSSES.cut : 0,
    LINKING_START.test(slice) ? LOSSES.link : 0,
    slice.endsWith('?') ? LOSSES.question : 0,
    words.some((word) => VULGAR_WORDS.has(word)) ? LOSSES.vulgar : 0,
    DOUBT.test(slice) ? LOSSES.doubt : 0,
    MILD.test(slice) ? LOSSES.mild : 0,
    says === false ? LOSSES.unsaid : 0,
  ];
  return Math.max(0, 1 - losses.reduce((sum, loss) => sum + loss, 0));
}

function lengthScore(length: number): number {
  if (length < BEST_LENGTH.from) return length / BEST_LENGTH.from;
  return length <= BEST_LENGTH.to ? 1 : BEST_LENGTH.to / length;
}

function isShouting(slice: string): boolean {
  const letters = slice.match(/\p{L}/gu)?.length ?? 0;
  const capitals = slice.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= SHOUTING.letters && capitals >= SHOUTING.share * letters;
}
