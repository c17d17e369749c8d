import type { VNode } from 'preact';
import type { Page } from '#platform/operations/operation.result.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { FilterChips } from './filter-chips.page.js';
import { Filters } from './inbox-filters.page.js';
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
      <FilterChips asked={asked} productNames={productNamesIn(page.items)} />
      <details class="for-keyboards">
        <summary>Keyboard</summary>
        <p class="quiet">
          j moves down, k moves up, Enter opens an opportunity, v marks it as viewed, s selects its status.
        </p>
      </details>
      {page.items.length === 0 && <p>No opportunities match these filters.</p>}
      <ul class="inbox">
        {page.items.map((item) => (
          <InboxItem key={item.id} item={item} here={here} csrfToken={csrfToken} />
        ))}
      </ul>
      <Pager pagination={page.pagination} href={href} />
    </>
  );
}

function InboxItem({ item, here, csrfToken }: { item: OpportunityDetail; here: string; csrfToken: string }): VNode {
  const { review, mention } = item;
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const [first] = (analysis as { items: { quote: string }[] } | null)?.items ?? [];
  const excerpt = first?.quote ?? review?.text ?? mention?.text ?? '';
  return (
    <li class="card" data-row="">
      <div class="split">
        <h2 class="title">
          <a href={`/app/opportunities/${item.id}`}>{item.title}</a>
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
          {bylineOf(item)}, {review?.platform ?? mention?.forum_community ?? item.source}, <OwnDate of={item} />
        </p>
        <Triage opportunity={item} label={`Status of ${item.title}`} back={here} csrfToken={csrfToken} />
      </div>
    </li>
  );
}

/** The author of the review or post, and the product it is about. */
export function bylineOf({ review, mention }: OpportunityDetail): string {
  const name = review?.reviewer_name ?? mention?.author_name;
  const company = review?.reviewer_company ?? mention?.author_company_name;
  const product = (review ?? mention)?.product?.name ?? null;
  const author = [name, company].filter(Boolean).join(', ') || 'Author hidden';
  return product ? `${author}, about ${product}` : author;
}

/** The own date of the text, or the day on which it was found. */
export function OwnDate({ of: { published_at, created_at } }: { of: OpportunityDetail }): VNode {
  if (published_at) return <Time at={published_at} />;
  return (
    <>
      found <Time at={created_at} />
    </>
  );
}

const productNamesIn = (items: readonly OpportunityDetail[]): Map<string, string> =>
  new Map(
    items.flatMap(({ review, mention }) => {
      const product = (review ?? mention)?.product;
      return product ? [[product.id, product.name] as const] : [];
    }),
  );

export function TierBadge({ tier }: { tier: string }): VNode {
  const tone = tier === 'critical' || tier === 'high' ? 'bad' : tier === 'medium' ? 'wait' : undefined;
  return <Badge tone={tone}>{`${tier} frustration`}</Badge>;
}
