const PERSON = ['name', 'title', 'company', 'company_logo'].map((name) => `review.reviewer_${name}`);
const REVIEW = ['id', 'platform', 'title', 'text', 'rating', 'review_url', 'published_at', 'network_lead_url'];
const COMPANY = ['industry', 'size', 'country', 'website'].map((name) => `review.company_${name}`);
const MENTION = [
  ...['id', 'url', 'text', 'posted_at', 'forum_community', 'author_name', 'author_headline', 'author_title'],
  ...['author_bio', 'author_profile_url', 'author_city', 'author_country', 'author_company_name'],
  ...['author_company_website', 'author_company_size', 'author_company_industry'],
];

/**
 * The columns of each export as CSV: fields of its items, where a dot leads into an object. They never change; new ones
 * are added at the end.
 */
export const EXPORT_COLUMNS = {
  opportunities: [
    ...['id', 'title', 'score', 'score_reasons', 'is_viewed', 'status', 'created_at', 'updated_at', 'published_at'],
    ...['source', 'frustration_tier', 'is_committee_revealed', 'is_reviewer_revealed', 'is_reviewer_email_revealed'],
    ...['is_reviewer_phone_revealed', 'reviewer_email', 'reviewer_phone', 'reviewer_email_not_found'],
    ...['reviewer_phone_not_found', 'reviewer_email_source', 'reviewer_phone_source', 'buying_committee.members'],
    ...['review.product.id', 'review.product.name', ...REVIEW.map((name) => `review.${name}`), ...PERSON, ...COMPANY],
    ...['review.pain_points_analysis', 'mention.product.id', 'mention.product.name'],
    ...[...MENTION, 'sentiment', 'has_buying_signal', 'pain_points'].map((name) => `mention.${name}`),
    ...['signal', 'reach', 'can_unlock', 'score_parts', 'evidence'],
    ...['assignee.id', 'assignee.name', 'snoozed_until', 'comments_count'],
  ],
  reports: [
    ...['id', 'product.id', 'product.name', 'generated_at', 'metadata.engine', 'metadata.reviews_read', 'total_themes'],
    ...['themes.theme_id', 'themes.category_name', 'themes.category', 'themes.trend', 'themes.total_mentions'],
    ...['themes.share', 'themes.share_low', 'themes.share_high', 'themes.business_impact', 'themes.quotes'],
    ...['themes.months', 'themes.change', 'themes.variants'],
  ],
  pitches: ['id', 'opportunity_id', 'channels', 'features', 'markdown', 'app_url', 'created_at', 'confidence'],
  ledger: [
    ...['position', 'kind', 'amount', 'balance_after', 'action', 'thing', 'reason', 'credential.kind'],
    ...['credential.id', 'credential.name', 'purchase_id', 'request_id', 'created_at', 'pools'],
    ...['opportunity_id', 'product_id', 'pitch_id', 'report_id'],
  ],
  'audit-log': [
    ...['id', 'action', 'actor.kind', 'actor.id', 'actor.name', 'ip', 'user_agent', 'target.type', 'target.id'],
    ...['target.name', 'changes', 'request_id', 'created_at'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type ExportKind = keyof typeof EXPORT_COLUMNS;
