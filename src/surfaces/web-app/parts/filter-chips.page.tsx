import type { VNode } from 'preact';
import { hrefOf } from '../opportunities/opportunity-list.query.js';

/** Names of products by id, as far as they are known. */
export type ProductNames = ReadonlyMap<string, string>;

const FILTER_LABELS: Record<string, string> = {
  q: 'Search',
  exclude: 'Without',
  status: 'Status',
  is_viewed: 'Viewed',
  frustration_tier: 'Frustration',
  watchlist: 'Followed products only',
  source: 'Source',
  product_id: 'Product',
  sentiment: 'Tone',
  is_revealed: 'Unlocked',
  has_buying_signal: 'Buying signal',
  reach: 'Reach',
  min_frustration: 'Frustration from',
  signal: 'Signal',
  min_score: 'Score from',
  min_rating: 'Rating from',
  max_rating: 'Rating to',
  country: 'Country',
  industry: 'Industry',
  created_after: 'Found after',
  created_before: 'Found before',
  published_after: 'Published after',
  published_before: 'Published before',
};

const YES_OR_NO: Record<string, string> = { true: 'yes', false: 'no' };

interface ChipsProps {
  /** The query parameters as the browser sent them. */
  asked: Record<string, unknown>;
  view: string | null;
  productNames: ProductNames;
}

/** The filters that are set. Each is a link to the list without it. */
export function FilterChips({ asked, view, productNames }: ChipsProps): VNode | null {
  const all = Object.entries(asked).flatMap(([name, values]) =>
    [values].flat().map((each) => [name, String(each)] as const),
  );
  const filters = all.filter(([name]) => name in FILTER_LABELS);
  if (filters.length === 0) return null;
  const hrefWithout = (removed: readonly [string, string]): string => {
    const rest = new Map<string, string[]>();
    for (const each of all) if (each !== removed) rest.set(each[0], [...(rest.get(each[0]) ?? []), each[1]]);
    return hrefOf({ asked: Object.fromEntries(rest), view });
  };
  const chips = filters.map((filter) => [textOf(filter, productNames), hrefWithout(filter)] as const);
  return <Chips chips={chips} allHref={hrefOf({ asked: {}, view })} />;
}

/** Filters that are set, each with the address of the list without it. `allHref` is the list without any. */
export function Chips(props: { chips: readonly (readonly [text: string, href: string])[]; allHref: string }): VNode {
  return (
    <p class="chips">
      {props.chips.map(([text, href]) => (
        <a class="chip" key={href} href={href} aria-label={`Remove the filter ${text}`}>
          {text} <span aria-hidden="true">×</span>
        </a>
      ))}
      <a href={props.allHref}>Show all</a>
    </p>
  );
}

const textOf = ([name, value]: readonly [string, string], names: ProductNames): string =>
  name === 'watchlist' ? filterLabelOf(name) : `${filterLabelOf(name)}: ${filterValueOf(name, value, names)}`;

/** The name of a filter in the app. */
export const filterLabelOf = (name: string): string => FILTER_LABELS[name] ?? name.replaceAll('_', ' ');

/** The labels of fields of other forms. */
const FIELD_LABELS: Record<string, string> = {
  from: 'From',
  to: 'To',
  action: 'Action',
  query: 'Search',
  sort: 'Sort',
};

/** The label of a field of a form that filters. Undefined for a parameter that only addresses have. */
export const fieldLabelOf = (name: string): string | undefined => FIELD_LABELS[name] ?? FILTER_LABELS[name];

/** A value of a filter in words. */
export function filterValueOf(name: string, value: string, names: ProductNames): string {
  if (name === 'product_id') return names.get(value) ?? 'one product';
  return YES_OR_NO[value] ?? value;
}
