/** Where an opportunity comes from; it says which of `review` and `mention` is filled. */
export const OPPORTUNITY_SOURCES = ['review', 'network', 'forum'] as const;
export type OpportunitySource = (typeof OPPORTUNITY_SOURCES)[number];

/** What a team has made of an opportunity; any may follow any. */
export const OPPORTUNITY_STATUSES = ['new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed'] as const;
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number];

/** From calm to about to leave. */
export const FRUSTRATION_TIERS = ['low', 'medium', 'high', 'critical'] as const;

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;

/** Orders of the listing; the newer opportunity comes first among equals. */
export const OPPORTUNITY_SORTS = ['-created_at', 'created_at', '-frustration'] as const;
export type OpportunitySort = (typeof OPPORTUNITY_SORTS)[number];
