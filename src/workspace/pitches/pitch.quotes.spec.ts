import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { PITCH_CHANNELS, type PitchBrief } from './pitch.types.js';
import { quotesOf, tidy } from './pitch.quotes.js';
import { growsFasterThanText } from '../../../test/support/growth.js';

const MAX_TEXT_LENGTH = 100_000;

const briefOf = (text: string): PitchBrief => ({
  channels: PITCH_CHANNELS,
  features: null,
  sender: UNKNOWN_SENDER,
  source: 'forum',
  platform: null,
  community: null,
  product: 'Tabula',
  title: null,
  text,
  rating: null,
  frustrationTier: 'high',
  painPoints: {
    summary: '',
    items: [{ theme: 'Bugs and crashes', severity: 'high', quote: text, confidence: 0.9 }],
    buying_signals: [{ type: 'recommendation_request', evidence: text }],
    competitors_mentioned: [],
    reason: '',
  },
  writer: { name: null, title: null, company: null },
});

describe('quotes', () => {
  it('lose quotation marks and spaces at both ends only', () => {
    expect(tidy(' “It said "no"  again.”  " ')).toBe('It said "no"  again.');
  });

  it.each([
    ...['a', 'A', '7', '_', ' ', '\t', '\n', '\r\n', '\u00a0', '\u2028', '"', '“', '”', "'", '’', '.', '!', '?', '…'],
    ...[',', ';', ':', '-', '–', '—', '*', '•', '>', '&gt;', '&', '&a', '<', '[', '[A]', ']', '(', ')', '#', '@', '/'],
    ...[
      '\\',
      '`',
      '|',
      '~',
      '+',
      '=',
      '%',
      '\u0001',
      '\u0301',
      'é',
      'ß',
      '款',
      '😀',
      '\u200d',
      '. ',
      '" ',
      'a ',
      'it.',
      'f',
    ],
  ])('are found in linear time in a text with a long run of %j', (piece) => {
    const draftAll = (length: number): void => {
      const run = piece.repeat(length / piece.length);
      for (const text of [run, `It fails${run}x`, `${run}x`, `It fails${run}`]) {
        quotesOf(briefOf(text));
        void new BuiltInDrafter().draft(briefOf(text));
      }
    };
    expect(growsFasterThanText(draftAll, MAX_TEXT_LENGTH)).toBe(false);
  });
});
