import { clipped } from '#platform/text/clipped.text.js';
import {
  DENIES,
  NAMES_DEVICE,
  NAMES_SOFTWARE,
  type Need,
  NEEDS,
  OFFERS_PRIZE,
  OTHER_NEED,
  STATES,
  WANTS_DEVICE,
} from './need.patterns.js';
import { inOneLine } from '#platform/text/one-line.text.js';

/** Evidence may be a long text without any full stop. */
const MAX_CHARACTERS = 400;
/** What a text is about is in its beginning. */
const BEGINNING = 250;

/**
 * The firmest need that one of the sentences states, or null. "My phone came and I'm so excited!" states no need. Takes
 * linear time.
 */
export function statedNeedIn(evidence: readonly string[]): Need | null {
  const sentences = evidence.map((text) => inOneLine(clipped(text, MAX_CHARACTERS)));
  return NEEDS.find((need) => sentences.some((sentence) => states(need, sentence))) ?? null;
}

/** Needs of a text that names a device and no software are about the device. Questions may be about software for it. */
const NEEDS_OF_DEVICES: readonly (Need | null)[] = ['leaving', 'purchase', 'consideration', 'gap'];

/** Whether a need of a text is one for a device. "Any ideas?" in a text that wants a phone asks for the phone. Takes linear time. */
export function isForDevice(need: Need | null, text: string): boolean {
  const beginning = inOneLine(clipped(text, BEGINNING));
  if (NAMES_SOFTWARE.test(beginning)) return false;
  return WANTS_DEVICE.test(beginning) || (NEEDS_OF_DEVICES.includes(need) && NAMES_DEVICE.test(beginning));
}

function states(need: Need, sentence: string): boolean {
  if (!STATES[need].test(sentence) || OFFERS_PRIZE.test(sentence) || OTHER_NEED.test(sentence)) return false;
  return need === 'alternative' || need === 'recommendation' || !DENIES.test(sentence);
}
