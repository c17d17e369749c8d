import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { PITCH_CHANNELS, type PitchBrief } from './pitch.types.js';
import { quotesOf, tidy } from './pitch.quotes.js';
import { growsFasterThanText } from '../../../test/support/growth.js';

const MAX_TEXT_LENGTH = 100_000;

const briefOf = (text: string): PitchBrief => ({
  parts: PITCH_CHANNELS,
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

/** A review with one problem per quote. */
const briefWith = (text: string, ...quotes: string[]): PitchBrief => {
  const brief = briefOf(text);
  const items = quotes.map((quote) => ({
    theme: 'Bugs and crashes',
    severity: 'high' as const,
    quote,
    confidence: 0.9,
  }));
  return { ...brief, source: 'review', painPoints: { ...brief.painPoints, items, buying_signals: [] } };
};

describe('quotes', () => {
  it('lose quotation marks and spaces at both ends only', () => {
    expect(tidy(' “It said "no"  again.”  " ')).toBe('It said "no"  again.');
  });

  it.each([
    ['a few words with the sentence before them', 'SSO loops on Safari. Open since March.', 'Open since March.', 0],
    ['a few words alone after praise', 'The rest is great. It loops again.', 'It loops again.', 19],
  ])('repeat %s', (_, text, quote, from) => {
    expect(quotesOf(briefWith(text, quote))[0]?.text).toBe(text.slice(from));
  });

  it('are rather the words that the analysis quotes than their whole sentence', () => {
    const text = 'We like it a lot, but exports fail every single week and nobody answers.';
    expect(quotesOf(briefWith(text, 'exports fail every single week')).map((quote) => quote.text)).toEqual([
      'exports fail every single week',
    ]);
  });

  it.each([
    [
      'are rather a whole sentence than one with a single quotation mark',
      'It says "failed when I open a large file.',
      1,
    ],
    ['may have a size in inches', 'The list is cut on my 13" screen when I open it.', 0],
  ])('%s', (_, sentence, best) => {
    const other = 'The list is cut when I open it.';
    expect(quotesOf(briefWith('', sentence, other))[0]?.text).toBe([sentence, other][best]);
  });

  it('end with a whole word if the text goes on inside a word', () => {
    expect(quotesOf(briefWith('It fails when we open a table', 'It fails when we open a ta'))[0]?.text).toBe(
      'It fails when we open a…',
    );
  });

  it.each(["It's not that we cannot pay.", "No it's not a bad connection."])(
    'leave out what the writer rules out: %s',
    (ruledOut) => {
      const problem = 'Exports fail every week.';
      expect(quotesOf(briefWith(`${ruledOut} ${problem}`, ruledOut, problem)).map(({ text }) => text)).toEqual([
        problem,
      ]);
    },
  );

  it('begin with the question of a person who asks, then name their problem', () => {
    const [problem, question] = ['My phone updated and now the app does not work.', 'Is there an app like Tabula?'];
    const brief = briefWith(`Tabula again\n${problem} ${question}`, problem);
    brief.painPoints.buying_signals = [{ type: 'recommendation_request', evidence: question }];
    expect(quotesOf(brief).map(({ text }) => text)).toEqual([question, problem, 'Tabula again']);
  });

  it('of a person who asks name the product if any sentence does', () => {
    const [plain, naming] = [
      'I am new here and looking for some advice.',
      'Are there any programs that you recommend?',
    ];
    const brief = briefWith(`Hello everyone. ${plain} ${naming}`);
    brief.painPoints.buying_signals = [plain, naming].map((evidence) => ({ type: 'recommendation_request', evidence }));
    expect(quotesOf(brief)[0]?.text).toBe(naming);
  });

  it.each([
    ['title', 'Cannot log in with my account', 'Please fix it.'],
    ['other sentence', null, 'Cannot log in with my account. Please fix it.'],
    ['other sentence', null, 'Cannot log in with my account. I would give zero stars.'],
  ])('are rather the %s of a review that names a problem than a plea or a number of stars', (_, title, text) => {
    const brief = { ...briefWith(text, text.slice(text.lastIndexOf('.', text.length - 2) + 1).trim()), title };
    expect(quotesOf(brief)[0]?.text).toMatch(/^Cannot log in with my account/);
  });

  it('of a person who asks are rather the first question than one that goes on with it', () => {
    const [first, second] = ['Best to-do list apps for Android?', 'Or decent productivity apps in general?'];
    const brief = briefWith(`${first} ${second}`);
    brief.painPoints.buying_signals = [{ type: 'recommendation_request', evidence: second }];
    expect(quotesOf(brief)[0]?.text).toBe(first);
  });

  it.each([
    ['a masked swear word', 'The f***ing upload fails for every photo.'],
    ['one bracket of two', 'not that) the upload fails for every photo'],
  ])('are rather a plain statement than %s', (_, other) => {
    const statement = 'The upload fails for every second photo.';
    expect(quotesOf(briefWith('', other, statement))[0]?.text).toBe(statement);
  });

  it('of a person who asks rather name the thing than call it "something"', () => {
    const [thing, vague] = [
      'Can anyone recommend a help desk that works with Jira?',
      'Looking for something whose connector works.',
    ];
    const brief = briefWith(`${thing} ${vague}`);
    brief.painPoints.buying_signals = [thing, vague].map((evidence) => ({ type: 'recommendation_request', evidence }));
    expect(quotesOf(brief)[0]?.text).toBe(thing);
  });

  it('of a person who asks are not the thanks for answers', () => {
    const [want, thanks] = ['I want to find a way to sort receipts.', 'Any suggestions would be much appreciated.'];
    const brief = briefWith(`${want} ${thanks}`);
    brief.painPoints.buying_signals = [{ type: 'recommendation_request', evidence: thanks }];
    expect(quotesOf(brief).map(({ text }) => text)).toEqual([want]);
  });

  it('end before a bracket that would stay open', () => {
    const long = `Each time I delete a message it is there again when I open the app (kind of ${'very '.repeat(40)}odd)`;
    expect(tidy(long)).toBe('Each time I delete a message it is there again when I open the app…');
  });

  it('lose a face at the beginning', () => {
    expect(tidy(':(( It fails.')).toBe('It fails.');
  });

  it.each([
    ['a greeting', 'Bonjour, la montre ne se connecte plus.', 'la montre ne se connecte plus.'],
    ['what was added later', 'It fails daily. Edit 1: it still fails.', 'It fails daily.'],
    ['the sentence beside it', 'I like it while travelling.Unfortunately it crashes.', 'Unfortunately it crashes.'],
  ])('lose %s', (_, written, quote) => {
    expect(tidy(written)).toBe(quote);
  });

  it('keep what an update did', () => {
    expect(tidy('Since the update: it crashes daily.')).toBe('Since the update: it crashes daily.');
  });

  it('in French are rather about a problem, too', () => {
    const brief = briefWith(
      '',
      'Est-ce peut-être normal pour une montre ?',
      'Impossible de connecter la montre depuis mars.',
    );
    expect(quotesOf(brief)[0]?.text).toBe('Impossible de connecter la montre depuis mars.');
  });

  it('are rather about a problem than a warning to others', () => {
    const brief = briefWith('', 'Do not install this app, nobody should.', 'The upload fails for every second photo.');
    expect(quotesOf(brief)[0]?.text).toBe('The upload fails for every second photo.');
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
