import { STOP_WORDS } from '../lexicon/stop.words.js';
import { toProbability } from '../model/linear.model.js';
import { isWord } from '../text/parsed.text.js';
import { stemWord } from '../text/word.stemmer.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { contentStems } from './problems/problem.namer.js';
import { clarityOf } from './quote.clarity.js';
import { isRecent, type Mention } from './theme.types.js';

const MAX_QUOTES = 5;
const SHORTLIST = 300;
const VARIETY = 0.7;
const SAME_WORDS = 0.6;
/** Weights of a quote's score: how surely it is about the theme, and how well it states the problem. Set by hand. */
const QUOTE_SHARES = { sure: 0.7, clarity: 0.3 };
/** Less clear quotes are taken only if the theme has fewer than two clear ones. */
const MIN_CLARITY = 0.4;
const ENOUGH_CLEAR = 2;

interface Candidate {
  mention: Mention;
  terms: ReadonlySet<string>;
  clarity: number;
  score: number;
}

/**
 * Picks up to five mentions (`limit`) to quote for a theme: clear, surely about it, and different from each other. No two are
 * from the same review, and one is recent if possible. Quotes with the words of the name come first, then those that say the problem:
 * others are taken only if there are none. `quoted` are the quotes of the report so far, as `quoteKey`.
 */
export function pickQuotes(
  mentions: readonly Mention[],
  newestDay: number | null,
  quoted: ReadonlySet<string> = new Set(),
  name: string | null = null,
  limit = MAX_QUOTES,
): Mention[] {
  const quotable = mentions.filter(({ complaint: { slice } }) => slice !== '' && !quoted.has(quoteKey(slice)));
  const words = contentStems(name ?? '');
  const naming = words.size ? quotable.filter(({ complaint }) => holdsAll(contentStems(complaint.slice), words)) : [];
  const saying = quotable.filter(({ says }) => says !== false);
  const best = naming.length ? naming : saying.length >= ENOUGH_CLEAR ? saying : quotable;
  const scored = best
    .map((mention): Candidate => {
      const clarity = clarityOf(mention);
      const score = QUOTE_SHARES.sure * toProbability(mention.odds) + QUOTE_SHARES.clarity * clarity;
      return { mention, terms: termsOf(mention.complaint.slice, words), clarity, score };
    })
    .sort(byScore);
  const clear = scored.filter(({ clarity }) => clarity >= MIN_CLARITY);
  const shortlist = (clear.length >= ENOUGH_CLEAR ? clear : scored).slice(0, SHORTLIST);
  const isFresh = ({ mention }: Candidate): boolean => isRecent(mention.record.day, newestDay);
  const chosen: Candidate[] = [];
  for (let next = bestOf(shortlist, chosen); next && chosen.length < limit; next = bestOf(shortlist, chosen)) {
    chosen.push(next);
  }
  if (limit > 1 && !chosen.some(isFresh)) {
    const kept = chosen.slice(0, limit - 1);
    const fresh = bestOf(clear.filter(isFresh), kept) ?? bestOf(scored.filter(isFresh), kept);
    if (fresh) return [...kept, fresh].map(({ mention }) => mention);
  }
  return chosen.map(({ mention }) => mention);
}

/** A quote without case, punctuation and space, to recognize the same quote of two reviews. */
export function quoteKey(slice: string): string {
  return tokenizeWords(slice).filter(isWord).join(' ') || slice;
}

function bestOf(pool: readonly Candidate[], chosen: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  let most = -Infinity;
  for (const candidate of pool) {
    const nearest = Math.max(0, ...chosen.map(({ terms }) => sharedWords(candidate.terms, terms)));
    const used = chosen.some(({ mention }) => mention.record.id === candidate.mention.record.id);
    if (used || nearest > SAME_WORDS) continue;
    const value = VARIETY * candidate.score - (1 - VARIETY) * nearest;
    if (value > most) [best, most] = [candidate, value];
  }
  return best;
}

/** The stems of a quote, without those of the theme's name, which all its quotes share. */
function termsOf(slice: string, named: ReadonlySet<string>): ReadonlySet<string> {
  const stems = tokenizeWords(slice)
    .filter((word) => isWord(word) && !STOP_WORDS.has(word))
    .map(stemWord);
  return new Set(stems.filter((stem) => !named.has(stem)));
}

function holdsAll(stems: ReadonlySet<string>, needed: ReadonlySet<string>): boolean {
  return [...needed].every((stem) => stems.has(stem));
}

function sharedWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (!left.size && !right.size) return 1;
  let both = 0;
  for (const term of left) if (right.has(term)) both++;
  return both / (Math.min(left.size, right.size) || 1);
}

function byScore(left: Candidate, right: Candidate): number {
  const difference = right.score - left.score;
  if (difference) return difference;
  const days = (right.mention.record.day ?? -Infinity) - (left.mention.record.day ?? -Infinity);
  if (days) return days;
  return left.mention.record.id < right.mention.record.id ? -1 : 1;
}
