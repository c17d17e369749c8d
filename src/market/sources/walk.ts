import { isDeepStrictEqual } from 'node:util';
import type { Validators } from '#platform/outbound/polite.client.js';
import type { Connector, Position, ReadItem, Settings, Window, WirePage } from './connectors/connector.js';

/** How far a source is read. */
export interface SourceCursor {
  /** The time of the newest item that was read. Null if there was none, or if items have no times. */
  reached: string | null;
  /** What the service said about its first page, if that was the only one. */
  validators: Validators | null;
  /** How long the last answer is fresh, if its service says so. */
  freshSeconds?: number;
  /** Up to when edited texts were read, for connectors that look for them separately. */
  editsReadAt?: string;
}

/** A fetch of several pages. A worker that dies leaves it, and the next one goes on from it. */
export interface Walk {
  from: string;
  until: string;
  editsFrom?: string;
  position: Position;
  newest: string | null;
  pages: number;
  isCapped: boolean;
}

/** What follows a page: another one, or the end of the walk. */
export type Step = { walk: Walk; ended: null } | { walk: null; ended: { reached: string | null; isCapped: boolean } };

const MS_PER_SECOND = 1_000;
/** Sources show an item a little after its time. */
const LAG_MS = 120_000;
/** A first fetch looks back so far. Older texts are a backfill. */
const FIRST_DAYS = 30;
const MS_PER_DAY = 86_400_000;
/** A source whose pages have no end. */
const MAX_PAGES = 10_000;

/** The window of the next fetch: from the cursor back by the overlap, or from 30 days ago. `now` is in milliseconds. */
export function windowAfter(connector: Connector, cursor: SourceCursor | null, now: number): Window {
  const reached = cursor?.reached ? Date.parse(cursor.reached) - connector.overlapSeconds * MS_PER_SECOND : null;
  const window = { from: new Date(reached ?? now - FIRST_DAYS * MS_PER_DAY), until: new Date(now - LAG_MS) };
  const { editsSeconds = Infinity } = connector;
  const read = cursor?.editsReadAt;
  const isDue = read !== undefined && now - Date.parse(read) >= editsSeconds * MS_PER_SECOND;
  return isDue ? { ...window, editsFrom: new Date(read) } : window;
}

/** A walk through a window, before its first page. */
export const beginWalk = (connector: Connector, settings: Settings, window: Window): Walk => ({
  from: window.from.toISOString(),
  until: window.until.toISOString(),
  ...(window.editsFrom && { editsFrom: window.editsFrom.toISOString() }),
  position: connector.start(settings, window),
  newest: null,
  pages: 0,
  isCapped: false,
});

export const windowOf = ({ from, until, editsFrom }: Pick<Walk, 'from' | 'until' | 'editsFrom'>): Window => ({
  from: new Date(from),
  until: new Date(until),
  ...(editsFrom !== undefined && { editsFrom: new Date(editsFrom) }),
});

/**
 * What follows a page that was read. A falling walk ends below its window. The cursor never passes the end of the window, because
 * items may still appear behind it.
 */
export function stepAfter(connector: Connector, walk: Walk, page: WirePage, items: readonly ReadItem[]): Step {
  const times = items.map(({ at }) => at);
  const dated = times.filter((at) => at !== null);
  const floor = new Date(String(walk.position.floor ?? walk.from));
  const isBelow = connector.order === 'falling' && dated.length > 0 && dated.every((at) => at < floor);
  const newest = newestOf([...dated.map((at) => at.toISOString()), ...(walk.newest === null ? [] : [walk.newest])]);
  const isCapped = walk.isCapped || (page.isCapped === true && !isBelow);
  const told = isBelow ? { ...page, next: null } : page;
  const next = connector.following ? connector.following(walk.position, told, times) : told.next;
  const pages = walk.pages + 1;
  const isOver = next === null || isDeepStrictEqual(next, walk.position) || pages >= MAX_PAGES;
  if (isOver) {
    const reached = newest === null || newest < walk.until ? newest : walk.until;
    return { walk: null, ended: { reached, isCapped: isCapped || pages >= MAX_PAGES } };
  }
  return { walk: { ...walk, position: next, newest, pages, isCapped }, ended: null };
}

/** Times in ISO 8601 with the same precision sort as texts. */
const newestOf = (times: readonly string[]): string | null =>
  times.reduce<string | null>((newest, time) => (newest === null || time > newest ? time : newest), null);

/** The later of two cursors: a window that was read again moves nothing back. */
const laterOf = (one: string | null, other: string | null): string | null =>
  newestOf([one, other].filter((time) => time !== null));

/** What a service said about its last page. */
type Answered = Pick<SourceCursor, 'validators' | 'freshSeconds'>;

/** The cursor after a walk. What the service said about its first page holds only if that was the whole walk. */
export function cursorAfter(
  connector: Connector,
  cursor: SourceCursor | null,
  { reached }: NonNullable<Step['ended']>,
  walk: Walk,
  fetched: Answered | null,
): SourceCursor {
  const known = fetched === null ? (cursor?.validators ?? null) : fetched.validators;
  const freshSeconds = fetched === null ? cursor?.freshSeconds : fetched.freshSeconds;
  // The first fetch has all there is, and a later one what was edited since.
  const editsReadAt = walk.editsFrom === undefined ? (cursor?.editsReadAt ?? walk.until) : walk.until;
  return {
    reached: laterOf(reached, cursor?.reached ?? null),
    validators: walk.pages === 0 ? known : null,
    ...(freshSeconds !== undefined && { freshSeconds }),
    ...(connector.editsSeconds !== undefined && { editsReadAt }),
  };
}
