import type { VNode } from 'preact';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
} from '#workspace/opportunities/opportunity.vocabulary.js';

/** The rarely used filters. Their section is open while one of them is set. */
const RARELY_USED = [
  'source',
  'has_buying_signal',
  'min_rating',
  'max_rating',
  'country',
  'industry',
  'created_after',
  'created_before',
  'published_after',
  'published_before',
];

/** The filter form above the inbox. `asked` holds the query parameters as the browser sent them. */
export function Filters({ asked }: { asked: Record<string, unknown> }): VNode {
  return (
    <form method="get" class="filters">
      <div class="row">
        <label>
          Search
          <input type="search" name="q" value={textOf(asked.q)} maxLength={200} />
        </label>
        <Choice name="status" label="Status" values={OPPORTUNITY_STATUSES} chosen={asked.status} />
        <Choice name="is_viewed" label="Viewed" values={NO_OR_YES} shown={['no', 'yes']} chosen={asked.is_viewed} />
        <Choice
          name="frustration_tier"
          label="Frustration"
          values={FRUSTRATION_TIERS}
          chosen={asked.frustration_tier}
        />
        <Choice
          name="sort"
          label="Sort"
          values={OPPORTUNITY_SORTS.slice(1)}
          shown={SORT_LABELS}
          chosen={asked.sort}
          anyLabel="newest found"
        />
        <label class="check">
          <input type="checkbox" name="watchlist" value="true" checked={asked.watchlist === 'true'} /> Followed products
          only
        </label>
      </div>
      <MoreFilters asked={asked} />
      {[asked.product_id]
        .flat()
        .map((id) => typeof id === 'string' && <input key={id} type="hidden" name="product_id" value={id} />)}
      <p>
        <button class="primary" type="submit">
          Filter
        </button>
      </p>
    </form>
  );
}

function MoreFilters({ asked }: { asked: Record<string, unknown> }): VNode {
  return (
    <details open={RARELY_USED.some((name) => name in asked)}>
      <summary>More filters</summary>
      <div class="row">
        <Choice name="source" label="Source" values={OPPORTUNITY_SOURCES} chosen={asked.source} />
        <Choice
          name="has_buying_signal"
          label="Buying signal"
          values={NO_OR_YES}
          shown={['no', 'yes']}
          chosen={asked.has_buying_signal}
        />
        <Choice name="min_rating" label="Rating from" values={STARS} chosen={asked.min_rating} />
        <Choice name="max_rating" label="Rating to" values={STARS} chosen={asked.max_rating} />
        <label>
          Country
          <input name="country" value={textOf(asked.country)} maxLength={200} />
        </label>
        <label>
          Industry
          <input name="industry" value={textOf(asked.industry)} maxLength={200} />
        </label>
        {DATES.map(([name, label]) => (
          <label key={name}>
            {label}
            <input type="date" name={name} value={textOf(asked[name])} />
          </label>
        ))}
      </div>
    </details>
  );
}

const SORT_LABELS = ['oldest found', 'newest text', 'oldest text', 'most frustrated'];
const DATES = [
  ['created_after', 'Detected after'],
  ['created_before', 'Detected before'],
  ['published_after', 'Published after'],
  ['published_before', 'Published before'],
] as const;
const NO_OR_YES = ['false', 'true'];
const STARS = ['1', '2', '3', '4', '5'];

function Choice(props: {
  name: string;
  label: string;
  values: readonly string[];
  shown?: readonly string[];
  chosen: unknown;
  anyLabel?: string;
}): VNode {
  return (
    <label>
      {props.label}
      <select name={props.name}>
        <option value="">{props.anyLabel ?? 'any'}</option>
        {props.values.map((value, index) => (
          <option key={value} value={value} selected={value === props.chosen}>
            {props.shown?.[index] ?? value}
          </option>
        ))}
      </select>
    </label>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
