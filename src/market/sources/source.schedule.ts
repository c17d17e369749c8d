import { connectorOf } from './connectors/catalog.js';
import type { SourceFailed } from './source.failures.js';
import type { RunKind } from './source-run.entity.js';
import type { ClaimedSource } from './source-sync.queries.js';

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const MAX_RETRY_MINUTES = 60;
/** Answers in another form may be a page of a service in trouble: after so many, a person has to look. */
const MAX_DRIFTS = 3;
/** Intervals differ by a tenth, so that sources that were added together are not fetched together. */
const SPREAD = 0.2;

/**
 * When a source is fetched next, and looked at next: at once if something else is due. It is not fetched while its last answer is fresh.
 */
export function nextSyncAfter(
  source: Pick<ClaimedSource, 'id' | 'interval_seconds' | 'backfill' | 'has_rechecks'>,
  now: Date,
  freshSeconds = 0,
): { next_sync_at: Date; next_attempt_at: Date } {
  const share = Number.parseInt(source.id.slice(-4), 16) / 0xffff;
  const factor = 1 - SPREAD / 2 + SPREAD * share;
  const next_sync_at = new Date(
    now.getTime() + Math.max(source.interval_seconds * factor, freshSeconds) * MS_PER_SECOND,
  );
  const hasMore = source.backfill !== null || source.has_rechecks;
  return { next_sync_at, next_attempt_at: hasMore ? now : next_sync_at };
}

/**
 * What a failure changes in the row of a source: what it says, and when it is tried again, if ever. Older texts and checks are tried again
 * after the next fetch of new texts, which they do not put off.
 */
export function failureState(
  source: ClaimedSource,
  { kind, message, isGone }: SourceFailed,
  of: RunKind,
  now: Date,
): Record<string, unknown> {
  const failures = source.failure_kind === kind ? source.failures + 1 : 1;
  const failing_since = source.failing_since ?? now;
  const failed = { failures, failure: message, failure_kind: kind, failing_since };
  if (kind === 'unreachable') {
    const minutes = Math.min(2 ** (failures - 1), MAX_RETRY_MINUTES);
    return { ...failed, next_attempt_at: new Date(now.getTime() + minutes * MS_PER_MINUTE) };
  }
  // The walk begins again: what it has read is stored.
  const restarted = of === 'sync' ? { ...failed, walk: null } : failed;
  const isFinal = kind === 'credential' || kind === 'refused' || (kind === 'drift' && failures >= MAX_DRIFTS);
  if (!isFinal) {
    const { next_sync_at } = nextSyncAfter(source, now);
    return of === 'sync' ? { ...restarted, next_sync_at, next_attempt_at: next_sync_at } : restarted;
  }
  const isOver = isGone && connectorOf(source).order === 'whole';
  return { ...restarted, state: isOver ? 'removed' : 'broken' };
}
