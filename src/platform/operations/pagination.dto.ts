import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { OnlyWithout, OptionalField, WholeNumberQuery } from './fields.js';

const LAST_PAGE = 1_000_000_000;
/** The cursor before the first item of a list. */
export const START = 'start';

/** `page` and `page_size` of every list. */
export class PageQuery {
  @WholeNumberQuery('1-indexed page', 1, LAST_PAGE, 1) page: number = 1;
  @WholeNumberQuery('Items on a page', 1, 100, 20) page_size: number = 20;
}

export class Pagination {
  @ApiProperty({ type: 'integer', description: 'The number of the page, from 1', example: 1 }) page!: number;
  @ApiProperty({ type: 'integer', description: 'The maximum number of items on a page', example: 20 })
  page_size!: number;
  @ApiProperty({ description: 'Whether there is another page', example: false }) has_more!: boolean;
}

/** `cursor` and `page_size` of a list that is read by cursor. */
export class CursorQuery {
  @ApiPropertyOptional({
    default: START,
    maxLength: 512,
    description: '`start`, then `meta.pagination.next_cursor` of the last answer, with the same filters',
  })
  @OptionalField()
  @IsString({ message: '$property must be text' })
  cursor: string = START;

  @WholeNumberQuery('Items on a page', 1, 100, 20) page_size: number = 20;
}

/** The input of a list that is read by page number or by cursor. */
export class PageOrCursorQuery {
  @WholeNumberQuery('1-indexed page', 1, LAST_PAGE, 1) page?: number;
  @WholeNumberQuery('Items on a page', 1, 100, 20) page_size: number = 20;

  @ApiPropertyOptional({
    maxLength: 512,
    description:
      'Instead of `page`: `start`, then `meta.pagination.next_cursor` of the last answer, with the same filters',
  })
  @OptionalField()
  @IsString({ message: '$property must be text' })
  @OnlyWithout('page')
  cursor?: string;
}

/** The paging of a list that is read by page number. */
export const pageQueryOf = ({ page = 1, page_size }: PageOrCursorQuery): PageQuery => ({ page, page_size });

export class CursorPagination {
  @ApiProperty({ type: 'integer', description: 'The maximum number of items on a page', example: 20 })
  page_size!: number;
  @ApiProperty({ description: 'Whether there are more items now', example: false }) has_more!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The `cursor` of the next page, valid for 30 days; null at the end of a list that does not grow',
    example: null,
  })
  next_cursor!: string | null;
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
