import { Controller, Get, Patch, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { type InboxItemView, listInbox, readInbox, type ReadItems, updateInboxItem } from './inbox.operations.js';
import { InboxService } from './inbox.service.js';

@Controller('api/v1/inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @Serves(listInbox)
  list(@Call() { caller, input }: CallOf<typeof listInbox>): Promise<CursorPage<InboxItemView>> {
    return this.inbox.list(caller, input.query);
  }

  @Post('read-all')
  @Serves(readInbox)
  readAll(@Call() { caller }: CallOf<typeof readInbox>): Promise<ReadItems> {
    return this.inbox.markAll(caller);
  }

  @Patch(':id')
  @Serves(updateInboxItem)
  update(@Call() { caller, input }: CallOf<typeof updateInboxItem>): Promise<InboxItemView> {
    return this.inbox.mark(caller, input.path.id, input.body.is_read);
  }
}
