import type { VNode } from 'preact';
import type { Need } from '#analysis/needs/need.patterns.js';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

/** What the engine found in the text. */
export const analysisOf = ({ review, mention }: OpportunityDetail): PainPointsAnalysis | null =>
  review?.pain_points_analysis ?? mention?.pain_points ?? null;

/** The product that the text is about. */
export const productOf = ({ review, mention }: OpportunityDetail) => (review ?? mention)?.product ?? null;

const PRICE = /^(pricing|billing)/i;

/** The class and the word of each need. */
const NEED_CHIPS: Record<Need, readonly [kind: string, word: string]> = {
  alternative: ['good', 'Looking'],
  recommendation: ['good', 'Looking'],
  purchase: ['good', 'Looking'],
  gap: ['good', 'Looking'],
  consideration: ['good', 'Comparing'],
  leaving: ['up', 'Leaving'],
};

/** What the writer wants, in one word. Green looks for a product, brick leaves one, ochre minds the price. */
export function NeedChip({ item }: { item: OpportunityDetail }): VNode {
  if (item.signal) {
    const [kind, word] = NEED_CHIPS[item.signal];
    return <span class={`chip ${kind}`}>{word}</span>;
  }
  const minds = analysisOf(item)?.items.some(({ theme }) => PRICE.test(theme));
  return minds ? <span class="chip warn">Price</span> : <span class="chip">Problem</span>;
}

/** The parts of the score in the order of the bars. */
const partsOf = ({ score_parts: { need, reach, fresh } }: OpportunityDetail) => [
  { name: 'Need', ...need },
  { name: 'Reach', ...reach },
  { name: 'Fresh', ...fresh },
];

const BAR = 16;

/** Need, reach and freshness as three bars. */
export function Signal({ item }: { item: OpportunityDetail }): VNode {
  const parts = partsOf(item);
  const label = parts.map(({ name, points, of }) => `${name} ${points} of ${of}`).join(', ');
  return (
    <svg class="signal" width="22" height="18" role="img" aria-label={label}>
      <path
        class="on"
        d={parts
          .map(({ points, of }, at) => {
            const height = Math.round((10 * BAR * points) / of) / 10;
            return `M${8 * at} ${Math.round(10 * (17 - height)) / 10}h5V17h-5Z`;
          })
          .join('')}
      />
    </svg>
  );
}

/** Why an opportunity stands where it stands. */
export function Why({ item }: { item: OpportunityDetail }): VNode {
  return (
    <dl class="why">
      {partsOf(item).map(({ name, points, of, reason }) => (
        <div key={name}>
          <dt>
            {name} <b>{`${points} of ${of}`}</b>
          </dt>
          <dd>{reason}</dd>
        </div>
      ))}
    </dl>
  );
}
