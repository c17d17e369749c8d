import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CursorQuery } from '#platform/operations/pagination.dto.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { type InboxItemView, listInbox } from './inbox.operations.js';
import { InboxQueries, type InboxRow } from './inbox.queries.js';
import { hasAddress, titleWithout } from './inbox.titles.js';

/** Items in one statement. */
const AT_ONCE = 5_000;

/** A match for the inbox. */
export interface MatchItem {
  teamId: string;
  opportunityId: string;
  searchIds: string[];
}

/** The notifications of teams in the app. */
@Injectable()
export class InboxService {
  constructor(
    private readonly queries: InboxQueries,
    private readonly opportunities: OpportunitiesService,
    private readonly cursors: Cursors,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Adds matches in the open transaction. An existing item gets the further searches. */
  async addMatches(matches: readonly MatchItem[]): Promise<void> {
    for (let start = 0; start < matches.length; start += AT_ONCE) {
      await this.queries.insertMatches(
        matches.slice(start, start + AT_ONCE).map(({ teamId, opportunityId, searchIds }) => ({
          id: uuidv7(),
          team_id: teamId,
          opportunity_id: opportunityId,
          saved_search_ids: searchIds,
        })),
      );
    }
  }

  /** A page of a team's items, the newest first. @throws 400 `cursor_…` */
  async list({ team }: TeamCaller, query: CursorQuery): Promise<CursorPage<InboxItemView>> {
    const scope = { list: listInbox.id, teamId: team.id, filters: {} };
    const position = await this.cursors.read(query, scope);
    const after = position && { createdAt: String(position[0]), id: String(position[1]) };
    const rows = await this.queries.list(team.id, { after, limit: query.page_size + 1 });
    const page = await this.cursors.pageOf(rows, query, {
      ...scope,
      positionOf: ({ created_at, id }) => [created_at.toISOString(), id],
    });
    return new CursorPage(await this.viewsOf(team.id, page.data), page.pagination);
  }

  /** The number of items that the team has not read, up to `limit`. */
  countUnread(teamId: string, limit: number): Promise<number> {
    return this.queries.countUnread(teamId, limit);
  }

  /** Marks an item as read or unread. @throws 404 */
  async mark({ team }: TeamCaller, id: string, isRead: boolean): Promise<InboxItemView> {
    const row = await this.queries.mark(team.id, id, isRead);
    const [view] = row ? await this.viewsOf(team.id, [row]) : [];
    if (!view) throw notFound();
    return view;
  }

  /** Marks all items as read. */
  async markAll({ team }: TeamCaller): Promise<{ read: number }> {
    return { read: await this.queries.markAll(team.id) };
  }

  /** Deletes the item of the mention in a comment. Call it in the transaction that deletes the comment. */
  deleteMention(teamId: string, commentId: string): Promise<void> {
    return this.queries.deleteMentions([{ team_id: teamId, subject: commentId }]);
  }

  /** Takes a person who deletes the account out of the mentions of all teams. Call it in the transaction of the deletion. */
  async forget(address: string): Promise<void> {
    const mentions = (await this.queries.findMentionsOf(address)).filter(({ title }) => hasAddress(title, address));
    await this.queries.retitle(mentions.map(({ id, title }) => ({ id, title: titleWithout(title, address) })));
  }

  /** A member has opened the last report of a product, so its notice is read, or does not come at all. */
  noteSeen(teamId: string, productId: string): Promise<void> {
    return this.queries.noteSeen(teamId, productId);
  }

  /** Deletes items that are older than 90 days. @returns the number of items */
  @OnDue({ name: 'purge-inbox', everySeconds: 86_400 })
  async purge(): Promise<number> {
    await this.queries.purgeSeen();
    return this.queries.purge();
  }

  private async viewsOf(teamId: string, rows: readonly InboxRow[]): Promise<InboxItemView[]> {
    const ids = rows.flatMap(({ title, opportunity_id }) => (title === null && opportunity_id) || []);
    const titles = new Map((await this.opportunities.present(teamId, ids)).map(({ id, title }) => [id, title]));
    return rows.map(({ id, kind, title, path, opportunity_id, saved_search_ids, is_read, created_at }) => ({
      id,
      kind,
      title: title ?? titles.get(opportunity_id ?? '') ?? 'Opportunity',
      app_url: `${this.env.PUBLIC_URL}${path}`,
      opportunity_id: kind === 'opportunity' ? opportunity_id : null,
      saved_search_ids,
      is_read,
      created_at: created_at.toISOString(),
    }));
  }
}
