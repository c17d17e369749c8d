import type { SavedSearchView } from './saved-searches.operations.js';
import type { ListedSearch } from './saved-searches.queries.js';

/** A search as the API shows it. */
export function viewOf(row: ListedSearch): SavedSearchView {
  const { id, name, filters, deliver, is_enabled, disabled_reason, feed_hint, matches_7_days, marked, livemode } = row;
  return {
    id,
    name,
    filters,
    deliver,
    is_enabled,
    disabled_reason,
    feed_hint,
    created_by: { kind: row.created_by_kind, id: row.created_by_id, name: row.creator },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_matched_at: row.latest_match_at && row.latest_match_at.toISOString(),
    matches_7_days,
    relevant_share: marked === 0 ? null : row.marked_relevant / marked,
    livemode,
  };
}
