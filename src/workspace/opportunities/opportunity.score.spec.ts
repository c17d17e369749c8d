import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import {
  freshPointsOf,
  type NeedSource,
  needScoreOf,
  reachOf,
  reasonsForTeam,
  scorePartsOf,
} from './opportunity.score.js';

const WRITTEN = new Date('2026-01-10T00:00:00Z');

const analysisOf = (evidence: string[], competitors: string[] = []): PainPointsAnalysis => ({
  summary: '',
  items: [],
  buying_signals: evidence.map((text) => ({ type: 'recommendation_request', evidence: text })),
  competitors_mentioned: competitors,
  reason: '',
});

const source = (text: string, facts: Partial<NeedSource> = {}): NeedSource => ({
  isReview: false,
  text,
  product: null,
  frustrationTier: 'medium',
  analysis: analysisOf([text]),
  publishedAt: WRITTEN,
  foundAt: WRITTEN,
  ...facts,
});

describe('the need of an opportunity', () => {
  it('has 40 points for a writer who urgently looks for an alternative, with a budget, two names and critical frustration', () => {
    const text = 'We need an alternative to Boardly by Friday, our budget is $500. Is Kanbanica any good?';
    const best = source(text, {
      product: 'Boardly',
      frustrationTier: 'critical',
      analysis: analysisOf([text], ['Kanbanica']),
    });
    expect(needScoreOf(best)).toEqual({
      signal: 'alternative',
      points: 40,
      reasons: [
        'Looks for an alternative',
        'In a hurry: “by Friday”',
        'Names a budget or a size',
        'Names Boardly and Kanbanica',
        'Critical frustration',
      ],
    });
  });

  it('has few points for a complaint without a need', () => {
    const complaint = source('It is slow.', { isReview: true, product: 'Boardly', analysis: analysisOf([]) });
    expect(needScoreOf(complaint)).toEqual({
      signal: null,
      points: 7,
      reasons: ['Has a problem, but states no need', 'Names Boardly'],
    });
  });

  it('does not count the price in a review as a budget', () => {
    const text = 'They charged me $99, so I need an alternative to it.';
    expect(needScoreOf(source(text, { isReview: true })).reasons).toEqual(['Looks for an alternative']);
  });

  it.each([
    ['I want to uninstall it.', 'leaving'],
    ['We cancelled last week.', 'leaving'],
    ['I am looking for an alternative to it.', 'alternative'],
  ])('of a reviewer who leaves with the words %j is %s', (text, signal) => {
    const analysis = { ...analysisOf([]), buying_signals: [{ type: 'switching' as const, evidence: text }] };
    expect(needScoreOf(source(text, { isReview: true, analysis })).signal).toBe(signal);
  });

  it.each([
    ['We cancelled and have signed with Kanbanica.', 'leaving'],
    ['We found an alternative to Boardly.', 'alternative'],
    ['We are leaving for Kanbanica.', 'leaving'],
    ['We cancelled and took an offer from Kanbanica.', 'leaving'],
  ])('has few points if it is met: %j', (text, signal) => {
    expect(needScoreOf(source(text))).toEqual({ signal, points: 5, reasons: ['Has chosen another product already'] });
  });

  it('has few points if another sentence names the product that was chosen', () => {
    const left = 'We cancelled last week.';
    const settled = source(`${left} Kanbanica has sold us ten seats.`, { analysis: analysisOf([left], ['Kanbanica']) });
    expect(needScoreOf(settled).reasons).toContain('Has chosen another product already');
  });

  it('has all points for a writer who leaves what they chose', () => {
    expect(needScoreOf(source('We chose this tool last year, and have cancelled.')).points).toBe(24);
  });

  it.each([
    ['counts', '2026-03-01T00:00:00Z', 1],
    ['does not count', '2026-04-01T00:00:00Z', 0],
  ])('%s as urgent in a text that is found on %s', (_, foundAt, hurries) => {
    const { reasons } = needScoreOf(source('We need an alternative to Boardly asap.', { foundAt: new Date(foundAt) }));
    expect(reasons.filter((reason) => reason.startsWith('In a hurry'))).toHaveLength(hurries);
  });

  it('counts a product once', () => {
    const text = 'Any alternative to Boardly?';
    const named = source(text, { product: 'Boardly', analysis: analysisOf([text], ['boardly']) });
    expect(needScoreOf(named).points).toBe(27);
  });

  it('has more points the firmer it is', () => {
    const texts = ['It would be great to sync.', 'Should I get Boardly?', 'I want Boardly.', 'Any good app?'];
    const points = texts.map((text) => needScoreOf(source(text, { product: 'Boardly' })).points);
    expect(points).toEqual([16, 19, 22, 24]);
  });

  it.each([
    ['Any good app?', 21],
    ['Time tracking software for five people\nAny suggestions?', 21],
    ['My favorite apps\nAny suggestions?', 17],
    ['Brass fittings\nAny suggestions?', 11],
  ])('has fewer points the less likely a post asks for software: %j', (text, points) => {
    const [question = ''] = text.split('\n').slice(-1);
    expect(needScoreOf(source(text, { analysis: analysisOf([question]) })).points).toBe(points);
  });
});

describe('the reach of a writer', () => {
  it.each([
    [
      'a name, a company and a profile',
      { name: 'Kim', company: 'Acme', profileUrl: 'https://x.example/kim' },
      'named',
      25,
    ],
    ['a name and a company', { name: 'Kim', company: 'Acme', profileUrl: null }, 'named', 20],
    ['a profile alone', { name: null, company: null, profileUrl: 'https://x.example/kim' }, 'profile', 15],
    ['a name alone', { name: 'Kim', company: null, profileUrl: null }, 'anonymous', 0],
    ['a company alone', { name: '', company: 'Acme', profileUrl: '' }, 'anonymous', 0],
  ])('with %s is %s', (_, writer, reach, points) => {
    expect(reachOf(writer, false)).toMatchObject({ reach, points });
  });

  it('is better for a person of the contact directory', () => {
    const writer = { name: 'Kim', company: 'Acme', profileUrl: 'https://x.example/kim' };
    expect(reachOf(writer, true)).toEqual({
      reach: 'named',
      points: 30,
      reason: 'A name and a company, a public profile, in the contact directory',
    });
  });
});

describe('the points for the age of a text', () => {
  const day = (days: number): Date => new Date(WRITTEN.getTime() + days * 86_400_000);

  it.each([
    [0, 30],
    [45, 15],
    [90, 8],
    [-3, 30],
    [400, 0],
  ])('after %d days are %d', (days, points) => {
    expect(freshPointsOf(WRITTEN, { needPoints: 24, reachPoints: 20 }, day(days))).toBe(points);
  });

  it.each([
    ['for an unknown writer', { needPoints: 24, reachPoints: 0 }],
    ['without an open need', { needPoints: 12, reachPoints: 20 }],
  ])('are half of that %s', (_what, points) => {
    expect([0, 45, 90].map((days) => freshPointsOf(WRITTEN, points, day(days)))).toEqual([15, 8, 4]);
  });
});

describe('the parts of a score', () => {
  const writer = { name: 'Kim', company: 'Acme', profileUrl: null };
  const partsOn = (now: string, publishedAt: Date | null = WRITTEN) =>
    scorePartsOf(
      { score: 68, needPoints: 19, reachPoints: 20, datedAt: WRITTEN, publishedAt },
      ['Wants to buy'],
      writer,
      new Date(now),
    );

  it('add up to it, with their reasons', () => {
    expect(partsOn('2026-01-13T00:00:00Z')).toEqual({
      need: { points: 19, of: 40, reason: 'Wants to buy' },
      reach: { points: 20, of: 30, reason: 'A name and a company' },
      fresh: { points: 29, of: 30, reason: 'Written 3 days ago' },
    });
  });

  it.each([
    ['2026-01-10T12:00:00Z', 'Written today'],
    ['2026-01-11T12:00:00Z', 'Written 1 day ago'],
    ['2026-06-11T12:00:00Z', 'Written in January 2026'],
    ['2027-06-11T12:00:00Z', 'Written in January 2026; a need older than a year counts a quarter'],
  ])('on %s state the age as %j', (now, reason) => {
    expect(partsOn(now).fresh.reason).toBe(reason);
  });

  it('state that an unknown writer halves the points for the age', () => {
    const stored = { score: 45, needPoints: 30, reachPoints: 0, datedAt: WRITTEN, publishedAt: WRITTEN };
    const unknown = { name: null, company: null, profileUrl: null };
    expect(scorePartsOf(stored, [], unknown, new Date('2026-01-10T12:00:00Z'))).toMatchObject({
      need: { points: 30 },
      fresh: { points: 15, reason: 'Written today; counts half, as the writer is unknown' },
    });
  });

  it('state that a text without an open need has half of the points for the age', () => {
    const stored = { score: 42, needPoints: 7, reachPoints: 20, datedAt: WRITTEN, publishedAt: WRITTEN };
    expect(scorePartsOf(stored, [], writer, new Date('2026-01-10T12:00:00Z')).fresh).toEqual({
      points: 15,
      of: 30,
      reason: 'Written today; counts half, as no open need is stated',
    });
  });

  it('stay within their limits while a stored score waits for its update', () => {
    const stored = { score: 62, needPoints: 40, reachPoints: 0, datedAt: WRITTEN, publishedAt: WRITTEN };
    const unknown = { name: null, company: null, profileUrl: null };
    const { need, fresh } = scorePartsOf(stored, [], unknown, new Date('2026-01-10T12:00:00Z'));
    expect([need.points, fresh.points]).toEqual([40, 22]);
  });

  it('state that a text has no date', () => {
    expect(partsOn('2026-01-13T00:00:00Z', null).fresh.reason).toBe('No date, found 3 days ago');
  });
});

describe('the reasons for a team', () => {
  it('name the product that it follows', () => {
    expect(reasonsForTeam('Boardly')).toEqual(['About Boardly, which your team follows']);
  });
});
