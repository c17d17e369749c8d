import { type PostFinding, type PostText, type SignalType } from './analysis.types.js';
import { type Heads, scoreVector, toProbability } from './model/linear.model.js';
import { describeIntent, namedRivals, sentenceAt } from './pain-points.writer.js';
import { countIntents, type IntentCounts, intentRule } from './post.signals.js';
import { readReview } from './review.reader.js';
import { findSignals, isLeaving } from './review.signals.js';
import { parseText } from './text/parsed.text.js';
import { forumVector, networkVector } from './text.vectors.js';

/** A post says what it wants early; what follows is often a story. */
const READ_CHARACTERS = 700;
/** Cues decide where the words of a post do not; a score of the middle says nothing. */
const RULE_SHARE = 0.3;
const RULE_MIDDLE = 1.2;
/** Set so that asking posts are found as often as they are meant. */
const FORUM_OFFSET = 0.15;
const KINDS: Record<Exclude<SignalType, 'none'>, string[]> = {
  recommendation_request: ['recommend', 'seek'],
  unmet_need: ['unmet'],
  switching: ['switching'],
  purchase_intent: ['buy', 'seek'],
};

/** Reads one post; its result depends on nothing but the post and the weights. */
export function readPost(post: PostText, heads: Heads, rivals: readonly string[] = []): PostFinding {
  const parsed = parseText(null, cutSafely(post.text));
  const intents = countIntents(parsed.words);
  const leaving = isLeaving(findSignals(parsed));
  const odds = parsed.spokenWords < 2 ? -4 : buyingOdds(post, parsed.words, intents, heads);
  const buyingSignal = odds > 0;
  const type = buyingSignal ? bestType(intents, leaving, post.source) : leaving ? 'switching' : 'none';
  const reading = readReview(
    { id: post.id, text: cutSafely(post.text), title: null, rating: null, publishedAt: null },
    heads,
  );
  const kinds = type === 'none' ? [] : KINDS[type];
  const evidence = intents.evidence
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ start }) => sentenceAt(parsed, start)?.slice)
    .filter((slice) => slice !== undefined);
  const first = parsed.sentences[0]?.slice;
  return {
    id: post.id,
    buyingSignal,
    score: Math.round(toProbability(odds) * 1000) / 1000,
    type,
    sentiment: reading.finding.sentiment,
    frustrationTier: reading.finding.frustrationTier,
    painPoints: describeIntent(
      type,
      evidence.length || first === undefined ? evidence : [first],
      namedRivals(parsed, rivals),
      reading.finding.painPoints.items,
    ),
  };
}

function buyingOdds(post: PostText, words: readonly string[], intents: IntentCounts, heads: Heads): number {
  const forum = scoreVector(forumVector(words), heads.forum);
  if (post.source === 'forum')
    return forum + FORUM_OFFSET + RULE_SHARE * Math.max(-1, Math.min(1, intentRule(intents) - RULE_MIDDLE));
  const network = scoreVector(networkVector(words, intents), heads.network);
  return 0.75 * network + 0.25 * Math.max(-2, Math.min(2, forum)) + 0.4;
}

function bestType(intents: IntentCounts, leaving: boolean, source: PostText['source']): SignalType {
  const much = (name: string): number => Math.log1p(intents.whole[name] ?? 0);
  const early = (name: string): number => intents.head[name] ?? 0;
  const asks = 1.2 * (much('recommend') + much('seek')) + 0.5 * (early('recommend') + early('seek'));
  const describes = much('unmet') + 0.6 * early('unmet') + 0.5 * much('hypothesis');
  const leaves = 1.1 * much('switching') + 0.6 * early('switching');
  const scores: [SignalType, number][] = [
    ['recommendation_request', 0.3 + asks + (intents.asksEarly ? 0.8 : 0) + 0.3 * much('own')],
    ['unmet_need', 0.3 + describes + (intents.opensWithThing ? 0.9 : 0)],
    ['switching', leaves + (leaving ? 0.8 : 0)],
    ['purchase_intent', source === 'network' ? 0.9 * much('buy') + 0.6 : 0.3 * much('buy')],
  ];
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function cutSafely(text: string): string {
  const cut = text.slice(0, READ_CHARACTERS);
  const code = cut.charCodeAt(cut.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? cut.slice(0, -1) : cut;
}
