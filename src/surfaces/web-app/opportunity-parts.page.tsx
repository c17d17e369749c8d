import type { VNode } from 'preact';
import { clipped } from '#analysis/text/clipped.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { Badge, Time } from './parts.page.js';

const LONGEST_NAME = 60;

/** The author of the review or post, and the product it is about. Long names are cut. */
export function bylineOf({ review, mention }: OpportunityDetail): string {
  const name = review?.reviewer_name ?? mention?.author_name;
  const company = review?.reviewer_company ?? mention?.author_company_name;
  const product = (review ?? mention)?.product?.name;
  const [author, about] = [[name, company], [product]].map((names) =>
    names.flatMap((each) => (each ? [clipped(each, LONGEST_NAME)] : [])).join(', '),
  );
  return `${author || 'Author hidden'}${about ? `, about ${about}` : ''}`;
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
