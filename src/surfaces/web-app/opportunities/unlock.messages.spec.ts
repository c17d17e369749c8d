import type { UnlockedContact } from '#workspace/unlocks/unlocked-contact.dto.js';
import { unlocksMessage } from './unlock.messages.js';

const outcome = (found: boolean): UnlockedContact => ({ found }) as UnlockedContact;
const [FOUND, MISSING] = [outcome(true), outcome(false)];

describe('the outcome of several unlocks', () => {
  it.each([
    ['Unlocked: 2.', [FOUND, FOUND], 2, null],
    ['Nothing was found for 1, which cost nothing.', [MISSING], 1, null],
    ['Unlocked: 1. Nothing was found for 1, which cost nothing.', [FOUND, MISSING], 2, null],
    ['The contact could not be unlocked: no credit.', [], 1, 'no credit'],
    ['Contact 1 of 2 could not be unlocked: no credit. The last one was not tried.', [], 2, 'no credit'],
    [
      'Unlocked: 1. Contact 2 of 4 could not be unlocked: no credit. The last 2 were not tried.',
      [FOUND],
      4,
      'no credit',
    ],
    ['Unlocked: 1. Contact 2 of 2 could not be unlocked: no credit.', [FOUND], 2, 'no credit'],
  ])('says "%s"', (text, outcomes, total, fault) => {
    expect(unlocksMessage(outcomes, total, fault)).toBe(text);
  });
});
