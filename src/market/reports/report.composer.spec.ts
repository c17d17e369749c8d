import type { ReportDraft } from '#analysis/analysis.types.js';
import type { QuoteSource } from './quote.source.js';
import { composeReport, quotedReviewIds } from './report.composer.js';

const PRODUCT = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

const REVIEW = {
  id: 'r1',
  text: 'Nice colours. It crashes daily. I want my money back.',
  platform: 'Store',
  review_url: null,
  published_at: null,
  reviewer_profile_url: null,
  likes: null,
  dislikes: null,
  rating: 2,
};

/** Composes the first report of a product. */
const compose = (draft: ReportDraft, reviews: QuoteSource[]) =>
  composeReport(draft, reviews, { productId: PRODUCT, known: [] });

const draftWith = (...quotes: [reviewId: string, quoteText: string][]): ReportDraft => ({
  summary: 'Summary',
  themes: [
    {
      categoryId: 'crash',
      categoryName: 'Crashes',
      family: 'crashes',
      isTelling: true,
      variants: [],
      trend: 'stable',
      totalMentions: 3,
      averageRating: 1.5,
      impact: {
        level: 'high',
        evidence: 'named in 31% of critical reviews',
        summary: 'high: named in 31% of critical reviews, average rating 1.5',
      },
      mentionsByMonth: [{ month: '2025-01', mentions: 3 }],
      months: [{ month: '2025-01', mentions: 3, reviews: 4 }],
      change: { month: '2025-01', fromShare: 0.123456, toShare: 0.7 },
      mentions: [{ reviewId: 'r1', quoteText: 'It crashes daily.', strength: 0.9, variants: [] }],
      quotes: quotes.map(([reviewId, quoteText]) => ({ reviewId, quoteText })),
    },
  ],
  metadata: {
    engine: 'test/1',
    reviewsRead: 3,
    texts: { read: 6, skipped: { language: 0, no_words: 0, copy: 0 } },
    reviewsWithProblem: 3,
    themedShare: 1,
    languagesNamed: ['en'],
    datedFrom: null,
    datedTo: null,
    languages: { en: 3 },
    notes: ['A note.'],
  },
});

const PROVEN = draftWith(['r1', 'It crashes daily.']);

describe('composing a report', () => {
  it('returns the id of each quoted review once', () => {
    expect(quotedReviewIds(draftWith(['r1', 'a'], ['r2', 'b'], ['r1', 'c']))).toEqual(['r1', 'r2']);
  });

  it('combines a quote with its review, and leaves missing fields empty', () => {
    const { themes } = compose(draftWith(['r1', 'It crashes daily.']), [REVIEW]);
    expect(themes[0]?.quotes).toEqual([
      { quote_text: 'It crashes daily.', platform: 'Store', source_url: '', review_date: '' },
    ]);
  });

  it('hides contact data in a quote, also where the quote cuts it, and changes nothing else', () => {
    const text = 'It crashes. Ask jane@acme.example, people.example/jane or +49 170 1234567, they ignore you.';
    const review = { ...REVIEW, text, reviewer_profile_url: 'https://people.example/jane' };
    const quoted = (quoteText: string): [string, string] => ['r1', quoteText];
    const { themes, metadata } = compose(
      draftWith(quoted('It crashes. Ask jane@acme.example, people.example/jane'), quoted('or +49 170 1')),
      [review],
    );
    expect(themes[0]?.quotes.map(({ quote_text }) => quote_text)).toEqual([
      'It crashes. Ask [email hidden], [profile hidden]',
      'or [phone hidden]',
    ]);
    expect(metadata.notes).toEqual(['A note.']);
  });

  it('states where and when a review was written', () => {
    const review = { ...REVIEW, review_url: 'https://store.example/1', published_at: new Date('2025-03-01T10:00:00Z') };
    const { themes } = compose(draftWith(['r1', 'It crashes daily.']), [review]);
    expect(themes[0]?.quotes[0]).toMatchObject({
      source_url: 'https://store.example/1',
      review_date: '2025-03-01T10:00:00.000Z',
    });
  });

  it.each([
    ['that was changed', 'r1', 'It crashed daily.'],
    ['with different capitals', 'r1', 'it crashes daily.'],
    ['of a deleted review', 'r2', 'It crashes daily.'],
    ['without text', 'r1', ''],
  ])('leaves out a quote %s, with a note', (_, reviewId, quoteText) => {
    const draft = draftWith(['r1', 'It crashes daily.'], [reviewId, quoteText]);
    const { themes, metadata } = compose(draft, [REVIEW]);
    expect(themes[0]?.quotes.map(({ quote_text }) => quote_text)).toEqual(['It crashes daily.']);
    expect(metadata.notes).toEqual(['A note.', expect.stringMatching(/^1 quotes? /)]);
  });

  it('leaves out a theme without a verbatim quote, with its figures and its headline', () => {
    const { themes, metadata, headline } = compose(draftWith(['r1', 'it crashes']), [REVIEW]);
    expect([themes, metadata.themes, headline]).toEqual([[], [], 'No recurring pain points in 3 reviews']);
  });

  it('keeps the figures of every theme', () => {
    expect(compose(PROVEN, [REVIEW]).metadata.themes).toEqual([
      { category_name: 'Crashes', average_rating: 1.5, mentions_by_month: [{ month: '2025-01', mentions: 3 }] },
    ]);
  });

  it('keeps the category and the impact of a theme', () => {
    expect(compose(PROVEN, [REVIEW]).themes[0]).toMatchObject({
      category_id: 'crash',
      impact_level: 'high',
      business_impact: 'high: named in 31% of critical reviews, average rating 1.5',
    });
  });

  it('has a headline with the first theme and its share of critical reviews', () => {
    expect(compose(PROVEN, [REVIEW]).headline).toBe('Crashes: named in 31% of critical reviews');
  });

  it('has no headline that fits every problem', () => {
    const [crashes] = PROVEN.themes;
    if (!crashes) throw new Error('no theme');
    const themes = [{ ...crashes, categoryName: 'Does not work', isTelling: false }, crashes];
    expect(compose({ ...PROVEN, themes }, [REVIEW]).headline).toBe('Crashes: named in 31% of critical reviews');
  });

  it('has a headline even if there is no theme', () => {
    const draft = { ...draftWith(), themes: [] };
    expect(compose(draft, []).headline).toBe('No recurring pain points in 3 reviews');
  });

  it('states the share of the texts read with its interval, and the change in four decimals', () => {
    expect(compose(PROVEN, [REVIEW]).themes[0]).toMatchObject({
      share: 0.5,
      share_low: expect.closeTo(0.1876, 4),
      share_high: expect.closeTo(0.8124, 4),
      change: { month: '2025-01', from_share: 0.1235, to_share: 0.7 },
    });
  });

  it('returns the mentions of every theme with its id', () => {
    const { themes, mentions } = compose(PROVEN, [REVIEW]);
    expect(mentions).toEqual([{ theme_id: themes[0]?.theme_id, mentions: PROVEN.themes[0]?.mentions }]);
  });
});
