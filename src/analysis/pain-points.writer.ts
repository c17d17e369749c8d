import { FRUSTRATION_TIERS, type FrustrationTier, type TextAnalysis, type SignalType } from './analysis.types.js';
import { categoryName } from './lexicon/taxonomy.js';
import { toProbability } from './model/linear.model.js';
import { type PainSentence } from './pain.finder.js';
import { categoryOfSentence } from './themes/families/family.chooser.js';
import { type SentenceFrames } from './themes/families/frame.reader.js';
import { type Language } from './text/language.detector.js';
import { type ParsedSentence, type ParsedText } from './text/parsed.text.js';

const MAX_ITEMS = 4;
const MAX_EVIDENCE = 3;

/** A painful sentence, and the kinds of failure that it names. */
export interface FramedPain extends PainSentence {
  frames: SentenceFrames;
}

interface PainsToDescribe {
  pains: readonly FramedPain[];
  parsed: ParsedText;
  language: Language;
  /** Word positions of the phrases about leaving; empty if the writer stays. */
  leaving: readonly { start: number; end: number }[];
  tier: FrustrationTier;
  problem: boolean;
  request: boolean;
}

/** Describes the pains of a review: each with its severity, the category that a report gives it, and verbatim evidence. */
export function describePains(found: PainsToDescribe): TextAnalysis {
  const items: TextAnalysis['items'] = [];
  for (const { sentence, score, categories, frames } of found.pains) {
    const theme = categoryName(categoryOfSentence({ frames, categories, language: found.language }));
    if (items.length >= MAX_ITEMS || items.some((item) => item.theme === theme)) continue;
    const severity = severityOf(score, found.tier);
    items.push({ theme, severity, quote: sentence.slice, confidence: Math.round(toProbability(score) * 100) / 100 });
  }
  const signals = found.leaving.map(({ start }) => sentenceAt(found.parsed, start)?.slice);
  const evidence = [...new Set(signals.filter((slice) => slice !== undefined))].slice(0, MAX_EVIDENCE);
  return {
    summary: summarize(
      items.map((item) => item.theme),
      evidence.length > 0,
      found.request && !found.problem,
    ),
    items,
    buying_signals: evidence.map((slice) => ({ type: 'switching', evidence: slice })),
    reason: reasonOf(found, evidence.length > 0),
  };
}

/** Describes the buying need of a post, in the same shape. */
export function describeIntent(
  type: SignalType,
  evidence: readonly string[],
  pains: TextAnalysis['items'],
): TextAnalysis {
  const quoted = [...new Set(evidence)].slice(0, MAX_EVIDENCE);
  const { summary, reason } = INTENT_TEXTS[type];
  return {
    summary,
    items: pains,
    buying_signals: type === 'none' ? [] : quoted.map((slice) => ({ type, evidence: slice })),
    reason,
  };
}

const LEAVING = 'Says that they leave, look for something else or prefer another product.';

const INTENT_TEXTS: Record<SignalType, Pick<TextAnalysis, 'summary' | 'reason'>> = {
  purchase_intent: { summary: 'Wants to buy.', reason: 'Says that they want to buy a product.' },
  recommendation_request: { summary: 'Asks for a recommendation.', reason: 'Asks which product to use.' },
  unmet_need: { summary: 'Needs what no product offers.', reason: 'Says that no product does what they need.' },
  switching: { summary: 'Wants to switch.', reason: LEAVING },
  none: { summary: 'No buying need is named.', reason: 'Says nothing about buying, seeking or switching.' },
};

/** The sentence that contains a word position. */
export function sentenceAt(parsed: ParsedText, position: number): ParsedSentence | undefined {
  return parsed.sentences.find(({ from, to }) => position >= from && position < to);
}

/** A sentence has the severity of its review, or one tier less if its own score is low. */
function severityOf(score: number, tier: FrustrationTier): FrustrationTier {
  const place = FRUSTRATION_TIERS.indexOf(tier);
  return FRUSTRATION_TIERS[score < 0.5 ? Math.max(0, place - 1) : place] ?? tier;
}

/** The complaint or request of a review, in one or two sentences. */
export function summarize(themes: readonly string[], leaving: boolean, requestOnly: boolean): string {
  const departure = leaving ? ' The writer is leaving or looks elsewhere.' : '';
  if (!themes.length) return `No pain is named.${departure}`;
  const verb = requestOnly ? 'Asks for a change in' : 'Complains about';
  return `${verb} ${joinNames(themes)}.${departure}`;
}

function joinNames(names: readonly string[]): string {
  const lower = names.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  return lower.length > 1 ? `${lower.slice(0, -1).join(', ')} and ${lower.at(-1) ?? ''}` : (lower[0] ?? '');
}

/** Why a review is or is not worth a look, in one sentence. */
export function reasonOf(found: Pick<PainsToDescribe, 'problem' | 'request' | 'tier'>, leaving: boolean): string {
  if (leaving) return LEAVING;
  if (found.problem) return `Names a problem with ${found.tier} frustration.`;
  return found.request ? 'Asks for something the product lacks.' : 'Names no problem.';
}
