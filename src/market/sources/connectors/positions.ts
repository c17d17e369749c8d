import type { Position, WirePage } from './connector.js';

const MS_PER_SECOND = 1_000;
const secondsOf = (time: Date): number => Math.floor(time.getTime() / MS_PER_SECOND);
const dated = (times: readonly (Date | null)[]): number[] =>
  times.flatMap((time) => (time === null ? [] : secondsOf(time)));

/**
 * The next page of a list from old to new: it begins at the second of the last item, so that nothing moves to a page that was read. If
 * the whole page was one second, the next page of the same second follows. `since` is in seconds.
 */
export function afterSecond(position: Position, page: WirePage, times: readonly (Date | null)[]): Position | null {
  if (page.next === null) return null;
  const last = Math.max(...dated(times), Number(position.since));
  if (last > Number(position.since)) return { ...position, since: last, page: 1 };
  return { ...position, page: Number(position.page) + 1 };
}

/** The same for a list from new to old. `before` is in seconds and is read again; pages count from 0. */
export function beforeSecond(position: Position, page: WirePage, times: readonly (Date | null)[]): Position | null {
  if (page.next === null) return null;
  const oldest = Math.min(...dated(times), Number(position.before ?? Infinity));
  if (oldest < Number(position.before ?? Infinity)) return { ...position, before: oldest, page: 0 };
  return { ...position, page: Number(position.page) + 1 };
}

/**
 * The next page of a list with numbered pages. After each page the one before it is read again: an item that was deleted meanwhile has
 * moved others there.
 */
export function withPageBefore(position: Position, page: WirePage): Position | null {
  const number = Number(position.page);
  const { isBack = false, isLast = false } = position;
  if (isBack === true) return isLast === true || page.next === null ? null : { page: number + 2 };
  const isEnd = page.next === null;
  if (number === 1) return isEnd ? null : { page: 2 };
  return { page: number - 1, isBack: true, isLast: isEnd };
}

/**
 * The same for a list whose pages have tokens in place of numbers: a token may be no more than a number. `token` is null on the first
 * page, `before` is the token of the page before, and `then` the one that follows a page that was read again.
 */
export function withTokenBefore(position: Position, page: WirePage): Position | null {
  const { token = null, before, then = null } = position;
  if (then !== null || position.isLast === true)
    return then === null ? null : { token: then, before: position.at ?? null };
  const next = page.next?.token ?? null;
  if (before === undefined) return next === null ? null : { token: next, before: token };
  return { token: before, at: token, then: next, isLast: next === null };
}
