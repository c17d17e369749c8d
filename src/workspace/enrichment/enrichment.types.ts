/** The fields that can be looked up about a person. */
export const CONTACT_FIELDS = ['email', 'phone', 'profile'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The outcome of a look-up. A provider failure is thrown instead. */
export type Outcome = 'found' | 'not_found' | 'suppressed';

export const COMMITTEE_ROLES = ['decision_maker', 'champion', 'influencer', 'end_user'] as const;
export type CommitteeRole = (typeof COMMITTEE_ROLES)[number];

export type { Person } from '#market/writers/person.keys.js';
