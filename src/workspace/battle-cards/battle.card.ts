import { group } from 'd3-array';
import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import type { ComparisonOpening } from '#market/report-insights/product-comparison.operations.js';
import type { StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { SwitchingProductCount } from '#market/report-insights/switching.operations.js';
import type { Report } from '#market/report-reading/report.content.js';
import { textsReadIn } from '#market/reports/share.interval.js';
import type { Quote } from '#market/reports/theme.dto.js';
import { inList } from '#platform/text/listed.text.js';
import { askAbout } from '#workspace/pitches/pitch.copy.js';
import { bullets, literal, paragraphs, quoted } from '#workspace/pitches/pitch.markdown.js';
import { offerOf } from '#workspace/pitches/pitch.sender.js';
import { featuresIn, shareTopic } from '#workspace/pitches/pitch.topic.js';
import type { BattleCardPain, BattleCardStrength, ProductBattleCard } from './battle-cards.operations.js';

/** What a battle card is made from. */
export interface BattleCardSource {
  report: Report;
  leavesFor: readonly SwitchingProductCount[];
  /** Compared with all competitors together. */
  standing: readonly StandingInCategory[];
  /** The team's products, each compared with the product. */
  own: readonly OwnProduct[];
  sender: Sender;
}

/** A product of the team. Without openings if one of the two products has no report. */
export interface OwnProduct {
  id: string;
  name: string;
  openings: readonly ComparisonOpening[];
}

const MAX_PAINS = 5;
const MAX_OTHERS = 3;

/** A battle card that states only what reviews and the sender profile say. */
export function battleCardOf({ report, leavesFor, standing, own, sender }: BattleCardSource): ProductBattleCard {
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
    strengths: strengthsOf(product.id, own).slice(0, MAX_OTHERS),
    be_fair: standing
      .filter((each) => each.standing === 'better')
      .slice(0, MAX_OTHERS)
      .map(({ category }) => category),
  };
  return { ...card, markdown: markdownOf(card) };
}

/** Where reviewers of the product complain more than those of the team's products, the greatest distance first. */
function strengthsOf(productId: string, own: readonly OwnProduct[]): BattleCardStrength[] {
  const rates = own.flatMap(({ id, name, openings }) =>
    openings
      .filter(({ worst }) => worst.product_id === productId)
      .flatMap(({ category, worst, others: [yours] }) =>
        yours ? [{ category, worst, yours, rate: { product_id: id, name, per_hundred: yours.per_hundred } }] : [],
      ),
  );
  const distance = ({ worst, yours }: (typeof rates)[number]): number => worst.low - yours.high;
  const byCategory = group(
    rates.toSorted((one, other) => distance(other) - distance(one)),
    ({ category }) => category,
  );
  return [...byCategory].flatMap(([category, of]) => {
    const your_products = of.map(({ rate }) => rate).sort((one, other) => one.per_hundred - other.per_hundred);
    const [first, lowest] = [of[0], your_products[0]];
    return first && lowest
      ? [{ category, theirs: first.worst.per_hundred, yours: lowest.per_hundred, your_products }]
      : [];
  });
}

/** A strength in words. `written` writes the name of a product. */
export function strengthIn(
  { category, theirs, your_products }: BattleCardStrength,
  written = (name: string): string => name,
): string {
  const yours = your_products.map(({ name, per_hundred }) => `of ${written(name)} ${per_hundred.toFixed(1)}`);
  return `${category}: ${theirs.toFixed(1)} of 100 texts name it, ${inList(yours)}`;
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
      strengths.length === 0 ? [] : [bullets(strengths.map((strength) => strengthIn(strength, literal)))],
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
