import type { BulkItemView } from '#workspace/bulk/bulk-jobs.operations.js';
import { unlocksMessage } from './unlock.messages.js';

type Item = Pick<BulkItemView, 'data' | 'error'>;

const [FOUND, MISSING]: Item[] = [{ data: { found: true } }, { data: { found: false } }];
const REFUSED: Item = { error: { code: 'payment_required', message: 'Not enough credits' } };

describe('the outcome of several unlocks', () => {
  it.each<[string, (Item | undefined)[]]>([
    ['Unlocked: 2.', [FOUND, FOUND]],
    ['Nothing was found for 1, which cost nothing.', [MISSING]],
    ['Unlocked: 1. Nothing was found for 1, which cost nothing.', [FOUND, MISSING]],
    ['1 of 1 could not be unlocked: Not enough credits.', [REFUSED]],
    ['Unlocked: 1. 2 of 3 could not be unlocked: Not enough credits.', [FOUND, REFUSED, REFUSED]],
    ['Unlocked: 1. 1 of 2 could not be unlocked: The unlocks were stopped.', [FOUND, {}]],
  ])('says "%s"', (text, items) => {
    expect(unlocksMessage(items as Item[])).toBe(text);
  });
});
