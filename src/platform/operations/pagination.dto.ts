import { ApiProperty } from '@nestjs/swagger';
import { WholeNumberQuery } from './fields.js';

const LAST_PAGE = 1_000_000_000;

/** `page` and `page_size` of every list. */
export class PageQuery {
  @WholeNumberQuery('1-indexed page', 1, LAST_PAGE, 1)
  page: number = 1;

  @WholeNumberQuery('Items on a page', 1, 100, 20)
  page_size: number = 20;
}

export class Pagination {
  @ApiProperty({ type: 'integer', example: 1 })
  page!: number;

  @ApiProperty({ type: 'integer', example: 20 })
  page_size!: number;

  @ApiProperty({ example: false })
  has_more!: boolean;
}

/** `meta` of an answer. */
export interface Meta {
  pagination?: Pagination;
  upsell?: string;
}

/** What a handler answers when there is more to say than `data`. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly meta?: Meta,
  ) {}
}

/** One page of rows. Services ask the database for one row more than a page holds, and `pageOf` turns it into `has_more`. */
export interface Page<T> {
  items: T[];
  pagination: Pagination;
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

/** A page as the envelope carries it. */
export const listAnswer = <T>(page: Page<T>): Answer<T[]> => new Answer(page.items, { pagination: page.pagination });
