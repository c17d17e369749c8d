import {
  type PainPointsAnalysis,
  type PostFinding,
  type PostText,
  type ReviewFinding,
  type ReviewText,
} from './analysis.types.js';
import { CATEGORIES, categoryName } from './lexicon/taxonomy.js';
import { type PostAnswer, type ReviewAnswer } from './llm.answers.js';
import { tierOf } from './frustration.tier.js';
import { isSpoken } from './text/parsed.text.js';
import { type Complaint } from './themes/theme.types.js';

const MOST_QUOTES = 3;
const MOST_CATEGORIES = 4;
const SHORTEST_QUOTE = 3;
const LONGEST_QUOTE = 500;
/** Keeps log-odds finite. */
const SUREST = 0.99;
const UNSURE = 0.5;
/** A post's score from which it is a buying signal, and the most that one without evidence shows. */
const SIGNAL_SCORE = 0.5;
const NO_SIGNAL_SCORE = 0.49;
const KNOWN = new Map(CATEGORIES.map(({ id, name }) => [name, id]));

/** A pain of the model's answer that was found in the text. */
interface ShownPain {
  category: string;
  quote: string;
  confidence: number;
}

/** What stands of the model's answer to one review: the finding, and the complaints a report keeps of it. */
export interface CheckedReview {
  finding: ReviewFinding;
  complaints: Complaint[];
}

/** Keeps of an answer what the model can show: pains and leaving count only with a verbatim quote. */
export function checkReview(answer: ReviewAnswer, review: ReviewText): CheckedReview {
  const pains: ShownPain[] = answer.pains
    .filter(({ quote }) => isVerbatim(quote, review.text))
    .map(({ category, quote, confidence }) => ({ category: knownCategory(category), quote: quote.trim(), confidence }));
  const leaving = answer.switching_evidence
    .filter((quote) => isVerbatim(quote, review.text))
    .map((quote) => quote.trim());
  const problem = answer.problem && pains.length > 0;
  const request = answer.request && pains.length > 0;
  const switching = answer.switching && leaving.length > 0;
  const frustrationTier = tierOf(answer.frustration_score);
  const named = problem || request ? pains : [];
  const finding: ReviewFinding = {
    id: review.id,
    problem,
    problemScore: answer.problem_score,
    request,
    requestScore: answer.request_score,
    sentiment: answer.sentiment,
    frustrationTier,
    frustrationScore: answer.frustration_score,
    categories: [...new Set(named.map(({ category }) => category))].slice(0, MOST_CATEGORIES),
    switching,
    quotes: [...new Set(named.map(({ quote }) => quote))].slice(0, MOST_QUOTES),
    isOpportunity: switching || (problem && (frustrationTier === 'high' || frustrationTier === 'critical')),
    painPoints: {
      summary: summaryOf(
        named.map(({ category }) => category),
        switching,
      ),
      items: named.map(({ category, quote, confidence }) => ({
        theme: categoryName(category),
        severity: frustrationTier,
        quote,
        confidence,
      })),
      buying_signals: switching ? [...new Set(leaving)].map((evidence) => ({ type: 'switching', evidence })) : [],
      competitors_mentioned: namedIn(answer.competitors, review.text),
      reason: switching
        ? 'Says that they leave or prefer another product.'
        : problem
          ? 'Names a problem.'
          : 'Names no problem.',
    },
  };
  return { finding, complaints: finding.categories.map((id) => complaintOf(id, named, frustrationTier)) };
}

/** A finding for a post: a signal without verbatim evidence is none. */
export function checkPost(answer: PostAnswer, post: PostText): PostFinding {
  const evidence = [
    ...new Set(answer.evidence.filter((quote) => isVerbatim(quote, post.text)).map((quote) => quote.trim())),
  ];
  const type = evidence.length ? answer.type : 'none';
  const buyingSignal = type !== 'none' && answer.score >= SIGNAL_SCORE;
  const painPoints: PainPointsAnalysis = {
    summary: type === 'none' ? 'No buying need is named.' : 'The writer looks for something to buy or replace.',
    items: [],
    buying_signals: type === 'none' ? [] : evidence.map((quote) => ({ type, evidence: quote })),
    competitors_mentioned: namedIn(answer.competitors, post.text),
    reason: type === 'none' ? 'No evidence of a buying need.' : 'Verbatim evidence of a buying need.',
  };
  return {
    id: post.id,
    buyingSignal,
    score: type === 'none' ? Math.min(answer.score, NO_SIGNAL_SCORE) : answer.score,
    type,
    sentiment: answer.sentiment,
    frustrationTier: tierOf(answer.frustration_score),
    painPoints,
  };
}

/** The first pain of a category, with the model's confidence as log-odds. */
function complaintOf(categoryId: string, pains: readonly ShownPain[], tier: Complaint['tier']): Complaint {
  const pain = pains.find(({ category }) => category === categoryId);
  const confidence = Math.min(SUREST, Math.max(1 - SUREST, pain?.confidence ?? UNSURE));
  return { categoryId, slice: pain?.quote ?? '', pain: Math.log(confidence / (1 - confidence)), tier };
}

function isVerbatim(quote: string, text: string): boolean {
  const trimmed = quote.trim();
  return (
    trimmed.length >= SHORTEST_QUOTE && trimmed.length <= LONGEST_QUOTE && isSpoken(trimmed) && text.includes(trimmed)
  );
}

/** A category id, or one given by its name; anything else is `other`. */
function knownCategory(category: string): string {
  if (CATEGORIES.some(({ id }) => id === category)) return category;
  return KNOWN.get(category) ?? 'other';
}

function namedIn(names: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name && lower.includes(name.toLowerCase()));
}

function summaryOf(categories: readonly string[], switching: boolean): string {
  const names = [...new Set(categories)].map((id) => categoryName(id).toLowerCase());
  const pains = names.length ? `Complains about ${names.join(', ')}.` : 'No pain is named.';
  return switching ? `${pains} The writer is leaving or looks elsewhere.` : pains;
}
