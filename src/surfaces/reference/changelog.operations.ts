import { ApiProperty } from '@nestjs/swagger';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { type Change, CHANGE_KINDS } from './changelog.change.js';

export class ChangelogEntry implements Change {
  @ApiProperty({ description: 'The id of the change', example: '2026-11-22-etags' }) id!: string;
  @ApiProperty({ format: 'date', description: 'The day of the change', example: '2026-11-22' }) date!: string;
  @ApiProperty({ enum: CHANGE_KINDS, description: 'What was done', example: 'added' }) kind!: Change['kind'];
  @ApiProperty({ description: 'The change in short', example: 'Reads have an ETag' }) title!: string;
  @ApiProperty({ description: 'The change, and how to use it', example: 'Send the ETag as If-None-Match.' })
  body!: string;

  @ApiProperty({
    type: [String],
    description: 'The operations that it concerns; empty for all or none',
    example: ['list_opportunities'],
  })
  operations!: string[];
}

export const listChanges = defineOperation({
  id: 'list_changes',
  tag: 'System',
  summary: 'Lists the changes of the API',
  description:
    'Newest first. The header `Api-Version` of every answer is the date of the newest. `/changelog.atom` is the same list as ' +
    'an Atom feed.',
  lanes: ['anonymous', 'key'],
  input: { query: CursorQuery },
  output: { type: ChangelogEntry, isArray: true, paginated: 'cursor' },
});
