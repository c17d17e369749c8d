import type { PageQuery, Pagination } from './pagination.dto.js';

/** One page of rows. Services select one row more than the page size, from which `pageOf` derives `has_more`. */
export interface Page<T> {
  items: T[];
  pagination: Pagination;
  /** Set when only so many rows, the first in the order of the list, were searched. */
  searched?: number;
}

/** `LIMIT` and `OFFSET` of a page, including the extra row. */
export const window = (query: PageQuery): { limit: number; offset: number } => ({
  limit: query.page_size + 1,
  offset: (query.page - 1) * query.page_size,
});

/** Removes the extra row. */
export function pageOf<T>(rows: T[], query: PageQuery): Page<T> {
  return {
    items: rows.slice(0, query.page_size),
    pagination: { page: query.page, page_size: query.page_size, has_more: rows.length > query.page_size },
  };
}
