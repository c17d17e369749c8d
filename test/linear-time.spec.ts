import { findEmails } from '#analysis/contacts/email.finder.js';
import { splitSentences } from '#analysis/text/sentence.splitter.js';
import { scrub } from '#platform/logging/scrub.js';

/** The longest text that an import accepts. */
const LONGEST = 100_000;
/** Linear readers take a few milliseconds; quadratic ones take minutes. */
const MAX_CPU_MS = 2_000;
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

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('an untrusted text takes linear time', () => {
  it.each<[reader: string, read: (text: string) => unknown]>([
    ['in the splitter of sentences', splitSentences],
    ['in the search for addresses', findEmails],
    ['in the scrubber of log lines', scrub],
  ])('%s, for any repeated character', (_, read) => {
    const slow = [...RUNS, ...PAIRS].filter((unit) => {
      const text = unit.repeat(Math.floor(LONGEST / unit.length));
      return cpuOf(() => read(`${text}x`)) > MAX_CPU_MS;
    });
    expect(slow).toEqual([]);
  });
});
