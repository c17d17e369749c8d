import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { may } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { listInbox, readInbox, updateInboxItem } from '#workspace/inbox/inbox.operations.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { AppPages } from '../parts/app-pages.js';
import { FormInput } from '../parts/form-input.js';
import { texts } from '../parts/form-texts.js';
import { INBOX, InboxPage } from './inbox.page.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';

/** The notifications of the team in the app. */
@Controller('app/inbox')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class InboxController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly inbox: InboxService,
    private readonly searches: SavedSearchesService,
  ) {}

  @Get()
  async list(@Query('cursor') cursor: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(listInbox, request, response);
    const { query } = this.input.validate(listInbox, { query: cursor === undefined ? {} : { cursor } });
    const page = await this.inbox.list(caller, query);
    const names = await this.searches.namesOf(
      caller,
      page.data.flatMap(({ saved_search_ids: ids }) => ids),
    );
    await this.pages.send(request, response, {
      title: 'Inbox',
      section: 'inbox',
      content: ({ csrfToken }) => (
        <InboxPage page={page} searchNames={names} mayMark={may(caller.role, 'write')} csrfToken={csrfToken} />
      ),
    });
  }

  /** The address of the form has no page of its own. */
  @Get('read-all')
  back(@Res() response: Response): void {
    response.redirect(302, INBOX);
  }

  @Post('read-all')
  async readAll(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(readInbox, request, response);
    await this.inbox.markAll(caller);
    response.redirect(303, INBOX);
  }

  /** Marks an item as read, and leads to its page. */
  @Get(':id')
  async open(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(updateInboxItem, request, response);
    const { app_url } = await this.inbox.mark(caller, id, true);
    response.redirect(303, new URL(app_url).pathname);
  }

  @Post(':id')
  async mark(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(updateInboxItem, request, response);
    await this.inbox.mark(caller, id, texts(request, 'is_read').is_read === 'true');
    response.redirect(303, INBOX);
  }
}
