/** Sources of opportunities. The source decides whether `review` or `mention` is set. */
export const OPPORTUNITY_SOURCES = ['review', 'network', 'forum'] as const;
export type OpportunitySource = (typeof OPPORTUNITY_SOURCES)[number];

/** Statuses that a team can give an opportunity. Any status may follow any other. */
export const OPPORTUNITY_STATUSES = ['new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed'] as const;
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number];

/** Whether the writer can be found: by name and company, by a public profile alone, or not at all. */
export const REACHES = ['named', 'profile', 'anonymous'] as const;
export type Reach = (typeof REACHES)[number];

/** What a verbatim part of a text shows. */
export const EVIDENCE_KINDS = ['need', 'problem', 'deadline', 'budget', 'size', 'alternative'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/**
 * Orders of the listing. Within equal frustration the newest opportunity comes first, within equal scores the latest
 * text. A text without a date, or with a date in the future, is ordered by the time of its detection.
 */
export const OPPORTUNITY_SORTS = [
  '-created_at',
  'created_at',
  '-published_at',
  'published_at',
  '-frustration',
  '-score',
] as const;
export type OpportunitySort = (typeof OPPORTUNITY_SORTS)[number];
