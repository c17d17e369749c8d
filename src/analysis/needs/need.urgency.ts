import { splitSentences } from '../text/sentence.splitter.js';
import { HURRY, MONTH, TERM } from './need.patterns.js';
import { statedNeedIn } from './need.reader.js';

const MONTHS_OF_A_YEAR = 12;
/** A month that is further ahead is rather one of the past. */
const MAX_MONTHS_AHEAD = 6;

/**
 * The words that show haste, verbatim, or null. They count only in a sentence that states a need or the end of a contract.
 * A month counts only if it follows the date of the text: "stopped working in March" is no haste. Takes linear time.
 * @param publishedAt the date of the text, null if it has none
 */
export function urgencyIn(text: string, publishedAt: Date | null): string | null {
  for (const sentence of splitSentences(text)) {
    const words = HURRY.exec(sentence)?.[0];
    if (words === undefined || !isAhead(words, publishedAt)) continue;
    if (TERM.test(sentence) || statedNeedIn([sentence]) !== null) return words;
  }
  return null;
}

/** Whether the words name no month, or one that follows the date of the text. */
function isAhead(words: string, publishedAt: Date | null): boolean {
  const name = MONTH.exec(words)?.[0];
  if (name === undefined) return true;
  if (publishedAt === null) return false;
  const month = new Date(`${name} 1, 2000 UTC`).getUTCMonth();
  const ahead = (month - publishedAt.getUTCMonth() + MONTHS_OF_A_YEAR) % MONTHS_OF_A_YEAR;
  return ahead > 0 && ahead <= MAX_MONTHS_AHEAD;
}
