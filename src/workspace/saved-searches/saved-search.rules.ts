import { changesOf } from '#accounts/audit/audit.changes.js';
import type { AuditChanges } from '#accounts/audit/audit.types.js';
import { feedOf } from '#workspace/opportunities/feed/feed.selection.js';
import type { DeliveryInput, SearchFilters } from './saved-search.dto.js';
import type { Delivery, SentFilters } from './saved-search.types.js';

const BY_DEFAULT: Delivery = { webhook: false, inbox: true, feed: false, email: null };

/** The delivery after a change of the given fields. */
export function deliveryOf(change: DeliveryInput = {}, before: Delivery = BY_DEFAULT): Delivery {
  const { webhook = before.webhook, inbox = before.inbox, feed = before.feed } = change;
  if (change.email === undefined) return { webhook, inbox, feed, email: before.email };
  if (change.email === null) return { webhook, inbox, feed, email: null };
  const { frequency, weekday = 'monday', hour, time_zone, recipients } = change.email;
  const email = {
    frequency,
    weekday: frequency === 'weekly' ? weekday : null,
    hour,
    time_zone,
    recipients: [...new Set(recipients)],
  };
  return { webhook, inbox, feed, email };
}

/** Whether matches are delivered at all. */
export const delivers = (delivery: Delivery): boolean => delivery.inbox || leavesApp(delivery);

/** Whether matches leave the app, which a plan limits. */
export const leavesApp = ({ webhook, feed, email }: Delivery): boolean => webhook || feed || email !== null;

/** The filter that no new opportunity can pass, or null. */
export function unmatchedField(filters: SearchFilters): keyof SearchFilters | null {
  const { status, is_viewed, is_revealed, created_before } = feedOf('', filters, null);
  if (status && !status.includes('new')) return 'status';
  if (is_viewed) return 'is_viewed';
  if (is_revealed) return 'is_revealed';
  return created_before && created_before.getTime() <= Date.now() ? 'created_before' : null;
}

interface Audited {
  name?: string;
  filters?: SentFilters;
  deliver?: Delivery;
  is_enabled?: boolean;
}

/** The changed fields for the audit log; filters and email delivery as JSON. `before` is null for a new search. */
export const changesOfSearch = (before: Audited | null, after: Audited): AuditChanges =>
  changesOf(before && flat(before), flat(after));

const flat = ({ name, filters, deliver, is_enabled }: Audited): Record<string, string | boolean | undefined> => ({
  name,
  filters: filters && JSON.stringify(filters),
  deliver: deliver && JSON.stringify(deliver),
  is_enabled,
});
