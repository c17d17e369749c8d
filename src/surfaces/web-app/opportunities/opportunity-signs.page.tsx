import type { VNode } from 'preact';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

/** What the engine found in the text. */
export const analysisOf = ({ review, mention }: OpportunityDetail): PainPointsAnalysis | null =>
  review?.pain_points_analysis ?? mention?.pain_points ?? null;

/** The product that the text is about. */
export const productOf = ({ review, mention }: OpportunityDetail) => (review ?? mention)?.product ?? null;

const PRICE = /^(pricing|billing)/i;

/** What the writer wants, in one word. Green looks for a product, brick leaves one, ochre minds the price. */
export function NeedChip({ item }: { item: OpportunityDetail }): VNode {
  const signals = analysisOf(item)?.buying_signals.map(({ type }) => type) ?? [];
  const themes = analysisOf(item)?.items.map(({ theme }) => theme) ?? [];
  if (/^(Looks|Asks|Wants)/.test(item.title)) return <span class="chip good">Looking</span>;
  if (/^Compares/.test(item.title)) return <span class="chip good">Comparing</span>;
  if (/^(Leaves|Considers leaving)/.test(item.title)) return <span class="chip up">Leaving</span>;
  if (signals.some((type) => type !== 'switching')) return <span class="chip good">Looking</span>;
  if (signals.length > 0) return <span class="chip up">Leaving</span>;
  if (themes.some((theme) => PRICE.test(theme))) return <span class="chip warn">Price</span>;
  return <span class="chip">Problem</span>;
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
