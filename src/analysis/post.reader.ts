import { type PostFinding, type PostText, type SignalType } from './analysis.types.js';
import { type IntentKind } from './model/feature.layout.js';
import { type Heads, scoreVector, toProbability } from './model/linear.model.js';
import { describeIntent, sentenceAt } from './pain-points.writer.js';
import { countIntents, type IntentCounts, intentRule } from './post.signals.js';
import { readReview } from './review.reader.js';
import { findSignals, leavingHits } from './review.signals.js';
import { type ParsedText, parseText } from './text/parsed.text.js';
import { MAX_SENTENCE_LENGTH, splitSentences } from './text/sentence.splitter.js';
import { forumVector, networkVector } from './text.vectors.js';

/** Only the beginning of a post is read, to the end of a sentence: a need is stated early, and the rest is often a story. */
const MAX_CHARACTERS = 700;
/** A post with fewer words than the minimum gets the log-odds of a post that asks for nothing. */
const MIN_WORDS = 2;
const NO_WORDS_ODDS = -4;

/** Subtracted from the score of the forum head. Chosen on the labeled posts by cross-validation, for the best F1. */
const FORUM_OFFSET = 0.2;
/** How the cue rule adjusts the score of a forum post; a rule score of `middle` has no effect. */
const FORUM_RULE = { share: 0.6, middle: 1.2, max: 1 };
/** The forum head is mixed in because the network training set is small. Tuned on held-out tweets. */
const NETWORK_MIX = { network: 0.75, forum: 0.15, maxForum: 2, offset: 0.2 };

/**
 * Weights of the signal types; the type with the highest sum is assigned. Set by hand on weakly labeled posts
 * ("weak needs, type right"): `whole` per logarithm of the count, `early` per hit in the first words.
 */
const RECOMMENDATION = { base: 0.3, whole: 1.2, early: 0.5, question: 0.8, own: 0.3 };
const UNMET_NEED = { base: 0.3, early: 0.6, hypothesis: 0.5, opensWithThing: 0.9 };
const SWITCHING = { whole: 1.1, early: 0.6, leaving: 0.8 };
const PURCHASE = { network: { whole: 0.9, base: 0.6 }, forum: { whole: 0.3, base: 0 } };

const KINDS: Record<Exclude<SignalType, 'none'>, IntentKind[]> = {
  recommendation_request: ['recommend', 'seek'],
  unmet_need: ['unmet'],
  switching: ['switching'],
  purchase_intent: ['buy', 'seek'],
};

/** Reads one post. The result depends only on the post and the weights. */
export function readPost(post: PostText, heads: Heads): PostFinding {
  const text = beginningOf(post.text);
  const parsed = parseText(null, text);
  const intents = countIntents(parsed.words);
  const leaving = leavingHits(findSignals(parsed), parsed.words);
  const leaves = leaving.length > 0;
  const odds = parsed.wordCount < MIN_WORDS ? NO_WORDS_ODDS : buyingOdds(post, parsed, intents, heads);
  const buyingSignal = odds > 0;
  const type = buyingSignal ? bestType(intents, leaves, post.source) : leaves ? 'switching' : 'none';
  const reading = readReview({ id: post.id, text, title: null, rating: null, publishedAt: null }, heads);
  const kinds = type === 'none' ? [] : KINDS[type];
  const stated = intents.evidence.filter(({ kind }) => kinds.includes(kind));
  const evidence = [...stated, ...(type === 'switching' ? leaving : [])]
    .sort((one, other) => one.start - other.start)
    .map(({ start }) => sentenceAt(parsed, start)?.slice)
    .filter((slice) => slice !== undefined);
  const first = parsed.sentences[0]?.slice;
  return {
    id: post.id,
    buyingSignal,
    score: Math.round(toProbability(odds) * 1000) / 1000,
    type,
    sentiment: reading.sentiment,
    frustrationTier: reading.frustrationTier,
    painPoints: describeIntent(
      type,
      evidence.length || first === undefined ? evidence : [first],
      // A post that asks about a problem does not have it.
      reading.painPoints.items.filter(({ quote }) => !quote.trimEnd().endsWith('?')),
    ),
  };
}

function buyingOdds(post: PostText, parsed: ParsedText, intents: IntentCounts, heads: Heads): number {
  const forum = scoreVector(forumVector(parsed), heads.forum) - FORUM_OFFSET;
  if (post.source === 'forum') {
    return forum + FORUM_RULE.share * clamp(intentRule(intents) - FORUM_RULE.middle, FORUM_RULE.max);
  }
  const network = scoreVector(networkVector(parsed.words, intents), heads.network);
  return NETWORK_MIX.network * network + NETWORK_MIX.forum * clamp(forum, NETWORK_MIX.maxForum) + NETWORK_MIX.offset;
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

function bestType(
  { whole, early, asksEarly, opensWithThing }: IntentCounts,
  leaving: boolean,
  source: PostText['source'],
): SignalType {
  const damped = (kind: IntentKind): number => Math.log1p(whole[kind]);
  const asks =
    RECOMMENDATION.whole * (damped('recommend') + damped('seek')) +
    RECOMMENDATION.early * (early.recommend + early.seek);
  const describes = damped('unmet') + UNMET_NEED.early * early.unmet + UNMET_NEED.hypothesis * damped('hypothesis');
  const leaves = SWITCHING.whole * damped('switching') + SWITCHING.early * early.switching;
  const asking = asksEarly ? RECOMMENDATION.question : 0;
  const buying = PURCHASE[source];
  const scores: [SignalType, number][] = [
    ['recommendation_request', RECOMMENDATION.base + asks + asking + RECOMMENDATION.own * damped('own')],
    ['unmet_need', UNMET_NEED.base + describes + (opensWithThing ? UNMET_NEED.opensWithThing : 0)],
    ['switching', leaves + (leaving ? SWITCHING.leaving : 0)],
    ['purchase_intent', buying.whole * damped('buy') + buying.base],
  ];
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function beginningOf(text: string): string {
  // Half of a surrogate pair is not a character.
  const most = text.slice(0, MAX_CHARACTERS + MAX_SENTENCE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  let end = 0;
  for (const sentence of splitSentences(most)) {
    end = most.indexOf(sentence, end) + sentence.length;
    if (end >= MAX_CHARACTERS) break;
  }
  return most.slice(0, end);
}
