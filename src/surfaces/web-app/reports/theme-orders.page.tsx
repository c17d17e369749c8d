import type { VNode } from 'preact';
import type { StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import { hasDates } from './cover.view.js';

/** The orders in which a report lists its themes, by their name in the address. */
const ORDERS = {
  named: 'Most named',
  rising: 'Rising',
  stars: 'Costs most stars',
  worse: 'Worse than competitors',
} as const;

export type ThemeOrder = keyof typeof ORDERS;

/** The order that an address asks for. */
export const orderIn = (sent: unknown): ThemeOrder =>
  typeof sent === 'string' && Object.hasOwn(ORDERS, sent) ? (sent as ThemeOrder) : 'named';

/** Links to the themes in each of these orders; nothing if there is only one. */
export function ThemeOrders({ order, orders }: { order: ThemeOrder; orders: readonly ThemeOrder[] }): VNode | null {
  if (orders.length < 2) return null;
  return (
    <nav class="seg end screen-only" aria-label="Order of the themes">
      {orders.map((name) => (
        <a
          key={name}
          href={name === 'named' ? '?#themes' : `?order=${name}#themes`}
          aria-current={name === order ? 'true' : undefined}
        >
          {ORDERS[name]}
        </a>
      ))}
    </nav>
  );
}

interface Ordered {
  themes: readonly ReportTheme[];
  ratings: ReadonlyMap<string, number | null>;
  standings: ReadonlyMap<string, StandingInCategory>;
}

/** Whether the rating of those who name a theme is known. */
export const hasStars = (ratings: ReadonlyMap<string, number | null>): boolean =>
  [...ratings.values()].some((rating) => rating !== null);

/** The orders for which a report has the dates, stars or competitors. */
export function ordersOf({ themes, ratings, standings }: Ordered): ThemeOrder[] {
  const isKnown: Record<ThemeOrder, boolean> = {
    named: true,
    rising: hasDates(themes),
    stars: hasStars(ratings),
    worse: standings.size > 0,
  };
  return (Object.keys(ORDERS) as ThemeOrder[]).filter((order) => isKnown[order]);
}

/** The themes in an order; those of which it says nothing stand at the end, as the report has them. */
export function themesIn(order: ThemeOrder, { themes, ratings, standings }: Ordered): ReportTheme[] {
  const weights: Record<ThemeOrder, (theme: ReportTheme) => number> = {
    named: () => 0,
    rising: ({ change }) => (change ? change.to_share - change.from_share : 0),
    stars: ({ category_name }) => 5 - (ratings.get(category_name) ?? 5),
    worse: ({ category, share }) => (standings.get(category)?.standing === 'worse' ? 1 + share : 0),
  };
  return [...themes].sort((one, other) => weights[order](other) - weights[order](one));
}
