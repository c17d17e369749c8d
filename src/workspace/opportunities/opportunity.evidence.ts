import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import { BUDGET, SIZE } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { urgencyIn } from '#analysis/needs/need.urgency.js';
import type { Evidence } from './opportunity-score.dto.js';
import type { EvidenceKind } from './opportunity.vocabulary.js';

interface EvidenceSource {
  isReview: boolean;
  /** The text as it is shown. */
  text: string;
  analysis: PainPointsAnalysis;
  publishedAt: Date | null;
}

/** Verbatim parts of the text that show a need, a problem and their circumstances, each once, in their order. */
export function evidenceOf({ isReview, text, analysis, publishedAt }: EvidenceSource): Evidence[] {
  const { buying_signals: signals, items, competitors_mentioned: rivals } = analysis;
  const stated = signals.filter(({ evidence }) => statedNeedIn([evidence]) !== null);
  const found: [EvidenceKind, string | null | undefined][] = [
    ...(stated.length > 0 ? stated : signals).map(({ evidence }) => ['need', evidence] as [EvidenceKind, string]),
    ...items.map(({ quote }) => ['problem', quote] as [EvidenceKind, string]),
    ['deadline', urgencyIn(text, publishedAt)],
    // The price in a review is what the writer pays.
    ['budget', isReview ? null : BUDGET.exec(text)?.[0]],
    ['size', isReview ? null : SIZE.exec(text)?.[0]],
    ...rivals.map((name) => ['alternative', name] as [EvidenceKind, string]),
  ];
  const places = new Map<string, { kind: EvidenceKind; text: string; at: number }>();
  for (const [kind, words] of found) {
    const at = words ? text.indexOf(words) : -1;
    if (words && at >= 0 && !places.has(words)) places.set(words, { kind, text: words, at });
  }
  return [...places.values()]
    .sort((one, other) => one.at - other.at || other.text.length - one.text.length)
    .map(({ kind, text: words }) => ({ kind, text: words }));
}
