import type { VNode } from 'preact';
import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import { Icon } from '#platform/pages/icon.page.js';
import { ME, NOBODY } from '#workspace/opportunities/feed/feed.filters.js';
import { OPPORTUNITY_SOURCES, OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';

interface FiltersProps {
  /** The query parameters as the browser sent them. */
  asked: Record<string, unknown>;
  view: string | null;
  /** The page with the sheet; null where this is it. */
  sheetHref: string | null;
}

/** The filter form above the list. The order and the followed products take effect at once, the others are in a sheet. */
export function Filters({ asked, view, sheetHref }: FiltersProps): VNode {
  return (
    <form method="get" action="/app/opportunities" class="queue-filters" data-auto="">
      {view !== null && <input type="hidden" name="view" value={view} />}
      {[asked.product_id]
        .flat()
        .map((id) => typeof id === 'string' && <input key={id} type="hidden" name="product_id" value={id} />)}
      {sheetHref ? (
        <a class="button s" href={sheetHref}>
          Filter
        </a>
      ) : (
        <button class="s" type="button" popovertarget="filters">
          Filter <Icon name="down" />
        </button>
      )}
      <label class="check">
        <input type="checkbox" name="watchlist" value="true" checked={asked.watchlist === 'true'} /> Followed products
      </label>
      <select name="sort" aria-label="Sort">
        {SORTS.map(([value, label]) => (
          <option key={value} value={value} selected={value === (asked.sort ?? '')}>
            {label}
          </option>
        ))}
      </select>
      <button class="s no-script" type="submit">
        Show
      </button>
      {sheetHref === null && <FilterSheet asked={asked} />}
    </form>
  );
}

function FilterSheet({ asked }: { asked: Record<string, unknown> }): VNode {
  const choose = (name: string): { name: string; chosen: unknown } => ({ name, chosen: asked[name] });
  return (
    <div id="filters" class="filter-sheet" popover="auto">
      <div class="row">
        <Words name="q" label="Search" value={asked.q} />
        {[asked.exclude].flat().map((unwanted, index) => (
          <Words key={index} name="exclude" label="Without" value={unwanted} />
        ))}
      </div>
      <div class="row">
        <Choice {...choose('reach')} label="Reach" values={REACHES} shown={REACH_WORDS} />
        <Choice {...choose('status')} label="Status" values={OPPORTUNITY_STATUSES} />
        <Choice {...choose('assignee')} label="Assigned to" values={ASSIGNEES} shown={ASSIGNEE_WORDS} />
        <Choice {...choose('is_viewed')} label="Viewed" values={NO_OR_YES} shown={['no', 'yes']} />
        <Choice {...choose('min_score')} label="Score from" values={SCORES} />
        <Choice {...choose('frustration_tier')} label="Frustration" values={FRUSTRATION_TIERS} />
        <Choice {...choose('source')} label="Source" values={OPPORTUNITY_SOURCES} />
        <Choice {...choose('has_buying_signal')} label="Buying signal" values={NO_OR_YES} shown={['no', 'yes']} />
        <Choice {...choose('min_rating')} label="Rating from" values={STARS} />
        <Choice {...choose('max_rating')} label="Rating to" values={STARS} />
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
      <button class="primary" type="submit">
        Filter
      </button>
    </div>
  );
}

function Words({ name, label, value }: { name: string; label: string; value: unknown }): VNode {
  return (
    <input type="search" name={name} aria-label={label} placeholder={label} value={textOf(value)} maxLength={200} />
  );
}

/** The order without a name is the usual one of the list. */
const SORTS = [
  ['', 'Best first'],
  ['-created_at', 'Newest found'],
  ['created_at', 'Oldest found'],
  ['-published_at', 'Newest text'],
  ['published_at', 'Oldest text'],
  ['-frustration', 'Most frustrated'],
] as const;
const DATES = [
  ['created_after', 'Found after'],
  ['created_before', 'Found before'],
  ['published_after', 'Published after'],
  ['published_before', 'Published before'],
] as const;
const REACHES = ['named', 'profile', 'anonymous'];
const REACH_WORDS = ['name and company', 'public profile', 'nobody'];
const ASSIGNEES = [ME, NOBODY];
const ASSIGNEE_WORDS = ['me', 'nobody'];
const NO_OR_YES = ['false', 'true'];
const STARS = ['1', '2', '3', '4', '5'];
const SCORES = ['30', '40', '50', '60', '70', '80'];

/** A choice of one value, or of none. */
export function Choice(props: {
  name: string;
  label: string;
  values: readonly string[];
  shown?: readonly string[];
  chosen: unknown;
  /** The meaning of no choice. */
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
