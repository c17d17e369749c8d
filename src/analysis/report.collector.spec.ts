import fc from 'fast-check';
import { type ReportDraft, type ReviewText } from './analysis.types.js';
import { loadHeads } from './model/heads.file.js';
import { readRecord, ReportCollector } from './report.collector.js';
import { draftReport } from './report.drafter.js';
import { type ReviewRecord } from './themes/theme.types.js';

const heads = loadHeads();
const report = (reviews: readonly ReviewText[], productName = 'Acme'): ReportDraft => {
  const collector = new ReportCollector(heads, { productName });
  collector.add(reviews);
  return collector.finish('test');
};
const review = (id: number | string, text: string, more: Partial<ReviewText> = {}): ReviewText => ({
  id: `r${id}`,
  text,
  title: null,
  rating: 2,
  publishedAt: '2024-03-01',
  ...more,
});

/** A review whose text is a complaint about bugs. */
const complaining = (id: string, slice: string): ReviewRecord => ({
  ...{ id, rating: 2, day: null, critical: true, copyKey: null, language: 'en' },
  complaints: [{ categoryId: 'bugs', slice, pain: 2 }],
});
const drafted = (records: ReviewRecord[]): ReportDraft => draftReport({ records, context: {}, engineId: 'test' });
const COLORS = 'red green blue brown'.split(' ').map((color) => complaining(color, `The ${color} makes me sad.`));

const TEXTS = [
  'It crashes whenever I open a report.',
  'The price is far too high for a small team, and every module costs extra.',
  'Support never answered my ticket.',
  'Sync with my calendar fails every single day since the update.',
  'The bank feed disconnects constantly, so nothing reconciles.',
  'Lovely product, does all we need.',
  'Nothing to dislike so far.',
  'Please add a dark mode, it would be great.',
  'Reports load very slowly and the dashboard times out.',
  'I cancelled my subscription and moved to Globex.',
  'Too slow',
  'ok',
];
const reviews = fc.array(
  fc.record({
    text: fc.constantFrom(...TEXTS),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
    publishedAt: fc.option(fc.constantFrom('2024-01-05', '2024-02-11', '2024-06-30T10:00:00Z', 'not a date')),
  }),
  { minLength: 1, maxLength: 40 },
);
const numbered = (rows: { text: string; rating: number | null; publishedAt: string | null }[]): ReviewText[] =>
  rows.map((row, index) => review(index, row.text, row));

describe('a report', () => {
  it('names the pains of a product, most mentioned first', () => {
    const draft = report([
      ...Array.from({ length: 6 }, (_unused, index) => review(`a${index}`, `It crashes on screen ${index}.`)),
      ...Array.from({ length: 3 }, (_unused, index) => review(`b${index}`, `Too expensive for us, reason ${index}.`)),
    ]);
    expect(draft.themes.map(({ categoryName, totalMentions }) => [categoryName, totalMentions])).toEqual([
      ['Crashes', 6],
      ['Too expensive', 3],
    ]);
  });

  it('leaves out complaints that are too mild for a problem', () => {
    const milder = 'As with any large tool, there is a learning curve at the start, but their team trains you well.';
    expect(readRecord(review(1, milder), heads).complaints).toEqual([]);
  });

  it('counts a review for every problem that it names', () => {
    const both = 'I cannot open files on Monday. I cannot download videos at all, which is annoying.';
    const draft = report([
      review(1, both),
      review(2, 'I cannot open files.'),
      review(3, 'I cannot download videos.'),
      review(4, both.replace('Monday', 'Friday')),
    ]);
    expect(draft.themes.map(({ categoryName, totalMentions }) => [categoryName, totalMentions])).toEqual([
      ['Cannot download videos', 3],
      ['Cannot open files', 3],
    ]);
  });

  it('shows a problem that only one text names', () => {
    const { summary, themes } = report([review(1, 'Great.', { rating: 5 }), review(2, 'It crashes.')]);
    expect(summary).toBe('50% of 2 texts read (Mar 2024) name a problem, but none is named often.');
    expect(themes.map(({ categoryName, totalMentions }) => [categoryName, totalMentions])).toEqual([
      ['Other problems', 1],
    ]);
  });

  it('does not count a text of which no theme has a sentence as one that names a problem', () => {
    const vague = complaining('vague', 'Nothing more, nothing less.');
    vague.complaints = [{ categoryId: 'usability', slice: 'Nothing more, nothing less.', pain: 0.2 }];
    const { metadata, summary } = drafted([complaining('clear', 'It crashes.'), vague]);
    expect(metadata.reviewsWithProblem).toBe(1);
    expect(summary).toContain('50% of 2 texts');
  });

  it('has a summary of one sentence', () => {
    const draft = report([
      review(1, 'It crashes all the time.'),
      review(2, 'Crashes again and again.', { publishedAt: '2024-05-02' }),
      review(3, 'Love it', { rating: 5 }),
      review(4, 'Great tool', { rating: 5 }),
    ]);
    expect(draft.summary).toBe('50% of 4 texts read (Mar 2024 – May 2024) name a problem, most often “Crashes” (2).');
  });

  it('has a summary without "Does not work", unless nothing else is named', () => {
    const broken = Array.from({ length: 4 }, (_unused, index) =>
      review(`a${index}`, `It does not work, try ${index}.`),
    );
    const crashes = Array.from({ length: 3 }, (_unused, index) =>
      review(`b${index}`, `It crashes on screen ${index}.`),
    );
    const summaries = [[...broken, ...crashes], broken].map((reviews) => report(reviews).summary);
    expect(summaries.map((summary) => summary.split('name a problem, ')[1])).toEqual([
      'among them “Crashes” (3).',
      'most often “Does not work” (4).',
    ]);
  });

  it('names a problem with its subject', () => {
    const feeds = Array.from({ length: 12 }, (_unused, index) =>
      review(`a${index}`, `The bank feed disconnects, try ${index}.`),
    );
    const others = Array.from({ length: 40 }, (_unused, index) =>
      review(`b${index}`, `Far too expensive, reason ${index}.`),
    );
    const names = report([...feeds, ...others]).themes.map(({ categoryName }) => categoryName);
    expect(names).toContain('Bank feed disconnects');
  });

  it('names no theme after the product itself', () => {
    const rows = Array.from({ length: 20 }, (_unused, index) => review(index, `The keyboard crashes, try ${index}.`));
    const names = report(rows, 'Swift Keyboard').themes.map(({ categoryName }) => categoryName.toLowerCase());
    expect(names.join()).not.toContain('keyboard');
  });

  it('ranks complaints without a frequent problem last, even if they are mentioned most', () => {
    const named = [1, 2].map((id) => complaining(`a${id}`, `It crashes, try ${id}.`));
    const names = drafted([...named, ...COLORS]).themes.map(({ categoryName }) => categoryName);
    expect(names).toEqual(['Crashes', 'Other problems']);
  });

  it('does not summarize complaints without a frequent problem', () => {
    expect(drafted(COLORS).summary).toBe('100% of 4 texts read name a problem, but none is named often.');
  });

  it('quotes only the sentence with the problem if sentences run together', () => {
    const rows = ['It crashes on my tablet.The colors are lovely.', 'Crashes every single morning.I like the colors.'];
    const { themes } = report(rows.map((text, id) => review(id, text)));
    const quotes = themes.flatMap((theme) => theme.quotes.map(({ quoteText }) => quoteText));
    expect(quotes.sort()).toEqual(['Crashes every single morning.', 'It crashes on my tablet.']);
  });

  it('quotes the same words once in the whole report', () => {
    const rows = Array.from({ length: 6 }, (_unused, index) => review(index, index % 2 ? 'It crashes!' : 'it crashes'));
    expect(report(rows).themes.flatMap(({ quotes }) => quotes)).toHaveLength(1);
  });

  it('counts a text once that is repeated a thousand times, and adds a note', () => {
    const spam = 'This horrible app crashes every time and it is garbage.';
    const copies = Array.from({ length: 1001 }, (_unused, index) => review(`s${index}`, spam, { rating: 1 }));
    const draft = report([...copies, review('a', 'It crashes.'), review('b', 'Crashes a lot.')]);
    expect(draft.themes[0]?.totalMentions).toBe(3);
    expect(draft.metadata.notes).toContain(
      '1,000 reviews with the same long text as an earlier one, counted once with it.',
    );
  });

  it('leaves out a theme that no review states in its own sentence, in the summary too', () => {
    const titled = (id: number) => review(id, 'See title', { title: 'It crashes.', rating: 1 });
    const { themes, summary } = report([titled(1), titled(2)]);
    expect([themes, summary]).toEqual([[], 'No recurring pain in 2 texts read.']);
  });

  it('counts a review once that arrives twice', () => {
    const rows = [review(1, 'It crashes.'), review(2, 'It crashes, too.')];
    expect(report([...rows, ...rows])).toEqual(report(rows));
  });

  it('states how many reviews it could not read', () => {
    const draft = report([review(1, 'Программа постоянно вылетает и не работает', { rating: 1 })]);
    expect(draft.metadata.notes[0]).toMatch(/^1 review in a language this engine does not read/);
  });

  it('is the same for any order and any batches of the reviews', () => {
    fc.assert(
      fc.property(reviews, fc.integer({ min: 1, max: 7 }), fc.integer(), (rows, size, seed) => {
        const all = numbered(rows);
        const shuffled = [...all].sort((left, right) => order(left.id, seed) - order(right.id, seed));
        const collector = new ReportCollector(heads, { productName: 'Acme' });
        for (let start = 0; start < shuffled.length; start += size) collector.add(shuffled.slice(start, start + size));
        expect(collector.finish('test')).toEqual(report(all));
      }),
      { numRuns: 40 },
    );
  });

  it('quotes verbatim, once per review and theme, and counts distinct reviews', () => {
    fc.assert(
      fc.property(reviews, (rows) => {
        const all = numbered(rows);
        for (const { quotes, totalMentions, mentionsByMonth } of report(all).themes) {
          const texts = quotes.map(({ reviewId }) => all.find(({ id }) => id === reviewId)?.text ?? '');
          expect(quotes.every(({ quoteText }, index) => texts[index]?.includes(quoteText))).toBe(true);
          expect(new Set(quotes.map(({ reviewId }) => reviewId)).size).toBe(quotes.length);
          expect(totalMentions).toBeLessThanOrEqual(all.length);
          expect(mentionsByMonth.reduce((sum, { mentions }) => sum + mentions, 0)).toBeLessThanOrEqual(totalMentions);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never gives two themes the same name', () => {
    fc.assert(
      fc.property(reviews, (rows) => {
        const names = report(numbered(rows)).themes.map(({ categoryName }) => categoryName);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 40 },
    );
  });

  it('counts the releases that several dated reviews name, by the first month', () => {
    const collector = new ReportCollector(heads, {});
    const said = (id: string, text: string, publishedAt: string | null) => ({
      ...{ id, text, title: null, rating: 1, publishedAt },
    });
    collector.add([
      said('a', 'It crashes since version 5.2', '2025-03-02'),
      said('b', 'The 5.2 update is bad, v4.0 was fine', '2025-02-20'),
      said('c', 'Version 6.0 is slow', '2025-04-01'),
      said('d', 'Version 6.0 is slow too', null),
    ]);
    expect(collector.finish('test').metadata.releases).toEqual([{ release: '5.2', month: '2025-02', reviews: 2 }]);
  });
});

function order(id: string, seed: number): number {
  let hash = seed | 0;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 2654435761);
  return hash;
}
