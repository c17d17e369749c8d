import type { PainPointsAnalysis } from '../analysis.types.js';
import type { ContactMask } from './contact.mask.js';

/** The analysis with contact data hidden in all words of engine and writer. Quotes stay parts of the masked text. */
export const maskAnalysis = (analysis: PainPointsAnalysis, mask: ContactMask): PainPointsAnalysis => ({
  ...analysis,
  summary: mask(analysis.summary),
  items: analysis.items.map((item) => ({ ...item, theme: mask(item.theme), quote: mask(item.quote) })),
  buying_signals: analysis.buying_signals.map((signal) => ({ ...signal, evidence: mask(signal.evidence) })),
  reason: mask(analysis.reason),
});
