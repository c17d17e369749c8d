import type { VNode } from 'preact';
import type { MentionRate, Standing, StandingInCategory } from '#market/report-insights/standing.operations.js';
import { Badge } from '../parts/parts.page.js';

/** The comparison of a product with its competitors in a kind of problem. Null where the difference may be chance. */
export function StandingBadge({ standing }: Pick<StandingInCategory, 'standing'>): VNode | null {
  if (standing === 'similar') return null;
  return <Badge tone={standing === 'worse' ? 'bad' : 'good'}>{standing} than competitors</Badge>;
}

/** The rates behind a standing, with their intervals. */
export function RateLine({ rates: { product, competitors } }: { rates: StandingInCategory }): VNode {
  return (
    <p class="quiet standing-rates">{`Mentions per 100 reviews: ${rateIn(product)}; competitors ${rateIn(competitors)}`}</p>
  );
}

/** An explanation of the standings of a report. Null without any. */
export function StandingLegend({ standing: { competitors, categories } }: { standing: Standing }): VNode | null {
  if (categories.length === 0) return null;
  const others = competitors === 1 ? '1 competitor that has a report' : `${competitors} competitors that have a report`;
  return (
    <p class="quiet">{`Compared with ${others}. Better or worse: the 95% intervals, in brackets, do not overlap.`}</p>
  );
}

const rateIn = ({ per_hundred, low, high }: MentionRate): string =>
  `${oneDecimal(per_hundred)} (${oneDecimal(low)}–${oneDecimal(high)})`;

const oneDecimal = (rate: number): string => rate.toFixed(1);
