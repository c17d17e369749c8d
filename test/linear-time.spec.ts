import { findEmails } from '#analysis/contacts/email.finder.js';
import { splitSentences } from '#analysis/text/sentence.splitter.js';
import { scrub } from '#platform/logging/scrub.js';
import { growsFasterThanText } from './support/growth.js';

/** The longest text that an import accepts. */
const LONGEST = 100_000;
const RUNS = [
  'a',
  'A',
  '0',
  ' ',
  '\n',
  '\t',
  '.',
  '!',
  '…',
  '"',
  '”',
  "'",
  ')',
  '-',
  '/',
  ':',
  '@',
  '=',
  '&',
  '?',
  '\\',
];
const PAIRS = [
  'a.',
  'a ',
  '. ',
  'a@',
  '@.',
  'a-',
  'token-',
  '"token":',
  '://a:',
  '&key=',
  'a (at) ',
  '+1 ',
  '.)',
  '?"',
];

describe('an untrusted text takes linear time', () => {
  it.each<[reader: string, read: (text: string) => unknown]>([
    ['in the splitter of sentences', splitSentences],
    ['in the search for addresses', findEmails],
    ['in the scrubber of log lines', scrub],
  ])('%s, for any repeated character', (_, read) => {
    const slow = [...RUNS, ...PAIRS].filter((unit) =>
      growsFasterThanText((length) => read(`${unit.repeat(Math.floor(length / unit.length))}x`), LONGEST),
    );
    expect(slow).toEqual([]);
  });
});
