import { evidenceOf } from './opportunity.evidence.js';

const TEXT =
  'We are 25 agents and Boardly loses our tickets. Looking for an alternative to Boardly, maybe Kanbanica. ' +
  'Our contract ends in March and the budget is $5,000.';
const ANALYSIS = {
  summary: '',
  items: [{ theme: 'Data', severity: 'high' as const, quote: 'Boardly loses our tickets', confidence: 1 }],
  buying_signals: [
    { type: 'recommendation_request' as const, evidence: 'Looking for an alternative to Boardly, maybe Kanbanica.' },
  ],
  competitors_mentioned: ['Kanbanica', 'Nowhere'],
  reason: '',
};
const SOURCE = { isReview: false, text: TEXT, analysis: ANALYSIS, publishedAt: new Date('2026-01-10T00:00:00Z') };

describe('the evidence of an opportunity', () => {
  it('is verbatim parts of the text in their order', () => {
    expect(evidenceOf(SOURCE)).toEqual([
      { kind: 'size', text: '25 agents' },
      { kind: 'problem', text: 'Boardly loses our tickets' },
      { kind: 'need', text: 'Looking for an alternative to Boardly, maybe Kanbanica.' },
      { kind: 'alternative', text: 'Kanbanica' },
      { kind: 'deadline', text: 'contract ends in March' },
      { kind: 'budget', text: 'budget is $5,000' },
    ]);
  });

  it('has no budget and no size in a review, whose writer states what they pay', () => {
    const kinds = evidenceOf({ ...SOURCE, isReview: true }).map(({ kind }) => kind);
    expect(kinds).toEqual(['problem', 'need', 'alternative', 'deadline']);
  });

  it('leaves out what the text as shown does not contain', () => {
    expect(evidenceOf({ ...SOURCE, text: 'Hidden.' })).toEqual([]);
  });
});
