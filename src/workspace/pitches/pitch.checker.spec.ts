import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { CATEGORIES } from '#analysis/lexicon/taxonomy.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { findFaults } from './pitch.checker.js';
import { PITCH_CHANNELS, type PitchBrief } from './pitch.types.js';

const QUOTE = 'Exports fail 3 times a week.';
const briefOf = (more: Partial<PitchBrief> = {}): PitchBrief => ({
  parts: PITCH_CHANNELS,
  features: 'Retries within 5 minutes. Works with Excel.',
  sender: { ...UNKNOWN_SENDER, company: 'Acme', name: 'Ada Lovelace', signature: 'Ada, acme.example' },
  source: 'review',
  platform: 'g2',
  community: null,
  product: 'Tabula',
  title: null,
  text: `We like it. ${QUOTE}`,
  rating: 2,
  frustrationTier: 'high',
  painPoints: {
    summary: '',
    items: [{ theme: 'Integrations and export', severity: 'high', quote: QUOTE, confidence: 0.9 }],
    buying_signals: [],
    competitors_mentioned: [],
    reason: '',
  },
  writer: { name: 'Jane Doe', title: 'Head of Operations', company: 'Globex' },
  ...more,
});
const kindsOf = (markdown: string): string[] => findFaults(markdown, briefOf()).map(({ kind }) => kind);

describe('the check of a pitch', () => {
  it.each([
    ['quotations in quotations', '> '.repeat(11) + 'end', 'nesting'],
    ['lists in lists', '- '.repeat(11) + 'end', 'nesting'],
    ['a worn phrase', 'I hope this email finds you well.', 'cliche'],
    ['a worn phrase with other words inside', 'Just reaching out about your exports.', 'cliche'],
    ['customers that the brief does not name', 'Our customers love it.', 'claim'],
    ['a discount that the brief does not offer', 'We can offer a discount.', 'claim'],
    ['a number outside the brief', 'It saves 40% of the time.', 'number'],
    ['a name outside the brief', 'It works with Salesforce.', 'name'],
    ['a link outside the brief', 'See https://deals.example/offer for more.', 'link'],
    ['a bare address outside the brief', 'See acme-deals.com for more.', 'link'],
    ['a block quotation that is not in the text', '> We love it', 'quotation'],
    ['words in quotation marks that are not in the text', 'You wrote “we hate it all”.', 'quotation'],
    ['a placeholder', 'We at [your company] can help.', 'placeholder'],
  ])('finds %s', (_, markdown, kind) => {
    expect(kindsOf(`## Email\n\n${markdown}\n`)).toContain(kind);
  });

  it.each([
    `> ${QUOTE}`,
    'You wrote “exports fail 3 times a week” in your review of Tabula.',
    'At Globex, Jane, exports fail 3 times a week.',
    'We retry within 5 minutes, also with Excel. You gave it 2 of 5 stars.',
    '1. How often does it fail?\n2. On Monday, or later?',
    'Kind regards,\nAda Lovelace, Acme\nacme.example',
    '**Subject:** Exports That Fail\n\nWould you like to see it?',
  ])('accepts %j', (markdown) => {
    expect(kindsOf(`## Email\n\n${markdown}\n`)).toEqual([]);
  });

  it('rejects a draft about something else', () => {
    const other =
      'Which figure do you still put together by hand? A dashboard is only useful when it answers what the board wanted to know, ' +
      'and most people lose half of Monday before anyone can look at the chart.';
    expect(kindsOf(`## Email\n\n${other}\n`)).toEqual(['topic']);
  });

  it('accepts a draft about something else that asks about words of the person', () => {
    const other =
      'A dashboard is only useful when it answers what the board wanted to know, and most people lose half of Monday before anyone can look ' +
      'at the chart.';
    expect(kindsOf(`## Email\n\n${other} On “exports fail 3 times a week”: is that still so?`)).toEqual([]);
  });

  it("accepts the seller's statements in other words", () => {
    const brief = briefOf({ features: 'A seamless, proven export to Snowflake' });
    expect(findFaults('A seamless, proven export to Snowflake.', brief)).toEqual([]);
  });

  it.each(CATEGORIES.map(({ name }) => name))('accepts the built-in draft about %s', async (theme) => {
    const [item] = briefOf().painPoints.items;
    for (const features of [null, briefOf().features]) {
      const brief = briefOf({
        features,
        painPoints: { ...briefOf().painPoints, items: item ? [{ ...item, theme }] : [] },
      });
      expect(findFaults((await new BuiltInDrafter().draft(brief)).markdown, brief)).toEqual([]);
    }
  });

  it.each(['switching', 'recommendation_request', 'unmet_need'] as const)(
    'accepts the built-in draft for a person with the signal %s',
    async (type) => {
      const painPoints = { ...briefOf().painPoints, items: [], buying_signals: [{ type, evidence: QUOTE }] };
      const brief = briefOf({ painPoints, rating: 5 });
      expect(findFaults((await new BuiltInDrafter().draft(brief)).markdown, brief)).toEqual([]);
    },
  );
});
