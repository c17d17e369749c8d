import { marked } from 'marked';
import { type Sender, UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { PITCH_CHANNELS, type PitchBrief } from './pitch.types.js';
import { briefOf, COMPLAINT } from '../../../test/support/pitch-briefs.js';

const draft = async (more?: Partial<PitchBrief>): Promise<string> =>
  (await new BuiltInDrafter().draft(briefOf(more))).markdown;
const quoting = (quote: string, more: Partial<PitchBrief> = {}): Partial<PitchBrief> => ({
  text: quote,
  painPoints: {
    ...briefOf().painPoints,
    items: [{ theme: 'Bugs and crashes', severity: 'high', quote, confidence: 0.9 }],
  },
  ...more,
});
/** A review whose writer leaves, for a reason or with the same words. */
function leaving(departure: string, reason = departure): Partial<PitchBrief> {
  const left = quoting(reason, { text: `${reason} ${departure}` });
  return {
    ...left,
    painPoints: { ...briefOf(left).painPoints, buying_signals: [{ type: 'switching', evidence: departure }] },
  };
}

/** The draft without the words of the person. */
const withoutQuotes = (markdown: string): string => markdown.replace(/^>.*$/gm, '').replace(/“[^”]*”/g, '');

describe('the built-in drafter', () => {
  it('has a subject, greets the person by name and opens with a quote', async () => {
    const markdown = await draft();
    expect(markdown).toContain('**Subject:** Your G2 review of Tabula: “exports fail every single week”');
    expect(markdown).toContain(
      'Hi Jane,\n\nIn your G2 review of Tabula you wrote:\n\n> exports fail every single week\n',
    );
  });

  it('quotes the sentence that a feature of the seller answers', async () => {
    const text = 'Looking for an alternative to Tabula. The ticket list is slow to load. Any ideas?';
    const features = 'Fast: loads a list of a million tickets. Works offline.';
    const signals = [{ type: 'switching' as const, evidence: 'Looking for an alternative to Tabula.' }];
    const painPoints = { ...briefOf().painPoints, items: [], buying_signals: signals };
    const { markdown, confidence } = await new BuiltInDrafter().draft(
      briefOf({ source: 'forum', text, features, painPoints }),
    );
    expect(markdown).toContain('> The ticket list is slow to load.');
    expect(markdown).toContain('How we handle that: Fast: loads a list of a million tickets.');
    expect(confidence).toBe('high');
  });

  it('asks who looks for something about it below their problem', async () => {
    const text = 'Tabula will not let us cancel online. We are looking for a help desk with monthly billing.';
    const painPoints = {
      ...briefOf(quoting('Tabula will not let us cancel online.')).painPoints,
      buying_signals: [
        { type: 'switching' as const, evidence: 'We are looking for a help desk with monthly billing.' },
      ],
    };
    expect(await draft({ source: 'forum', text, painPoints })).toContain(
      '> Tabula will not let us cancel online.\n\nHave you since found a help desk with monthly billing?',
    );
  });

  it('asks a reviewer who leaves about the replacement', async () => {
    const quote = 'Our notice of termination is in the post.';
    expect(await draft(leaving(quote))).toContain(
      '> Our notice of termination is in the post.\n\nHave you settled on something in place of Tabula yet?\n',
    );
  });

  it.each([
    "We're leaving for Deskhand.",
    "The price is one reason, so we've chosen Deskhand.",
    "We're switching to Deskhand.",
    'I just stick to Deskhand.',
    'I have to keep using my old planner instead.',
  ])('asks a reviewer who names the replacement how the change goes: %j', async (quote) => {
    expect(await draft(leaving(quote))).toContain(`> ${quote}\n\nHow is the change going so far?\n`);
  });

  it('quotes the reason of a reviewer who leaves, then the departure, and asks about that', async () => {
    const [reason, departure] = ['The app crashes on every upload.', 'I am going back to OneDrive this week.'];
    expect(await draft(leaving(departure, reason))).toContain(
      `> ${reason}\n\nYou also wrote:\n\n> ${departure}\n\nHave you settled on something in place of Tabula yet?\n`,
    );
  });

  it.each(['They make it impossible to cancel.', 'Trying to cancel the subscription, ridiculously hard.'])(
    'asks a reviewer who cannot cancel whether they managed to: "%s"',
    async (departure) => {
      expect(await draft(leaving(departure))).toContain(`> ${departure}\n\nDid you manage to cancel in the end?`);
    },
  );

  it('asks below advice to others about the complaint, not about a replacement', async () => {
    const quote = 'Quickly uninstall it or they will sell your data!';
    expect(await draft(leaving(quote))).toContain(`> ${quote}\n\nHas anything changed for you since?\n`);
  });

  it('asks a reviewer who would leave on a condition whether it came to that', async () => {
    const quote = 'If this is not fixed I am deleting the app.';
    expect(await draft(leaving(quote))).toContain(`> ${quote}\n\nDid it come to that?\n`);
  });

  it('ends a sentence once after a company whose name ends with a full stop', async () => {
    const sender = { ...UNKNOWN_SENDER, company: 'Acme Inc.', product: 'Acme Desk' };
    expect(await draft({ sender })).toContain('I work at Acme Inc., where we make Acme Desk.');
  });

  it.each(['email', 'network'] as const)('asks one question in the %s draft', async (channel) => {
    expect(withoutQuotes(await draft({ parts: [channel] })).match(/\?/g)).toHaveLength(1);
  });

  it('writes a section for each requested channel, in order', async () => {
    const markdown = await draft({ parts: PITCH_CHANNELS });
    expect(markdown.match(/^## .*$/gm)).toEqual(['## Email', '## Network message', '## Call']);
  });

  it('names the feature that fits the quote', async () => {
    const markdown = await draft({ features: '- Dark mode\n- Scheduled exporting with retries\n- Works offline' });
    expect(markdown).toContain('How we handle that: Scheduled exporting with retries.');
    expect(markdown).not.toContain('Dark mode');
  });

  it('writes a reply in the thread without subject, place and signature, and says who writes', async () => {
    const markdown = await draft({ parts: ['thread'], sender: { ...UNKNOWN_SENDER, name: 'Ada', company: 'Acme' } });
    expect(markdown).toBe(
      '## Reply in the thread\n\nHi Jane,\n\n> exports fail every single week\n\nIs that still the case, or has it been fixed since?\n\n' +
        'I work at Acme.\n',
    );
  });

  it('keeps the network message within 300 characters', async () => {
    const long = `It is not working ${'very well and '.repeat(20)}we need something else`;
    const markdown = await draft({ parts: ['network'], ...quoting(long), features: 'x'.repeat(2_000) });
    expect(markdown.split('\n\n')[1]?.trim().length).toBeLessThanOrEqual(300);
  });

  it('contains no numbers except G2 and the stars of the review', async () => {
    const markdown = await draft({ parts: PITCH_CHANNELS });
    expect(withoutQuotes(markdown).match(/\d+/g)).toEqual(['2', '2', '2', '2', '2', '5']);
  });

  it.each([
    ['Verified User in Marketing', 'Hello'],
    ['A Google user', 'Hello'],
    ['jd_1987', 'Hello'],
    ['Dr. Zoë Müller', 'Hi Zoë'],
    [null, 'Hello'],
  ])('greets %s with %s', async (name, greeting) => {
    expect(await draft({ writer: { name, title: null, company: null } })).toContain(`\n${greeting},\n`);
  });

  it('responds to a question as a question', async () => {
    const markdown = await draft({
      source: 'forum',
      platform: null,
      community: 'r/software',
      product: null,
      rating: null,
      text: 'Can anybody recommend an export tool? Ours is slow.',
      painPoints: {
        ...briefOf().painPoints,
        items: [],
        buying_signals: [{ type: 'recommendation_request', evidence: 'Can anybody recommend an export tool?' }],
      },
    });
    expect(markdown).toContain('In your post in r/software you asked:\n\n> Can anybody recommend an export tool?');
    expect(markdown).toContain('Have you since found an export tool? If not, what was missing from the closest one?');
  });

  it('quotes the beginning of a post that says nothing of its place in the subject', async () => {
    const words = `The list is ${'very '.repeat(20)}slow.`;
    const post = { source: 'forum' as const, platform: null, product: null, community: null };
    expect(await draft(quoting(words, post))).toContain('**Subject:** Your post: “The list is very very');
  });

  it('responds to a question as a question, even if it names a problem, too', async () => {
    const text = 'Any suggestions for a tool whose sign-in does not fail?';
    const items = [{ theme: 'Login and account access', severity: 'high' as const, quote: text, confidence: 1 }];
    const buying_signals = [{ type: 'recommendation_request' as const, evidence: text }];
    const painPoints = { ...briefOf().painPoints, items, buying_signals };
    expect(await draft({ source: 'forum', text, painPoints })).toContain(
      'Have you since found a tool whose sign-in does not fail',
    );
  });

  it('asks for no tool where the need is another one', async () => {
    const text = 'Need advice on registering a name.';
    const buying_signals = [{ type: 'recommendation_request' as const, evidence: text }];
    const painPoints = { ...briefOf().painPoints, items: [], buying_signals };
    expect(await draft({ source: 'forum', text, painPoints })).toContain('Have you found what you were looking for?');
  });

  it('asks a person who looks for an alternative about that, not whether the old problem is fixed', async () => {
    const [quote, evidence] = ['It got slow with every year of tickets.', 'Which alternative to Tabula do people use?'];
    const items = [{ theme: 'Speed and performance', severity: 'medium' as const, quote, confidence: 1 }];
    const buying_signals = [{ type: 'unmet_need' as const, evidence }];
    const painPoints = { ...briefOf().painPoints, items, buying_signals };
    const markdown = await draft({
      source: 'forum',
      text: `${quote} ${evidence}`,
      features: 'Fast with many tickets',
      painPoints,
    });
    expect(markdown).toContain(`${quote}\n\nHave you found what you were looking for?`);
  });

  it('asks a person who wants to buy something whether they have decided', async () => {
    const text = 'I really only want that to send moving faces.';
    const buying_signals = [{ type: 'purchase_intent' as const, evidence: text }];
    const painPoints = { ...briefOf().painPoints, items: [], buying_signals };
    expect(await draft({ source: 'network', text, painPoints })).toContain('Have you decided yet');
  });

  it('takes a question of a person who leaves for a question', async () => {
    const text = 'Leaving Tabula: how do I export my profile?';
    const signals = [{ type: 'switching' as const, evidence: text }];
    const painPoints = { ...briefOf().painPoints, items: [], buying_signals: signals };
    expect(await draft({ source: 'forum', text, painPoints })).toContain('Did you get an answer that works for you?');
  });

  it('takes a question in a post for a question, and one in a review for a complaint', async () => {
    const text = 'Why would anyone do it like that?';
    const items = [{ theme: 'Other complaints', severity: 'high' as const, quote: text, confidence: 1 }];
    const painPoints = { ...briefOf().painPoints, items, buying_signals: [] };
    expect(await draft({ source: 'forum', text, painPoints })).toContain('Did you get an answer that works for you?');
    expect(await draft({ source: 'review', text, painPoints })).toContain('Has anything changed');
  });

  it.each([
    ['recommendation_request', 'Any tool?', 'Have you found what you were looking for?'],
    ['unmet_need', 'App idea.', 'Have you come across anything like it since?'],
  ] as const)(
    'asks about a %s below a sentence of a post that neither asks nor names a fault',
    async (type, evidence, ask) => {
      const told = 'The app is slow when two plates stand side by side and a pulse goes through the first one.';
      const buying_signals = [{ type, evidence }];
      const painPoints = { ...briefOf().painPoints, items: [], buying_signals };
      const post = await draft({ source: 'forum', product: null, text: `${evidence} ${told}`, painPoints });
      expect(post).toContain(`${told}\n\n${ask}`);
    },
  );

  it('says that a person who cries out wrote, not asked', async () => {
    const quote = 'The export freezes, please repair it !!?!!?';
    const items = [{ theme: 'Bugs and crashes', severity: 'high' as const, quote, confidence: 1 }];
    const painPoints = { ...briefOf().painPoints, items };
    expect(await draft({ text: quote, painPoints })).toContain('you wrote:');
  });

  it('quotes a decent sentence instead of an insult', async () => {
    const markdown = await draft({
      text: 'This stupid piece of shit crashes. Support never answers.',
      painPoints: {
        ...briefOf().painPoints,
        items: [
          {
            theme: 'Bugs and crashes',
            severity: 'critical',
            quote: 'This stupid piece of shit crashes.',
            confidence: 1,
          },
          { theme: 'Customer support', severity: 'low', quote: 'Support never answers.', confidence: 0.4 },
        ],
      },
    });
    expect(markdown).toContain('> Support never answers.');
    expect(markdown).not.toMatch(/shit/);
  });

  it('writes a draft even when there is nothing to quote', async () => {
    const markdown = await draft({ ...quoting('💥💥'), text: '!!!' });
    expect(markdown).toContain('I read your G2 review of Tabula.');
  });

  it.each([
    '<script>alert(1)</script> does not work',
    'not [a link](javascript:alert(1)) at all',
    'it is `code` and *stars* and __lines__ but | no table |',
    '# not a heading\n## nor this\n- nor a list',
    'one &lt;b&gt;entity&lt;/b&gt; is not markup',
    '![x](http://127.0.0.1/x.png) should not load',
    'write to me@example.com or www.example.com, it does not work',
  ])('shows %j as literal text', async (hostile) => {
    const markdown = await draft({
      parts: PITCH_CHANNELS,
      ...quoting(hostile),
      features: hostile,
      product: hostile,
    });
    const html = await marked.parse(markdown);
    expect(html).not.toMatch(/<(?:script|a|img|code|em|table|b|h1)\b/);
    expect(html.match(/<h2\b/g)).toHaveLength(3);
  });

  it('names no sender and leaves no placeholder without a profile', async () => {
    const markdown = await draft({ parts: PITCH_CHANNELS });
    expect(markdown).not.toMatch(/\[|your (?:name|company)/i);
    expect(markdown).not.toContain('I work');
    expect(markdown).toMatch(/\n\nBest regards\n\n## Network message/);
    expect(markdown).toContain('“Hello Jane. I read your G2 review');
  });

  it('introduces the sender as in the profile', async () => {
    const sender = {
      ...UNKNOWN_SENDER,
      company: 'Acme',
      product: 'Acme Export',
      whatItDoes: 'Exports every table on schedule',
      forWhom: 'finance teams.',
      name: 'Ada Lovelace',
      role: 'Founder',
      tone: 'formal',
    };
    const markdown = await draft({ parts: PITCH_CHANNELS, sender });
    for (const words of [
      'Dear Jane,',
      'I work at Acme, where we make Acme Export for finance teams.',
      'How we handle that: Exports every table on schedule.',
      'Kind regards,\\\nAda Lovelace, Founder, Acme\n',
      'I work at Acme.',
      '“Hello Jane, this is Ada Lovelace from Acme. I read',
    ]) {
      expect(markdown).toContain(words);
    }
  });

  it.each<[Partial<Sender>, string]>([
    [{ product: 'Exporter' }, 'I work on Exporter.'],
    [{ company: 'Acme', product: 'Acme' }, 'I work at Acme. A short reply'],
    [{ product: 'Exporter', whatItDoes: 'Colours rows. Counts them' }, 'on Exporter. What it does: Colours rows.'],
    [{ company: 'Acme', forWhom: 'finance teams' }, 'I work at Acme. It is made for finance teams.'],
    [{ name: 'Ada', signature: 'Ada\n\n  acme.example' }, 'Best regards,\\\nAda\\\nacme.example\n'],
    [{ company: 'Acme' }, '“Hello Jane, I am calling from Acme. I read'],
    [{ company: '[x](http://127.0.0.1) <b>' }, 'work at \\[x\\](http\\://127.0.0.1) \\<b\\>.'],
    [{ tone: 'informal' }, 'Hi Jane,'],
  ])('reads well with the profile %j', async (profile, words) => {
    expect(await draft({ parts: PITCH_CHANNELS, sender: { ...UNKNOWN_SENDER, ...profile } })).toContain(words);
  });

  it('asks below a quote that praises what would make it better', async () => {
    const quote = 'It is a lot easier on my tablet.';
    expect(await draft(quoting(quote))).toContain(`> ${quote}\n\nWhat would make it even better for you?\n`);
  });

  it('asks a person with an unmet need how they get by', async () => {
    const text = 'It would be great to have a board for every client.';
    const buying_signals = [{ type: 'unmet_need' as const, evidence: text }];
    const painPoints = { ...briefOf().painPoints, items: [], buying_signals };
    expect(await draft({ source: 'forum', text, painPoints })).toContain(
      'How do you get by today without a board for every client?',
    );
  });

  it('offers no feature for another product than the quote names', async () => {
    const features = 'Imports albums from Casebird.';
    const matching = await draft({ ...quoting('The import of Casebird albums fails.'), features });
    const other = await draft({ ...quoting('The import of albums fails.'), features });
    expect([matching.includes(features), other.includes(features)]).toEqual([true, false]);
  });

  it('offers no feature for a product with a part of another name', async () => {
    const features = 'Imports files from Google Drive.';
    expect(await draft({ ...quoting('The import of Google Calendar files fails.'), features })).not.toContain(features);
  });

  it('offers no feature that shares only a word such as "every" with the quote', async () => {
    const features = 'Files sync in seconds on every device';
    const markdown = await draft({ ...quoting('I lose the wifi connection in every call.'), features });
    expect(markdown).not.toContain(features);
  });

  it('offers no feature that shares one common word with the quote', async () => {
    const markdown = await draft({
      ...quoting('The upload crashes when I use the search bar.'),
      features: 'Fast search',
    });
    expect(markdown).not.toContain('Fast search');
  });

  it.each([
    ['Scheduled exporting with retries', 'high'],
    ['Dark mode', 'low'],
    [null, 'low'],
  ])('is as sure as the feature %j fits the quote', async (features, confidence) => {
    expect(await new BuiltInDrafter().draft(briefOf({ features }))).toMatchObject({ confidence });
  });

  it('quotes only verbatim parts of the text', async () => {
    const quotes = (await draft({ parts: PITCH_CHANNELS })).match(/^> .*$/gm) ?? [];
    expect(quotes.map((line) => line.slice(2)).filter((words) => !COMPLAINT.includes(words))).toEqual([]);
  });
});
