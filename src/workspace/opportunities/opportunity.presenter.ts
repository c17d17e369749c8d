import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import { maskAnalysis } from '#analysis/contacts/analysis.mask.js';
import { CONTACT_KINDS, type ContactMask, contactMaskOf } from '#analysis/contacts/contact.mask.js';
import type { CommitteeMember, UnlockState } from '#workspace/unlocks/unlock-states.service.js';
import type { BuyingCommitteeMember } from './committee-member.dto.js';
import type { Mention } from './mention.dto.js';
import type { Assignee, OpportunityDetail } from './opportunity.dto.js';
import type { OpportunityProduct } from './opportunity-product.dto.js';
import type { OpportunityReview } from './opportunity-review.dto.js';
import { evidenceOf } from './opportunity.evidence.js';
import { type KnownWriter, needScoreOf, reasonsForTeam, scorePartsOf } from './opportunity.score.js';
import { titleOf } from '#analysis/needs/need.title.js';
import type { OpportunityRow, OpportunityView, PostRow, ReviewRow } from './opportunity.rows.js';

/**
 * An opportunity as one team may see it. Gated values come only from the team's unlocks, so a value that is not
 * unlocked cannot be shown. Redaction happens only here.
 */
export function presentOpportunity({ row, review, post }: OpportunityView, unlocks: UnlockState): OpportunityDetail {
  const { email, phone, profile, committee } = unlocks;
  const hidden = CONTACT_KINDS.filter((kind) => !unlocks[kind].isRevealed);
  const mask = contactMaskOf((review ?? post)?.text ?? '', hidden, review?.reviewer_profile_url);
  const analysis = maskAnalysis(row.pain_points, mask);
  const shownMention = post && presentMention(row, post, analysis, mask);
  const shownReview = review && presentReview(row, review, analysis, profile.isRevealed ? profile.value : null, mask);
  const { product_name: product, is_followed, frustration_tier: frustrationTier } = row;
  const publishedAt = review?.published_at ?? post?.posted_at ?? null;
  const isReview = review !== null;
  const text = shownReview?.text ?? shownMention?.text ?? '';
  const { reasons } = needScoreOf({
    ...{ isReview, text, product, frustrationTier, analysis, publishedAt },
    foundAt: row.created_at,
  });
  const datedAt = publishedAt && publishedAt < row.created_at ? publishedAt : row.created_at;
  const { score, need_points: needPoints, reach_points: reachPoints } = row;
  const stored = { score, needPoints, reachPoints, datedAt, publishedAt };
  const parts = scorePartsOf(stored, reasons, writerOf(review, post), new Date());
  const words = shownReview?.title || text;
  return {
    id: row.id,
    title: titleOf({ isReview, product, analysis, words }),
    score: row.score,
    score_parts: parts,
    score_reasons: [
      ...reasons,
      parts.reach.reason,
      parts.fresh.reason,
      ...reasonsForTeam(is_followed ? product : null),
    ],
    signal: row.signal,
    reach: row.reach,
    can_unlock: row.is_contactable && row.reach !== 'anonymous',
    evidence: evidenceOf({ isReview, text, analysis, publishedAt }),
    is_viewed: row.viewed_at !== null,
    status: row.status ?? 'new',
    assignee: assigneeOf(row),
    snoozed_until: timeOf(row.snoozed_until && row.snoozed_until > new Date() ? row.snoozed_until : null),
    comments_count: row.comments_count,
    created_at: row.created_at.toISOString(),
    updated_at: laterOf(row.updated_at, unlocks.updatedAt).toISOString(),
    published_at: timeOf(publishedAt),
    source: row.source,
    is_committee_revealed: committee !== null,
    is_reviewer_revealed: profile.isRevealed,
    is_reviewer_email_revealed: email.isRevealed,
    is_reviewer_phone_revealed: phone.isRevealed,
    reviewer_email: email.isRevealed ? email.value : null,
    reviewer_phone: phone.isRevealed ? phone.value : null,
    reviewer_email_not_found: email.notFound,
    reviewer_phone_not_found: phone.notFound,
    reviewer_email_source: email.source,
    reviewer_phone_source: phone.source,
    frustration_tier: frustrationTier,
    buying_committee: { is_revealed: committee !== null, members: committee && committee.map(presentMember) },
    mention: shownMention,
    review: shownReview,
  };
}

type AssigneeColumns = Pick<OpportunityRow, 'assignee_id' | 'assignee_name'>;

/** The member who has an opportunity, as answers show them. */
export const assigneeOf = ({ assignee_id: id, assignee_name: name }: AssigneeColumns): Assignee | null =>
  id === null ? null : { id, name: name ?? '' };

const writerOf = (review: ReviewRow | null, post: PostRow | null): KnownWriter => ({
  name: review ? review.reviewer_name : (post?.author_name ?? null),
  company: review ? review.reviewer_company : (post?.author_company_name ?? null),
  profileUrl: review ? review.reviewer_profile_url : (post?.author_profile_url ?? null),
});

function presentMember(member: CommitteeMember): BuyingCommitteeMember {
  return {
    ...member,
    email: member.is_email_revealed ? member.email : null,
    phone: member.is_phone_revealed ? member.phone : null,
  };
}

function presentReview(
  row: OpportunityRow,
  review: ReviewRow,
  analysis: PainPointsAnalysis,
  profileUrl: string | null,
  mask: ContactMask,
): OpportunityReview {
  return {
    id: review.id,
    platform: review.platform,
    title: review.title && mask(review.title),
    text: mask(review.text),
    reviewer_name: review.reviewer_name,
    reviewer_title: review.reviewer_title,
    reviewer_company: review.reviewer_company,
    reviewer_company_logo: null,
    rating: review.rating,
    review_url: review.review_url,
    network_lead_url: profileUrl,
    network_company_url: null,
    published_at: timeOf(review.published_at),
    company_industry: review.company_industry,
    company_size: review.company_size,
    company_country: review.company_country,
    company_description: null,
    company_website: review.company_website,
    enriched_company_name: null,
    enriched_company_logo: null,
    enriched_company_industry: null,
    enriched_company_size: null,
    enriched_company_country: null,
    enriched_company_website: null,
    enriched_company_network: null,
    enriched_reviewer_name: null,
    enriched_reviewer_title: null,
    enriched_reviewer_network: profileUrl,
    enriched_reviewer_city: null,
    enriched_reviewer_country: null,
    pain_points_analysis: analysis,
    product: productOf(row),
  };
}

function presentMention(row: OpportunityRow, post: PostRow, analysis: PainPointsAnalysis, mask: ContactMask): Mention {
  return {
    id: post.id,
    url: post.url,
    text: mask(post.text),
    posted_at: timeOf(post.posted_at),
    sentiment: row.sentiment,
    has_buying_signal: row.has_buying_signal,
    pain_points: analysis,
    author_name: post.author_name,
    author_headline: post.author_headline,
    author_title: post.author_title,
    author_bio: post.author_bio,
    author_profile_url: post.author_profile_url,
    author_city: post.author_city,
    author_country: post.author_country,
    author_company_name: post.author_company_name,
    author_company_logo: null,
    author_company_network_url: null,
    author_company_website: post.author_company_website,
    author_company_size: post.author_company_size,
    author_company_industry: post.author_company_industry,
    author_company_description: null,
    forum_community: post.forum_community,
    product: productOf(row),
  };
}

const productOf = ({ product_id, product_name, product_logo_url }: OpportunityRow): OpportunityProduct | null =>
  product_id !== null && product_name !== null
    ? { id: product_id, name: product_name, logo_url: product_logo_url }
    : null;

const laterOf = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

const timeOf = (moment: Date | null): string | null => moment && moment.toISOString();
