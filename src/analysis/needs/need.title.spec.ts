import type { PainPointsAnalysis } from '../analysis.types.js';
import { type TitleSource, titleOf } from './need.title.js';
import { growsFasterThanText } from '../../../test/support/growth.js';

const NOTHING: PainPointsAnalysis = {
  summary: '',
  items: [],
  buying_signals: [],
  competitors_mentioned: [],
  reason: '',
};

const itemsOf = (...themes: string[]): PainPointsAnalysis['items'] =>
  themes.map((theme) => ({ theme, severity: 'high' as const, quote: 'It fails.', confidence: 1 }));

/** A text with one piece of evidence. */
const textWith = (evidence: string, more: Partial<TitleSource & PainPointsAnalysis> = {}): TitleSource => {
  const { isReview = false, product = null, words = '', ...analysis } = more;
  return {
    isReview,
    product,
    words,
    analysis: { ...NOTHING, buying_signals: [{ type: 'switching', evidence }], ...analysis },
  };
};
const titleOfPost = (evidence: string, named: string[] = [], product: string | null = null): string =>
  titleOf(textWith(evidence, { competitors_mentioned: named, product }));
const titleOfReview = (evidence: string, named: string[] = []): string =>
  titleOf(textWith(evidence, { isReview: true, product: 'Slack', competitors_mentioned: named }));

describe('the category of a title', () => {
  it.each(['Customization and flexibility', 'Customisation and flexibility'])(
    'is known by its name of this release and of earlier ones: %s',
    (theme) => {
      const items = ['The app is bad.', 'There is no customization of the templates.'].map((quote, at) => ({
        ...{ theme: at === 0 ? 'Pricing and plan value' : theme, severity: 'high' as const, quote, confidence: 1 },
      }));
      const title = titleOf({ isReview: true, product: 'Slack', words: '', analysis: { ...NOTHING, items } });
      expect(title).toContain(`Complains about ${theme.toLowerCase()} of Slack`);
    },
  );
});

describe('the quote of a title', () => {
  const complaint = (quote: string, words: string): string =>
    titleOf({
      isReview: true,
      product: 'Slack',
      words,
      analysis: { ...NOTHING, items: [{ theme: 'Other complaints', severity: 'high', quote, confidence: 1 }] },
    });

  it('has the sentence before it if it is a few words', () => {
    expect(complaint('it was not.', 'the bot said we were free. it was not. we paid')).toBe(
      'Complains about Slack: “the bot said we were free. it was not.”',
    );
  });

  it('is the few words alone if the sentence before them is long', () => {
    expect(complaint('it was not.', `We like it${' a lot'.repeat(20)}. it was not.`)).toBe(
      'Complains about Slack: “it was not.”',
    );
  });
});

describe('the title of a post', () => {
  it.each([
    ['We are looking for an alternative to Evernote.', 'Looks for an alternative to Evernote'],
    ['Looking for a good replacement for Evernote that syncs', 'Looks for an alternative to Evernote'],
    ['Can anyone recommend an alternative to Evernote for a small team?', 'Asks for an alternative to Evernote'],
    ['Is Notion a good alternative to Evernote?', 'Asks about an alternative to Evernote'],
    ['I am switching from Evernote to Notion.', 'Leaves Evernote for Notion'],
    ['We’re thinking of moving away from Evernote.', 'Considers leaving Evernote'],
    ['Thinking about moving from Evernote to Notion.', 'Considers leaving Evernote for Notion'],
    ['We are moving to Notion next month.', 'Switches to Notion'],
    ['I am leaving Evernote because it is too expensive.', 'Leaves Evernote over the price'],
  ])('names the products of %j', (evidence, title) => {
    expect(titleOfPost(evidence, ['Evernote', 'Notion'])).toBe(`${title}: “${evidence.replace('’', "'")}”`);
  });

  it.each([
    ['Can anyone recommend a help desk with a shared inbox?', 'Asks for a help desk with a shared inbox'],
    [
      'We are looking for a CRM for 1,200 users, any ideas?',
      'Asks: “We are looking for a CRM for 1,200 users, any ideas?”',
    ],
    ['We are looking for a CRM for 1,200 users, not more.', 'Looks for a CRM for 1,200 users'],
    [
      'I’m still looking for a tool that tracks my tasks.',
      "Looks for a tool: “I'm still looking for a tool that tracks my tasks.”",
    ],
    [
      'We are done with them and looking for a help desk.',
      'Looks for a help desk: “We are done with them and looking for a help desk.”',
    ],
    ['I need a phone with a good camera because mine broke.', 'Needs a phone with a good camera'],
    ['I really want to buy a standing desk!', 'Wants to buy a standing desk'],
    ['I wish there was an app that sorts photos by place.', 'Wishes for an app that sorts photos by place'],
    ['Is there a tool that sorts photos by place?', 'Asks for a tool that sorts photos by place'],
    ['Any recommendations for a help desk with chat?', 'Asks for a help desk with chat'],
    [
      'Which task managers apps do people like?',
      'Asks for task managers apps: “Which task managers apps do people like?”',
    ],
    ['It would be great to have a dark mode.', 'Wishes for a dark mode: “It would be great to have a dark mode.”'],
    ['A web app that converts feeds to mail', 'Wishes for a web app that converts feeds to mail'],
    ['Which CRM should we use for a small agency?', 'Asks: “Which CRM should we use for a small agency?”'],
  ])('uses the own words of %j', (evidence, title) => {
    expect(titleOfPost(evidence)).toBe(title);
  });

  it.each([
    'Notion is a great alternative to Evernote.',
    'We are not looking for an alternative to Evernote.',
    'I will never leave Evernote.',
    'My boss is switching to Notion.',
    'I control which accounts we move to Notion.',
    'Here are the files we moved to Notion.',
    'We are leaving Evernote groups.',
    'Switch to Notion!',
    'If I were looking for an alternative to Evernote, I would pick Notion.',
    'Suche eine Alternative zu Evernote.',
    'I want a small, light laptop for essays.',
  ])('only quotes %j', (evidence) => {
    expect(titleOfPost(evidence, ['Evernote', 'Notion'])).toBe(`Says: “${evidence}”`);
  });

  it('does not name the product to replace, if the evidence does not', () => {
    expect(titleOfPost('I am looking for a cheaper alternative.', [], 'Deskhand')).toBe(
      'Looks for an alternative, in a post about Deskhand: “I am looking for a cheaper alternative.”',
    );
  });

  it('names the complaint, if there is no signal', () => {
    const analysis = { ...NOTHING, items: itemsOf('Bugs and crashes') };
    expect(titleOf({ isReview: false, product: 'Slack', words: '', analysis })).toBe(
      'Complains about bugs and crashes of Slack: “It fails.”',
    );
  });
});

describe('the title of a review', () => {
  it.each([
    ['I am looking for an alternative.', [], 'Looks for an alternative to Slack'],
    ['I am switching to Rivalbox, cancelled my subscription today!', ['Rivalbox'], 'Leaves Slack for Rivalbox'],
    ['I might switch to Rivalbox.', ['Rivalbox'], 'Considers leaving Slack for Rivalbox'],
    ['Too expensive, so we switched to Rivalbox.', ['Rivalbox'], 'Leaves Slack for Rivalbox over the price'],
    ['I cancelled my annual subscription.', [], 'Leaves Slack'],
    ['We will not renew.', [], 'Leaves Slack'],
    ['After two years we are moving to Rivalbox next month.', ['Rivalbox'], 'Leaves Slack for Rivalbox'],
    ['I’ll switch to Rivalbox.', ['Rivalbox'], 'Leaves Slack for Rivalbox'],
    ['We cancelled and are moving to Rivalbox.', ['Rivalbox'], 'Leaves Slack for Rivalbox'],
    ['I stopped using this app.', [], 'Leaves Slack'],
    ['I cannot recommend it any more, and we are leaving.', [], 'Leaves Slack'],
    ['We are leaving for Rivalbox.', ['Rivalbox'], 'Leaves Slack for Rivalbox'],
    ['After seven years we cancelled.', [], 'Leaves Slack'],
    ['Nobody answers me, so I’m cancelling now.', [], 'Leaves Slack'],
    ['Too many ads... uninstalling', [], 'Leaves Slack'],
    ['We’re out.', [], 'Leaves Slack'],
    ['I won’t be using it.', [], 'Leaves Slack'],
  ])('says who leaves: %j', (evidence, named, title) => {
    expect(titleOfReview(evidence, named)).toBe(`${title}: “${evidence.replace('’', "'")}”`);
  });

  it.each([
    ['I switched to Slack.', []],
    ['I moved from Basecamp to Rivalbox.', ['Rivalbox']],
    ['I tried to cancel my subscription.', []],
    ['They cancelled my subscription.', []],
    ['I uninstalled it and installed it again.', []],
    ['I cancelled my subscription of Rivalbox.', ['Rivalbox']],
    ['Uninstalling, restarting and installing did not help.', []],
    ['Our data was deleted.', []],
  ])('only quotes %j', (evidence, named) => {
    expect(titleOfReview(evidence, named)).toBe(`Says: “${evidence}”`);
  });

  it.each([
    [
      ['Bugs and crashes'],
      'Complains about bugs and crashes',
      'Leaves Slack, complains about bugs and crashes: “It fails.”',
    ],
    [['Other complaints'], 'Complains about other complaints', 'Leaves Slack: “We will not renew.”'],
  ])('adds the main problem of %j to a departure', (themes, summary, title) => {
    const source = textWith('We will not renew.', {
      isReview: true,
      product: 'Slack',
      items: itemsOf(...themes),
      summary,
    });
    expect(titleOf(source)).toBe(title);
  });

  it.each([
    ['Please add folders.', 'Leaves Slack, asks for a change: “Please add folders.”'],
    ['Worst thing ever.', 'Leaves Slack: “We will not renew.”'],
  ])('says that %j asks for a change only if it does', (quote, title) => {
    const items = itemsOf('Missing features').map((item) => ({ ...item, quote }));
    const summary = 'Asks for a change in missing features.';
    expect(titleOf(textWith('We will not renew.', { isReview: true, product: 'Slack', items, summary }))).toBe(title);
  });

  it('quotes the words about leaving beside a complaint, if it cannot state them', () => {
    const source = textWith('They make it hard to cancel.', {
      isReview: true,
      product: 'Slack',
      items: itemsOf('Bugs and crashes'),
    });
    expect(titleOf(source)).toBe('Complains about bugs and crashes of Slack and says: “They make it hard to cancel.”');
  });

  it.each([
    [['Bugs and crashes', 'Customer support'], 'Slack', 'Complains about bugs and crashes of Slack: “It fails.”'],
    [['Other complaints'], 'Slack', 'Complains about Slack: “It fails.”'],
    [['Customer support'], 'Slack', 'Complains about Slack: “It fails.”'],
    [['Bugs and crashes'], null, 'Complains about bugs and crashes: “It fails.”'],
    [[], 'Slack', 'A review about Slack'],
    [[], null, 'A review'],
  ])('falls back on the problem of %j about %j, in a category that its words name', (themes, product, title) => {
    expect(titleOf({ isReview: true, product, words: '', analysis: { ...NOTHING, items: itemsOf(...themes) } })).toBe(
      title,
    );
  });
});

describe('a title', () => {
  it('quotes the text, if there is no other information', () => {
    const source = { isReview: true, product: 'Slack', words: 'Never\nagain', analysis: NOTHING };
    expect(titleOf(source)).toBe('Says: “Never again”');
  });

  it.each([
    ['its headline', 'Which antivirus replaces Norton?\nAny advice?', 'Asks: “Which antivirus replaces Norton?”'],
    ['its headline without a tag', '[SMT] A backup that never stops\nAny advice?', 'Says: “A backup that never stops”'],
    ['its question under a short headline', 'Help please\nAny advice?', 'Asks: “Any advice?”'],
    ['its question without a headline', 'My tool has expired. Any advice?', 'Asks: “Any advice?”'],
  ])('quotes of a post that names nothing %s', (_what, words, title) => {
    expect(titleOf(textWith('Any advice?', { words }))).toBe(title);
  });

  it('has at most 250 characters, with the longest names', () => {
    const [from, to] = ['A'.repeat(500), 'B'.repeat(500)];
    const evidence = `We moved from ${from} to ${to}.`;
    expect(titleOfPost(evidence, [from, to]).length).toBeLessThanOrEqual(250);
    const review = textWith('We will not renew.', {
      isReview: true,
      product: from,
      items: itemsOf('Bugs and crashes'),
    });
    expect(titleOf(review)).toHaveLength(
      `Leaves ${'C'.repeat(60)}, complains about bugs and crashes: “It fails.”`.length,
    );
  });

  it('quotes the first words about a problem that are specific', () => {
    const quotes = ['Please!', 'It crashes each time I open it.', 'It lost all of my files too.'];
    const items = quotes.map((quote) => ({
      ...{ theme: 'Bugs and crashes', quote },
      severity: 'high' as const,
      confidence: 1,
    }));
    const analysis = { ...NOTHING, items, summary: 'Asks for a change in bugs and crashes.' };
    expect(titleOf({ isReview: true, product: 'Slack', words: '', analysis })).toBe(
      'Asks for a change in Slack: “It crashes each time I open it.”',
    );
  });

  it('quotes a problem instead of words that only repeat the claim', () => {
    const evidence = { type: 'switching' as const, evidence: 'Looking for an alternative to Slack.' };
    const source = { isReview: true, product: 'Slack', words: '' };
    const analysis = { ...NOTHING, buying_signals: [evidence], items: itemsOf('Customer support') };
    expect(titleOf({ ...source, analysis })).toBe('Looks for an alternative to Slack: “It fails.”');
  });

  it('quotes without marks of the words before, and marks a quotation inside with single marks', () => {
    expect(titleOfPost(':(( I “love” it when nothing “works” here')).toBe(
      "Says: “I 'love' it when nothing 'works' here”",
    );
  });

  it('quotes nothing that only repeats the claim', () => {
    expect(titleOfPost('Looking for an alternative to Slack.', ['Slack'])).toBe('Looks for an alternative to Slack');
  });

  it('distinguishes two writers with the same claim by their words', () => {
    const complaintOf = (quote: string): string =>
      titleOf({
        ...{ isReview: true, product: 'Slack', words: '' },
        analysis: { ...NOTHING, items: [{ theme: 'Bugs and crashes', severity: 'high', quote, confidence: 1 }] },
      });
    expect(['It crashes\nat noon.', `It crashes ${'x'.repeat(200)}`].map(complaintOf)).toEqual([
      'Complains about bugs and crashes of Slack: “It crashes at noon.”',
      `Complains about bugs and crashes of Slack: “It crashes ${'x'.repeat(78)}…”`,
    ]);
  });

  it('is one short line for any evidence', () => {
    const wish = `I need a ${'very '.repeat(200)}long\n\ntext`;
    expect([titleOfPost(wish), titleOfPost(`x\n\n${'😀'.repeat(300)}`)]).toEqual([
      expect.stringMatching(/^Needs a( very)+…$/),
      expect.stringMatching(/^Says: “x 😀+…”$/u),
    ]);
  });

  it.each(['I am going to ', 'we are looking for a ', 'we switched from '])(
    'takes linear time for evidence that repeats %j',
    (words) => {
      const title = (length: number) => titleOfPost(words.repeat(length / words.length), ['Evernote']);
      expect(growsFasterThanText(title, 100_000)).toBe(false);
    },
  );
});
