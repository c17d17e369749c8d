import { ApiProperty } from '@nestjs/swagger';
import { WholeNumberQuery } from './fields.js';
import type { Page } from './page.js';

export { type Page, pageOf, window } from './page.js';

const LAST_PAGE = 1_000_000_000;

/** `page` and `page_size` of every list. */
export class PageQuery {
  @WholeNumberQuery('1-indexed page', 1, LAST_PAGE, 1) page: number = 1;
  @WholeNumberQuery('Items on a page', 1, 100, 20) page_size: number = 20;
}

export class Pagination {
  @ApiProperty({ type: 'integer', example: 1 }) page!: number;
  @ApiProperty({ type: 'integer', example: 20 }) page_size!: number;
  @ApiProperty({ example: false }) has_more!: boolean;
}

/** A query parameter that the operation does not know. */
export class IgnoredParameter {
  @ApiProperty({ description: 'The name as sent, at most 64 characters', example: 'staus' }) name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The most similar parameter of the operation; null if none is similar',
    example: 'status',
  })
  did_you_mean!: string | null;
}

/** `meta` of a response. */
export interface Meta {
  pagination?: Pagination;
  upsell?: string;
  /** The number of items searched, if not all items were searched. */
  searched?: number;
  /** The first 20 query parameters that the operation does not know. */
  ignored_parameters?: readonly IgnoredParameter[];
  /** Set if the caller already has the result, so that nothing was started or charged. */
  up_to_date?: true;
}

/** The result of an operation that has `meta` beside `data`. */
export class OperationResult<T> {
  constructor(
    readonly data: T,
    readonly meta?: Meta,
  ) {}
}

/** A page as the result of an operation. */
export const listResult = <T>({ items, pagination, searched }: Page<T>): OperationResult<T[]> =>
  new OperationResult(items, { pagination, ...(searched !== undefined && { searched }) });
