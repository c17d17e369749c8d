import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { OpportunitySource } from '#workspace/opportunities/opportunity.vocabulary.js';
import { Badge, Time } from '../parts/parts.page.js';

const MAX_NAME_LENGTH = 60;
const MAX_SOURCE_LENGTH = 40;

/** Such as `Complains about A: “It fails.”`, but not `Says: “It fails.”`. */
const CLAIM = /^([^“]{8,})(: “.*”)$/;

/** A title whose claim stands out from the words that show it. */
export function OpportunityTitle({ title }: { title: string }): VNode {
  const [, claim, words] = CLAIM.exec(title) ?? [];
  return claim ? (
    <>
      <b>{claim}</b>
      <span class="title-words">{words}</span>
    </>
  ) : (
    <b>{title}</b>
  );
}

/** The claim of a title, where its quote follows anyway. */
export const claimOf = (title: string): string => CLAIM.exec(title)?.[1]?.replace(/ and says$/, '') ?? title;

/** The author of the review or post with the company, or null. Long names are cut. */
export function authorOf({ review, mention }: OpportunityDetail): string | null {
  const name = review?.reviewer_name ?? mention?.author_name;
  const company = review?.reviewer_company ?? mention?.author_company_name;
  return [name, company].flatMap((each) => (each ? [clipped(each, MAX_NAME_LENGTH)] : [])).join(', ') || null;
}

/** The kinds of sources, for texts whose site has no name. */
const SOURCES: Record<OpportunitySource, string> = {
  review: 'a review site',
  network: 'a professional network',
  forum: 'a forum',
};

/** The place where the text was written. */
export const sourceOf = ({ review, mention, source }: OpportunityDetail): string =>
  clipped(review?.platform ?? mention?.forum_community ?? SOURCES[source], MAX_SOURCE_LENGTH);

/** The person and the company, or of a hidden one the source. */
export const personIn = (item: OpportunityDetail): string => authorOf(item) ?? `someone on ${sourceOf(item)}`;

/** The author, or of a hidden one the source and the stars, and the product that the text is about, if it is known. */
export function bylineOf(item: OpportunityDetail): string {
  const author = authorOf(item) ?? starredSourceOf(item);
  const product = (item.review ?? item.mention)?.product?.name;
  return product ? `${author}, about ${clipped(product, MAX_NAME_LENGTH)}` : author;
}

function starredSourceOf(item: OpportunityDetail): string {
  const rating = item.review?.rating ?? null;
  return rating === null ? sourceOf(item) : `${sourceOf(item)}, ${rating} of 5 stars`;
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
