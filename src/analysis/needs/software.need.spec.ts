import { growsFasterThanText } from '../../../test/support/growth.js';
import type { Need } from './need.patterns.js';
import { softwareOddsOf } from './software.need.js';

const oddsOf = (text: string, need: Need = 'recommendation') =>
  softwareOddsOf({ text, need, evidence: text.split('\n').slice(-1) });

describe('a need is more likely one for software', () => {
  it.each([
    'Is there an app that scans receipts?',
    'Looking for CRM software\nAny recommendations?',
    'Web based time tracking\nIs there a tool for small teams?',
  ])('in %j', (text) => {
    expect(oddsOf(text)).toBeGreaterThan(0);
  });

  it.each([
    ['about a device', 'Best laptop and monitor for college\nAny recommendations?', 'recommendation'],
    ['about goods', 'Why are brass fittings so common?\nAre there cheaper alternatives to metal?', 'alternative'],
    ['about a person', 'Need an attorney to review a contract\nCan anyone recommend one?', 'recommendation'],
    ['about books', 'Good marketing books?\nAny suggestions?', 'recommendation'],
    ['about what the writer made', 'I built a music player\nAny suggestions?', 'recommendation'],
    ['of a purchase that names nothing', 'So tempted\nShould I buy it?', 'consideration'],
  ] as const)('and less likely in a post %s: %j', (_, text, need) => {
    expect(oddsOf(text, need)).toBeLessThan(0);
  });

  it.each(['a tool ', 'laptop ', 'i built ', 'my ', 'looking for ', '\n'])(
    'and is read in linear time from a repeated %j',
    (words) => {
      const read = (length: number) => oddsOf(words.repeat(length / words.length));
      expect(growsFasterThanText(read, 100_000)).toBe(false);
    },
  );
});
