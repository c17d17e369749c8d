import { ApiProperty } from '@nestjs/swagger';
import { WholeNumberQuery } from './fields.js';

const LAST_PAGE = 1_000_000_000;

/** `page` and `page_size` of every list. */
export class PageQuery {
  @WholeNumberQuery('1-indexed page', 1, LAST_PAGE, 1) page: number = 1;
  @WholeNumberQuery('Items on a page', 1, 100, 20) page_size: number = 20;
}

export class Pagination {
  @ApiProperty({ type: 'integer', description: 'The number of the page, from 1', example: 1 }) page!: number;
  @ApiProperty({ type: 'integer', description: 'The most items on a page', example: 20 }) page_size!: number;
  @ApiProperty({ description: 'Whether there is another page', example: false }) has_more!: boolean;
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
