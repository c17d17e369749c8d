import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { Badge, Time } from './parts.page.js';

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
    <span>
      found <Time at={created_at} />
    </span>
  );
}

export function TierBadge({ tier }: { tier: string }): VNode {
  const tone = tier === 'critical' || tier === 'high' ? 'bad' : tier === 'medium' ? 'wait' : undefined;
  return <Badge tone={tone}>{`${tier} frustration`}</Badge>;
}
