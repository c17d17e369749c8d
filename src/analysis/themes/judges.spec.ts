import { judgeImpact } from './impact.judge.js';
import { pickQuotes } from './quote.picker.js';
import { type Mention, type ReportBase, type ReviewRecord } from './theme.types.js';
import { judgeTrend } from './trend.judge.js';

const NEWEST = 20_000;
const record = (id: string, day: number | null, rating: number | null = 3): ReviewRecord => ({
  id,
  rating,
  day,
  critical: rating !== null && rating <= 2,
  copyKey: null,
  language: 'en',
  complaints: [],
});
const mention = (review: ReviewRecord, slice = 'It is slow.', pain = 1): Mention => ({
  record: review,
  complaint: { categoryId: 'performance', slice, pain },
  odds: pain,
});
const many = (count: number, day: number | null, name: string, rating: number | null = 3): ReviewRecord[] =>
  Array.from({ length: count }, (_unused, index) => record(`${name}${index}`, day, rating));
const baseOf = (records: ReviewRecord[], averageRating: number | null = 3): ReportBase => ({
  records,
  averageRating,
  newestDay: NEWEST,
  oldestDay: 0,
});

describe('the trend of a theme', () => {
  const recent = many(100, NEWEST - 10, 'new');
  const before = many(400, NEWEST - 200, 'old');
  const base = baseOf([...recent, ...before]);
  const named = (now: number, then: number): Mention[] =>
    [...recent.slice(0, now), ...before.slice(0, then)].map((one) => mention(one));

  it.each([
    ['trending', 30, 40],
    ['stable', 10, 40],
    ['declining', 1, 80],
    ['emerging', 6, 0],
    ['stable', 5, 0],
    ['stable', 2, 0],
    ['stable', 2, 3],
    ['stable', 13, 40],
  ])('is %s with %i mentions among 100 recent reviews and %i among 400 before', (trend, now, then) => {
    expect(judgeTrend(named(now, then), base)).toBe(trend);
  });

  it('is stable if no review is older', () => {
    expect(
      judgeTrend(
        recent.map((one) => mention(one)),
        baseOf(recent),
      ),
    ).toBe('stable');
  });

  it('is stable if no review is dated', () => {
    const undated = many(20, null, 'x');
    expect(
      judgeTrend(
        undated.map((one) => mention(one)),
        { ...baseOf(undated), newestDay: null },
      ),
    ).toBe('stable');
  });
});

describe('the business impact of a theme', () => {
  const critical = many(100, null, 'bad', 1);
  const positive = many(100, null, 'good', 5);
  const base = baseOf([...critical, ...positive]);

  it.each([
    [31, 0, 'high: named in 31% of critical reviews, average rating 1.0'],
    [12, 0, 'high: named in 12% of critical reviews, average rating 1.0'],
    [8, 24, 'medium: named in 8% of critical reviews, average rating 4.0'],
    [2, 20, 'low: named in 2% of critical reviews, average rating 4.6'],
  ])('with %i critical and %i positive mentions is %s', (bad, good, impact) => {
    const mentions = [...critical.slice(0, bad), ...positive.slice(0, good)].map((one) => mention(one));
    expect(judgeImpact(mentions, base).summary).toBe(impact);
  });

  it.each([
    [1, 'low: named in 1 of 10 critical reviews, average rating 1.0'],
    [4, 'medium: named in 4 of 10 critical reviews, average rating 1.0'],
    [5, 'high: named in 5 of 10 critical reviews, average rating 1.0'],
  ])('counts few critical reviews: with %i mentions it is %s', (bad, impact) => {
    const few = baseOf([...critical.slice(0, 10), ...positive]);
    const mentions = critical.slice(0, bad).map((one) => mention(one));
    expect(judgeImpact(mentions, few).summary).toBe(impact);
  });

  it('leaves out the stars if no review is rated', () => {
    const unrated = many(4, null, 'x', null);
    expect(
      judgeImpact(
        unrated.map((one) => mention(one)),
        baseOf(unrated, null),
      ).summary,
    ).toBe('low: named in no critical review');
  });
});

describe('the quotes of a theme', () => {
  const texts = [
    'The dashboard takes forever to load on Monday mornings.',
    'The dashboard takes forever to load on Tuesday mornings.',
    'Search results arrive after a minute of waiting.',
    'Exports of large tables time out again and again.',
  ];

  it('differ from each other', () => {
    const chosen = pickQuotes(
      texts.map((text, index) => mention(record(`r${index}`, null), text)),
      null,
    );
    expect(chosen.filter(({ complaint }) => complaint.slice.includes('dashboard'))).toHaveLength(1);
  });

  it('include one of the newest ninety days if there is one', () => {
    const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima'.split(' ');
    const old = words.map((word, index) =>
      mention(record(`o${index}`, NEWEST - 500), `The ${word} module is painfully slow when ${word} runs.`, 3),
    );
    const fresh = mention(record('fresh', NEWEST), 'Exports crawl.', -1);
    expect(pickQuotes([...old, fresh], NEWEST)).toContain(fresh);
  });

  it('contain the words of the theme before others', () => {
    const all = texts.map((text, index) => mention(record(`r${index}`, null), text));
    const chosen = pickQuotes(all, null, new Set(), 'Dashboard takes forever');
    expect(chosen.every(({ complaint }) => complaint.slice.includes('dashboard'))).toBe(true);
    expect(pickQuotes(all, null, new Set(), 'Cannot print')).not.toEqual([]);
  });

  it('are calm sentences if there are two of them', () => {
    const calm = ['I cannot print the report on paper.', 'The monthly invoice is one that I cannot print.'];
    const all = [...calm, 'WHY CAN I NOT PRINT ANYTHING??!!'].map((text, index) =>
      mention(record(`r${index}`, null), text),
    );
    const chosen = pickQuotes(all, null, new Set(), 'Cannot print').map(({ complaint }) => complaint.slice);
    expect(chosen.sort()).toEqual(calm);
  });

  it('say the problem if two of them do', () => {
    const all = texts.map((text, index) => ({ ...mention(record(`r${index}`, null), text), says: index > 1 }));
    expect(pickQuotes(all, null).map(({ complaint }) => complaint.slice)).toEqual(
      expect.arrayContaining(texts.slice(2)),
    );
    expect(pickQuotes(all, null)).toHaveLength(2);
  });

  it('leave out mentions without a sentence', () => {
    expect(pickQuotes([mention(record('r', null), '')], null)).toEqual([]);
  });
});
