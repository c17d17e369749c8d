import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import type { Report } from '#market/report-reading/report.content.js';
import { ReportTheme } from '#market/report-reading/report.content.js';
import { type BattleCardSource, battleCardOf } from './battle.card.js';

const quote = (quote_text: string) => ({ quote_text, platform: 'G2', source_url: '', review_date: '' });

const theme = (category_name: string, category_id: string, family: string, said: string) =>
  new ReportTheme({
    ...{ category_id, category_name, family, variants: [], total_mentions: 20, trend: 'stable', quotes: [quote(said)] },
    ...{ business_impact: 'low: few', impact_level: 'low', theme_id: `id of ${category_name}`, meaning_key: '' },
    ...{ share: 0.05, share_low: 0.03, share_high: 0.07, months: [], change: null },
  });

const SOURCE: BattleCardSource = {
  report: {
    product: {
      id: 'theirs',
      name: 'Oldbox',
      logo_url: null,
      description: null,
      reviews_count: 400,
      reviews_since_report: 0,
    },
    ...{ summary: '', total_themes: 3, status: 'completed', generated_at: '2026-01-01T00:00:00.000Z' },
    themes: [
      theme('Too slow', 'performance', 'slow', 'The list takes ten seconds to load.'),
      theme('Does not work', 'bugs', 'broken', 'It does not work.'),
      theme('Support does not help', 'support', 'support', 'Support never answers.'),
    ],
  } satisfies Report,
  leavesFor: [
    {
      product: { id: 'other', name: 'Rivalbox', logo_url: null },
      reviews: 3,
      evidence: [{ ...quote('We moved to Rivalbox.'), product_id: 'theirs' }],
    },
  ],
  standing: [],
  own: [],
  sender: { ...UNKNOWN_SENDER, whatItDoes: 'Lists that load within a second. Dark mode' },
};

describe('a battle card', () => {
  it('has the themes one can act on, each with a quote and a question', () => {
    const { pains } = battleCardOf(SOURCE);
    expect(pains.map(({ name, quote: said, ask }) => [name, said?.quote_text, ask.endsWith('?')])).toEqual([
      ['Too slow', 'The list takes ten seconds to load.', true],
      ['Support does not help', 'Support never answers.', true],
    ]);
  });

  it('says only what the sender profile says about a pain', () => {
    expect(battleCardOf(SOURCE).pains.map(({ say }) => say)).toEqual(['Lists that load within a second.', null]);
  });

  it('shows where people go, in their words', () => {
    expect(battleCardOf(SOURCE).why_people_leave).toEqual([
      { name: 'Rivalbox', reviews: 3, quote: quote('We moved to Rivalbox.') },
    ]);
  });

  it('has no empty line in Markdown for a pain to which the sender profile says nothing', () => {
    expect(battleCardOf(SOURCE).markdown.match(/\*\*Say:\*\*.*/g)).toEqual([
      '**Say:** Lists that load within a second.',
    ]);
  });

  it('is also Markdown', () => {
    expect(battleCardOf(SOURCE).markdown).toContain(
      '### Too slow\n\n20 of the texts read (5%) name it.\n\n> The list takes ten seconds to load.\n\n- **Ask:** Which step keeps you',
    );
  });

  const rate = (product_id: string, per_hundred: number) => ({
    ...{ product_id, per_hundred, low: per_hundred - 1, high: per_hundred + 1 },
  });
  const own = (name: string, openings: [category: string, theirs: number, yours: number][]) => ({
    ...{ id: name, name },
    openings: openings.map(([category, theirs, yours]) => ({
      category,
      ...(theirs > yours
        ? { worst: rate('theirs', theirs), others: [rate(name, yours)] }
        : { worst: rate(name, yours), others: [rate('theirs', theirs)] }),
    })),
  });

  it('says which products of the team are better at a kind of problem, the greatest distance first', () => {
    const products = [
      own('Notebox', [
        ['Crashes', 9, 3],
        ['Price', 2, 8],
      ]),
      own('Sheet*box', [
        ['Speed', 12, 2],
        ['Crashes', 9, 1],
      ]),
    ];
    const { strengths, markdown } = battleCardOf({ ...SOURCE, own: products });
    const [notebox, sheetbox] = ['Notebox', 'Sheet*box'].map((name) => ({ product_id: name, name }));
    expect(strengths).toEqual([
      { category: 'Speed', theirs: 12, yours: 2, your_products: [{ ...sheetbox, per_hundred: 2 }] },
      {
        ...{ category: 'Crashes', theirs: 9, yours: 1 },
        your_products: [
          { ...sheetbox, per_hundred: 1 },
          { ...notebox, per_hundred: 3 },
        ],
      },
    ]);
    expect(markdown).toContain('- Crashes: 9.0 of 100 texts name it, of Sheet\\*box 1.0 and of Notebox 3.0');
  });
});
