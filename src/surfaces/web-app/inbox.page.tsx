import type { VNode } from 'preact';
import type { Page } from '#platform/operations/pagination.dto.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
} from '#workspace/opportunities/opportunity.vocabulary.js';
import { Badge, Pager, Time } from './parts.page.js';
import { Triage } from './triage.page.js';

interface InboxView {
  page: Page<OpportunityDetail>;
  asked: Record<string, unknown>;
  csrfToken: string;
}

export function Inbox({ page, asked, csrfToken }: InboxView): VNode {
  const href = (number: number): string => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) {
      for (const each of [value].flat()) if (name !== 'page') parameters.append(name, String(each));
    }
    parameters.set('page', String(number));
    return `/app/opportunities?${parameters}`;
  };
  const here = href(page.pagination.page);
  return (
    <>
      <h1>Opportunities</h1>
      <Filters asked={asked} />
      <p class="quiet for-keyboards">
        Keys: j and k move down and up, Enter opens, v marks viewed, s goes to the status.
      </p>
      {page.items.length === 0 && <p>Nothing fits.</p>}
      <ul class="inbox">
        {page.items.map((item) => (
          <InboxItem key={item.id} item={item} here={here} csrfToken={csrfToken} />
        ))}
      </ul>
      <Pager pagination={page.pagination} href={href} />
    </>
  );
}

/** Filters that few look for at once; they are open where one of them is used. */
const RARER = [
  'source',
  'has_buying_signal',
  'min_rating',
  'max_rating',
  'country',
  'industry',
  'created_after',
  'created_before',
];

function Filters({ asked }: { asked: Record<string, unknown> }): VNode {
  return (
    <form method="get" class="filters">
      <div class="row">
        <label>
          Text
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
          label="Order"
          values={OPPORTUNITY_SORTS}
          shown={['newest first', 'oldest first', 'most frustrated first']}
          chosen={asked.sort}
          anyLabel="usual"
        />
        <label class="check">
          <input type="checkbox" name="watchlist" value="true" checked={asked.watchlist === 'true'} /> Followed products
          only
        </label>
      </div>
      <details open={RARER.some((name) => name in asked)}>
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
          <label>
            Detected after
            <input type="date" name="created_after" value={textOf(asked.created_after)} />
          </label>
          <label>
            Detected before
            <input type="date" name="created_before" value={textOf(asked.created_before)} />
          </label>
        </div>
      </details>
      {[asked.product_id]
        .flat()
        .map((id) => typeof id === 'string' && <input key={id} type="hidden" name="product_id" value={id} />)}
      <p>
        <button class="primary" type="submit">
          Filter
        </button>{' '}
        {Object.keys(asked).length > 0 && <a href="/app/opportunities">Show all</a>}
      </p>
    </form>
  );
}

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

function InboxItem({ item, here, csrfToken }: { item: OpportunityDetail; here: string; csrfToken: string }): VNode {
  const { review, mention } = item;
  const { who, about } = headlineOf(item);
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const [first] = (analysis as { items: { quote: string }[] } | null)?.items ?? [];
  const excerpt = first?.quote ?? mention?.text ?? '';
  const title = [who, about].filter(Boolean).join(' · ');
  return (
    <li class="card" data-row="">
      <div class="split">
        <h2 class="title">
          <a href={`/app/opportunities/${item.id}`}>{title}</a>
        </h2>
        <TierBadge tier={item.frustration_tier} />
      </div>
      {excerpt && (
        <blockquote>
          <p>{excerpt.length > 240 ? `${excerpt.slice(0, 238)}…` : excerpt}</p>
        </blockquote>
      )}
      <div class="split">
        <p class="quiet">
          {review?.platform ?? mention?.forum_community ?? item.source},{' '}
          <Time at={review?.published_at ?? mention?.posted_at ?? item.created_at} />
        </p>
        <Triage opportunity={item} label={`Status of ${title}`} back={here} csrfToken={csrfToken} />
      </div>
    </li>
  );
}

/** Who wrote it, and about what. */
export function headlineOf({ review, mention, source }: OpportunityDetail): { who: string; about: string | null } {
  const name = review?.reviewer_name ?? mention?.author_name;
  const company = review?.reviewer_company ?? mention?.author_company_name;
  const product = (review ?? mention)?.product?.name ?? null;
  const who =
    [name, company].filter(Boolean).join(', ') ||
    (source === 'review' ? 'A reviewer' : `Somebody in ${mention?.forum_community ?? 'the network'}`);
  return { who, about: product ? `about ${product}` : null };
}

export function TierBadge({ tier }: { tier: string }): VNode {
  const tone = tier === 'critical' || tier === 'high' ? 'bad' : tier === 'medium' ? 'wait' : undefined;
  return <Badge tone={tone}>{`${tier} frustration`}</Badge>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
