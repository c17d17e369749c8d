/** What can be looked up about one person. */
export const CONTACT_FIELDS = ['email', 'phone', 'profile'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** How a look-up ends. A provider that fails is not an outcome: it is thrown. */
export type Outcome = 'found' | 'not_found' | 'suppressed';

export const COMMITTEE_ROLES = ['decision_maker', 'champion', 'influencer', 'end_user'] as const;
export type CommitteeRole = (typeof COMMITTEE_ROLES)[number];

/** Somebody as a review, a post or the directory names them. */
export interface Person {
  name: string | null;
  company: string | null;
  companyWebsite: string | null;
  profileUrl: string | null;
}
