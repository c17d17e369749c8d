import type { VNode } from 'preact';
import type { Page } from '#platform/operations/pagination.dto.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
} from '#workspace/opportunities/opportunity.vocabulary.js';
import { Badge, Form, Pager, Time } from './parts.page.js';

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
  return (
    <>
      <h1>Opportunities</h1>
      <Filters asked={asked} />
      <p class="quiet">Keys: j and k move down and up, Enter opens.</p>
      {page.items.length === 0 && <p>Nothing fits.</p>}
      <ul class="inbox">
        {page.items.map((item) => (
          <InboxItem key={item.id} item={item} csrfToken={csrfToken} />
        ))}
      </ul>
      <Pager pagination={page.pagination} href={href} />
    </>
  );
}

function Filters({ asked }: { asked: Record<string, unknown> }): VNode {
  return (
    <form class="row" method="get">
      <label>
        Text
        <input type="search" name="q" value={textOf(asked.q)} maxLength={200} />
      </label>
      <Choice name="status" label="Status" values={OPPORTUNITY_STATUSES} chosen={asked.status} />
      <Choice name="source" label="Source" values={OPPORTUNITY_SOURCES} chosen={asked.source} />
      <Choice name="frustration_tier" label="Frustration" values={FRUSTRATION_TIERS} chosen={asked.frustration_tier} />
      <Choice
        name="is_viewed"
        label="Viewed"
        values={['false', 'true']}
        shown={['no', 'yes']}
        chosen={asked.is_viewed}
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
      <button class="primary" type="submit">
        Filter
      </button>
    </form>
  );
}

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

function InboxItem({ item, csrfToken }: { item: OpportunityDetail; csrfToken: string }): VNode {
  const { review, mention } = item;
  const { who, about } = headlineOf(item);
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const [first] = (analysis as { items: { quote: string }[] } | null)?.items ?? [];
  const excerpt = first?.quote ?? mention?.text ?? '';
  return (
    <li class="card" data-row="">
      <div class="split">
        <h2 class="title">
          <a href={`/app/opportunities/${item.id}`}>{[who, about].filter(Boolean).join(' · ')}</a>
        </h2>
        <span>
          <TierBadge tier={item.frustration_tier} /> <Badge>{item.status}</Badge>
        </span>
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
        <Form action={`/app/opportunities/${item.id}/triage`} csrfToken={csrfToken} className="inline">
          <input type="hidden" name="back" value="inbox" />
          <button class="plain" type="submit" name="is_viewed" value={item.is_viewed ? 'false' : 'true'}>
            {item.is_viewed ? 'Mark unviewed' : 'Mark viewed'}
          </button>
        </Form>
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
