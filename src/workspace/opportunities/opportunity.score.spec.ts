import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import { reasonsForTeam, type ScoreSource, scoreOf } from './opportunity.score.js';

const analysisOf = (evidence: string[], competitors: string[] = []): PainPointsAnalysis => ({
  summary: '',
  items: [],
  buying_signals: evidence.map((text) => ({ type: 'recommendation_request', evidence: text })),
  competitors_mentioned: competitors,
  reason: '',
});

const source = (text: string, facts: Partial<ScoreSource> = {}): ScoreSource => ({
  isReview: false,
  text,
  product: null,
  frustrationTier: 'medium',
  analysis: analysisOf([text]),
  ...facts,
});

describe('the score of an opportunity', () => {
  it('is 100 for a writer who urgently looks for an alternative, with a budget, two names and critical frustration', () => {
    const text = 'We need an alternative to Boardly by Friday, our budget is $500. Is Kanbanica any good?';
    const best = source(text, {
      product: 'Boardly',
      frustrationTier: 'critical',
      analysis: analysisOf([text], ['Kanbanica']),
    });
    expect(scoreOf(best)).toEqual({
      score: 100,
      reasons: [
        'Looks for an alternative',
        'In a hurry: “by Friday”',
        'Names a budget or a size',
        'Names Boardly and Kanbanica',
        'Critical frustration',
      ],
    });
  });

  it('is low for a complaint without a need', () => {
    const complaint = source('It is slow.', { isReview: true, product: 'Boardly', analysis: analysisOf([]) });
    expect(scoreOf(complaint)).toEqual({ score: 27, reasons: ['Has a problem, but states no need', 'Names Boardly'] });
  });

  it('does not count the price in a review as a budget', () => {
    const text = 'They charged me $99, so I need an alternative to it.';
    expect(scoreOf(source(text, { isReview: true })).reasons).toEqual(['Looks for an alternative']);
  });

  it('names a product once', () => {
    const text = 'Any alternative to Boardly?';
    const named = source(text, { product: 'Boardly', analysis: analysisOf([text], ['boardly']) });
    expect(scoreOf(named).score).toBe(57);
  });

  it('is higher for a firmer need', () => {
    const texts = ['It would be great to sync.', 'Should I get Boardly?', 'I want Boardly.', 'Any good app?'];
    const scores = texts.map((text) => scoreOf(source(text)).score);
    expect(scores).toEqual([25, 30, 35, 40]);
  });
});

describe('the reasons for a team', () => {
  const now = new Date('2026-06-30T12:00:00Z');

  it('name the product that it follows, and how recent the text is', () => {
    expect(reasonsForTeam('Boardly', new Date('2026-06-28T00:00:00Z'), now)).toEqual([
      'About Boardly, which your team follows',
      'Written in the last 7 days',
    ]);
  });

  it.each([
    ['2026-06-10T00:00:00Z', ['Written in the last 30 days']],
    ['2026-05-10T00:00:00Z', []],
    ['2026-07-10T00:00:00Z', []],
  ])('for a text of %s are %j', (publishedAt, reasons) => {
    expect(reasonsForTeam(null, new Date(publishedAt), now)).toEqual(reasons);
  });
});
