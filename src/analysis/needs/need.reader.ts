import { clipped } from '#platform/text/clipped.text.js';
import { DENIES, type Need, NEEDS, OFFERS_PRIZE, OTHER_NEED, STATES } from './need.patterns.js';
import { inOneLine } from '#platform/text/one-line.text.js';

/** Evidence may be a long text without any full stop. */
const MAX_CHARACTERS = 400;

/**
 * The firmest need that one of the sentences states, or null. "My phone came and I'm so excited!" states no need. Takes
 * linear time.
 */
export function statedNeedIn(evidence: readonly string[]): Need | null {
  const sentences = evidence.map((text) => inOneLine(clipped(text, MAX_CHARACTERS)));
  return NEEDS.find((need) => sentences.some((sentence) => states(need, sentence))) ?? null;
}

function states(need: Need, sentence: string): boolean {
  if (!STATES[need].test(sentence) || OFFERS_PRIZE.test(sentence) || OTHER_NEED.test(sentence)) return false;
  return need === 'alternative' || need === 'recommendation' || !DENIES.test(sentence);
}
