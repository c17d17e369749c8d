import { Controller, Query } from '@nestjs/common';
import { listInbox, readInbox, updateInboxItem } from '#workspace/inbox/inbox.operations.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { type Answer, page, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember, Texts } from '../kernel/page.route.js';
import { INBOX } from './inbox.address.js';
import { InboxPage } from './inbox.page.js';

/** The notifications of the team in the app. */
@Controller()
export class InboxController {
  constructor(
    private readonly input: FormInput,
    private readonly inbox: InboxService,
    private readonly searches: SavedSearchesService,
  ) {}

  @Page(INBOX, { operation: listInbox, section: 'inbox' })
  async list(@Member() { caller }: TeamMember, @Query('cursor') cursor: unknown): Promise<Answer> {
    const { query } = this.input.validate(listInbox, { query: cursor === undefined ? {} : { cursor } });
    const items = await this.inbox.list(caller, query);
    const ids = items.data.flatMap(({ saved_search_ids }) => saved_search_ids);
    return page('Inbox', <InboxPage page={items} searchNames={await this.searches.namesOf(caller.team.id, ids)} />);
  }

  @Form(`${INBOX}/read-all`, { operation: readInbox, page: INBOX })
  async readAll(@Member() { caller }: TeamMember): Promise<Answer> {
    await this.inbox.markAll(caller);
    return redirect(INBOX);
  }

  /** Marks an item as read, and leads to its page. */
  @Page(`${INBOX}/:id`, { operation: updateInboxItem })
  async open(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const { app_url } = await this.inbox.mark(caller, id, true);
    return redirect(new URL(app_url).pathname);
  }

  @Form(`${INBOX}/:id`, { operation: updateInboxItem, page: INBOX })
  async mark(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('is_read') { is_read }: Texts<'is_read'>,
  ): Promise<Answer> {
    await this.inbox.mark(caller, id, is_read === 'true');
    return redirect(INBOX);
  }
}
