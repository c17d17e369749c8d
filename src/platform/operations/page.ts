import type { PageQuery, Pagination } from './pagination.dto.js';

/** One page of rows. Services ask the database for one row more than a page holds, and `pageOf` turns it into `has_more`. */
export interface Page<T> {
  items: T[];
  pagination: Pagination;
  /** Set when only so many rows, the first in the order of the list, were searched. */
  searched?: number;
}

/** `LIMIT` and `OFFSET` for a page, with the one extra row. */
export const window = (query: PageQuery): { limit: number; offset: number } => ({
  limit: query.page_size + 1,
  offset: (query.page - 1) * query.page_size,
});

/** Cuts the extra row off again. */
export function pageOf<T>(rows: T[], query: PageQuery): Page<T> {
  return {
    items: rows.slice(0, query.page_size),
    pagination: { page: query.page, page_size: query.page_size, has_more: rows.length > query.page_size },
  };
}
