import type { CursorPagination, IgnoredParameter, PageQuery, Pagination } from './pagination.dto.js';

/** `meta` of a response. */
export interface Meta {
  pagination?: Pagination | CursorPagination;
  upsell?: string;
  /** Why a list is incomplete. */
  note?: string;
  /** Changes before this time have been listed; the next `updated_since`. */
  synced_until?: string;
  /** The items that were removed since, of a feed of changes. */
  removed?: readonly { id: string; removed_at: string }[];
  /** The number of items searched, if not all items were searched. */
  searched?: number;
  /** The first 20 query parameters that the operation does not know. */
  ignored_parameters?: readonly IgnoredParameter[];
  /** Set if the caller already has the result, so that nothing was started or charged. */
  up_to_date?: true;
  /** What the caller should do next. */
  next_step?: string;
  /** The credits that a tool has spent, and the remaining ones; null without a cap. */
  credits?: { charged: number; remaining: number; cap_remaining: number | null };
  /** The seconds until the next poll, if the result is not final. Also the header `Retry-After`. */
  retry_after_seconds?: number;
}

/** The result of an operation that has `meta` beside `data`. */
export class OperationResult<T> {
  constructor(
    readonly data: T,
    readonly meta?: Meta,
  ) {}
}

/** The rest of a write whose handler has asked outside: it changes the rows and makes the answer, in one transaction. */
export class PreparedWrite<T> {
  constructor(readonly complete: () => Promise<T>) {}
}

/** One page of rows. Services select one row more than the page size, from which `pageOf` derives `has_more`. */
export class Page<T> extends OperationResult<T[]> {
  /** @param searched the number of rows searched, if only the first rows of the list were searched */
  constructor(items: T[], pagination: Pagination, searched?: number) {
    super(items, { pagination, ...(searched !== undefined && { searched }) });
  }

  get items(): T[] {
    return this.data;
  }

  get pagination(): Pagination {
    return this.meta?.pagination as Pagination;
  }
}

/** `LIMIT` and `OFFSET` of a page, including the extra row. */
export const window = (query: PageQuery): { limit: number; offset: number } => ({
  limit: query.page_size + 1,
  offset: (query.page - 1) * query.page_size,
});

/** Removes the extra row. */
export function pageOf<T>(rows: T[], { page, page_size }: PageQuery): Page<T> {
  return new Page(rows.slice(0, page_size), { page, page_size, has_more: rows.length > page_size });
}

/** A value that never changes, with a unique key, so that its rendered text can be cached. */
export class Immutable<T> {
  constructor(
    readonly key: string,
    readonly value: T,
  ) {}
}

/** Converts the return value of an operation's service method to `data` and `meta`. */
export function resultOf(returned: unknown): OperationResult<unknown> {
  const value: unknown = returned instanceof Immutable ? returned.value : returned;
  return value instanceof OperationResult ? value : new OperationResult(value);
}
