import { ApiProperty } from '@nestjs/swagger';
import { BooleanRule, idPath } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { INBOX_KINDS, type InboxKind } from './inbox-item.entity.js';

const TAG = 'Inbox';

export class InboxItemView {
  @ApiProperty({ format: 'uuid', description: 'The id of the item' }) id!: string;
  @ApiProperty({
    enum: INBOX_KINDS,
    description:
      'A match of saved searches, a finished report, a threshold of credits, a disabled endpoint, or a comment that mentions a member',
  })
  kind!: InboxKind;
  @ApiProperty({ description: 'One line', example: 'Asks for an alternative to Tabula' }) title!: string;
  @ApiProperty({ format: 'uri', description: 'The page in the app', example: 'https://qualm.example/app/credits' })
  app_url!: string;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The opportunity of a match; else null',
  })
  opportunity_id!: string | null;
  @ApiProperty({ type: [String], format: 'uuid', description: 'The searches that found the opportunity' })
  saved_search_ids!: string[];
  @ApiProperty({ description: 'Whether your team has read the item', example: false }) is_read!: boolean;
  @ApiProperty({ format: 'date-time', description: 'When the item was added' }) created_at!: string;
}

export class InboxItemChange {
  @ApiProperty({ description: 'Whether the item is read', example: true })
  @BooleanRule()
  is_read!: boolean;
}

export class ReadItems {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of items that were unread before', example: 12 })
  read!: number;
}

export const listInbox = defineOperation({
  id: 'list_inbox',
  tag: TAG,
  summary: "Lists your team's inbox",
  description:
    'The newest item comes first. An opportunity has one item, even if several searches found it. Kept 90 days.',
  input: { query: CursorQuery },
  output: { type: InboxItemView, isArray: true, paginated: 'cursor' },
});

export const updateInboxItem = defineOperation({
  id: 'update_inbox_item',
  tag: TAG,
  summary: 'Marks an inbox item as read or unread',
  description: 'For the whole team.',
  writes: true,
  input: { path: idPath('The item'), body: InboxItemChange },
  output: { type: InboxItemView },
  failures: [404],
});

export const readInbox = defineOperation({
  id: 'read_inbox',
  tag: TAG,
  summary: 'Marks all inbox items as read',
  description: 'For the whole team.',
  writes: true,
  input: {},
  output: { type: ReadItems },
});
