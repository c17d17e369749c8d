import { leavingHits, findSignals } from '../review.signals.js';
import { parseText } from '../text/parsed.text.js';
import { arrivesAt } from './title.departures.js';

const leaves = (text: string): boolean => {
  const parsed = parseText(null, text);
  return leavingHits(findSignals(parsed), parsed.words).length > 0;
};

describe('a writer', () => {
  it.each([
    'Uninstalled it.',
    'We cancelled our subscription.',
    'We have left it.',
    'We’ve chosen Boardly.',
    'We have signed with Boardly.',
    'I am switching to another app.',
    'I want to unsubscribe.',
    'They make it impossible to unsubscribe.',
  ])('leaves with the words %j', (text) => {
    expect(leaves(text)).toBe(true);
  });

  it.each([
    'Better remove it.',
    'I would uninstall it.',
    'It crashes when switching to another app.',
    'You can cancel any time.',
    'Uninstalling, restarting and installing did not help.',
    'Unless you use another app, it closes.',
  ])('does not leave with the words %j', (text) => {
    expect(leaves(text)).toBe(false);
  });

  it.each([
    ['I switched to Boardly from Kanbanica.', true],
    ['I love Boardly, and would rather use Boardly than Kanbanica.', true],
    ['Boardly is much better than Kanbanica.', true],
    ['I switched from Boardly to Kanbanica.', false],
    ['I stopped using Boardly.', false],
  ])('who says %j has come to Boardly: %s', (text, arrives) => {
    expect(arrivesAt(text, 'Boardly')).toBe(arrives);
  });
});
