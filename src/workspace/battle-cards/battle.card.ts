import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import type { ComparisonOpening } from '#market/report-insights/product-comparison.operations.js';
import type { StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { SwitchingProductCount } from '#market/report-insights/switching.operations.js';
import type { Report } from '#market/report-reading/report.content.js';
import { textsReadIn } from '#market/reports/share.interval.js';
import type { Quote } from '#market/reports/theme.dto.js';
import { askAbout } from '#workspace/pitches/pitch.copy.js';
import { bullets, literal, paragraphs, quoted } from '#workspace/pitches/pitch.markdown.js';
import { offerOf } from '#workspace/pitches/pitch.sender.js';
import { featuresIn, shareTopic } from '#workspace/pitches/pitch.topic.js';
import type { ProductBattleCard, BattleCardPain } from './battle-cards.operations.js';

/** What a battle card is made from. */
export interface BattleCardSource {
  report: Report;
  leavesFor: readonly SwitchingProductCount[];
  /** Compared with all competitors together. */
  standing: readonly StandingInCategory[];
  /** Compared with the team's product; empty if it has no report. */
  openings: readonly ComparisonOpening[];
  sender: Sender;
}

const MAX_PAINS = 5;
const MAX_OTHERS = 3;

/** A battle card that states only what reviews and the sender profile say. */
export function battleCardOf({ report, leavesFor, standing, openings, sender }: BattleCardSource): ProductBattleCard {
  const { product, generated_at, metadata } = report;
  const features = featuresIn(offerOf(null, sender));
  const card = {
    product,
    generated_at,
    texts_read: metadata ? textsReadIn(metadata) : 0,
    why_people_leave: leavesFor.slice(0, MAX_OTHERS).map(({ product: { name }, reviews, evidence }) => ({
      ...{ name, reviews, quote: evidence.map(quoteOf)[0] ?? null },
    })),
    pains: report.themes
      .filter(({ isVague }) => !isVague)
      .slice(0, MAX_PAINS)
      .map(({ theme_id, category_name: name, categoryId, total_mentions, share, trend, quotes }): BattleCardPain => ({
        ...{ theme_id, name, total_mentions, share, trend },
        quote: quotes[0] ?? null,
        ask: askAbout(categoryId),
        say: features.find((feature) => shareTopic(feature, `${name}\n${quotes[0]?.quote_text ?? ''}`)) ?? null,
      })),
    strengths: openings
      .filter(({ worst }) => worst.product_id === product.id)
      .slice(0, MAX_OTHERS)
      .map(({ category, worst, others }) => ({
        ...{ category, theirs: worst.per_hundred, yours: others[0]?.per_hundred ?? 0 },
      })),
    be_fair: standing
      .filter((each) => each.standing === 'better')
      .slice(0, MAX_OTHERS)
      .map(({ category }) => category),
  };
  return { ...card, markdown: markdownOf(card) };
}

const quoteOf = ({ quote_text, platform, source_url, review_date }: Quote): Quote => ({
  ...{ quote_text, platform, source_url, review_date },
});

function markdownOf(card: Omit<ProductBattleCard, 'markdown'>): string {
  const { product, texts_read, why_people_leave, pains, strengths, be_fair } = card;
  const section = (title: string, lines: readonly string[]): (string | null)[] =>
    lines.length === 0 ? [] : [`## ${title}`, ...lines];
  return `${paragraphs(
    `# Battle card: ${literal(product.name)}`,
    `From ${texts_read.toLocaleString('en')} texts read.`,
    ...section(
      'Why people leave',
      why_people_leave.flatMap(({ name, reviews, quote }) => [
        `${reviews} ${reviews === 1 ? 'review leaves' : 'reviews leave'} for ${literal(name)}.`,
        ...(quote ? [quoted(quote.quote_text)] : []),
      ]),
    ),
    ...section('Pains', pains.flatMap(painInMarkdown)),
    ...section(
      'Where you are better',
      strengths.length === 0
        ? []
        : [
            bullets(
              strengths.map(
                ({ category, theirs, yours }) =>
                  `${category}: ${theirs.toFixed(1)} of 100 texts name it, of yours ${yours.toFixed(1)}`,
              ),
            ),
          ],
    ),
    ...section(
      'Be fair',
      be_fair.length === 0 ? [] : [bullets(be_fair.map((each) => `Better than its competitors: ${each}`))],
    ),
  )}\n`;
}

function painInMarkdown({ name, total_mentions, share, quote, ask, say }: BattleCardPain): string[] {
  const percent = Number((100 * share).toFixed(1));
  return [
    `### ${literal(name)}`,
    `${total_mentions} of the texts read (${percent}%) name it.`,
    ...(quote ? [quoted(quote.quote_text)] : []),
    bullets([`**Ask:** ${ask}`, ...(say === null ? [] : [`**Say:** ${literal(say)}`])]),
  ];
}
