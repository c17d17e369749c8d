import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { may } from '#access/policy/rights.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { type CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CursorQuery } from '#platform/operations/pagination.dto.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { commentOfAnother } from './comments.failures.js';
import { OPPORTUNITY_COMMENT_DELETED, OPPORTUNITY_COMMENTED } from './comments.events.js';
import { type CommentRow, CommentsQueries } from './comments.queries.js';
import { mentionedIn } from './mentioned.members.js';
import { type CommentView, type DeletedComment, listComments } from './team-work.operations.js';

/** What teams say about opportunities. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: CommentsQueries,
    private readonly opportunities: OpportunitiesService,
    private readonly memberships: MembershipsService,
    private readonly inbox: InboxService,
    private readonly cursors: Cursors,
    private readonly facts: Facts,
  ) {}

  /** The comments of the team, the oldest first. @throws 404; 400 `cursor_*` */
  async list(caller: TeamCaller, opportunityId: string, query: CursorQuery): Promise<CursorPage<CommentView>> {
    const { team } = caller;
    const scope = { list: `${listComments.id} ${opportunityId}`, teamId: team.id, filters: query };
    const after = await this.cursors.read(query, scope);
    if ((await this.opportunities.triageOf(caller, [opportunityId])).length === 0) throw notFound();
    const rows = await this.queries.list(team.id, opportunityId, after && String(after[0]), query.page_size + 1);
    return this.cursors.pageOf(rows.map(viewOf), query, { ...scope, positionOf: ({ id }) => [id] });
  }

  /** The latest comments of the team, the newest first. */
  async latest(teamId: string, opportunityId: string, limit: number): Promise<CommentView[]> {
    return (await this.queries.latest(teamId, opportunityId, limit)).map(viewOf);
  }

  /** Stores a comment, and tells the team. @throws 404 */
  async add(caller: TeamCaller, opportunityId: string, text: string): Promise<CommentView> {
    const teamId = caller.team.id;
    return this.database.transaction(async () => {
      const row = await this.queries.insert({
        ...{ id: uuidv7(), teamId, opportunityId, text: text.trim() },
        ...{ authorKind: caller.lane, authorId: authorIdOf(caller), userId: caller.userId ?? null },
        authorName: caller.lane === 'session' ? null : (caller.credentialName ?? null),
      });
      if (!row) throw notFound();
      const comment = viewOf(row);
      await this.facts.record(
        OPPORTUNITY_COMMENTED,
        { teamId, id: opportunityId },
        {
          event: {
            opportunity_id: opportunityId,
            comment: { id: comment.id, text: comment.text },
            mentions: mentionedIn(comment.text, await this.membersOf(teamId)),
            by: { kind: caller.lane, id: caller.credentialId, name: comment.author.name },
          },
        },
      );
      return comment;
    });
  }

  /**
   * Deletes a comment of the caller or, for an admin, of anyone in the team, with its mention in the inbox, and tells the team. @throws 404; 403
   * `comment_of_another`
   */
  async delete(caller: TeamCaller, opportunityId: string, id: string): Promise<DeletedComment> {
    const teamId = caller.team.id;
    return this.database.transaction(async () => {
      const comment = await this.queries.find(teamId, opportunityId, id);
      if (!comment) throw notFound();
      if (!mayDelete(caller, viewOf(comment))) throw commentOfAnother();
      if (!(await this.queries.delete(teamId, id))) throw notFound();
      await this.inbox.deleteMention(teamId, id);
      await this.facts.record(
        OPPORTUNITY_COMMENT_DELETED,
        { teamId, id: opportunityId },
        {
          changes: { comment: [id, null] },
          event: {
            opportunity_id: opportunityId,
            comment: { id },
            by: { kind: caller.lane, id: caller.credentialId, name: caller.credentialName ?? null },
          },
        },
      );
      return { deleted: true };
    });
  }

  /** The members of a team by the names that comments mention. */
  private async membersOf(teamId: string): Promise<{ id: string; name: string }[]> {
    return (await this.memberships.findByTeam(teamId)).map(({ id, email }) => ({ id, name: email }));
  }
}

/** Whether a caller may delete a comment. */
export const mayDelete = (caller: TeamCaller, { author }: CommentView): boolean =>
  author.id === authorIdOf(caller) || may(caller.role, 'people');

/** A key keeps its comments when it is rotated. */
const authorIdOf = ({ lane, userId, familyId, credentialId }: TeamCaller): string =>
  lane === 'key' ? (familyId ?? credentialId) : (userId ?? credentialId);

const viewOf = ({
  id,
  text,
  author_kind: kind,
  author_id,
  author_name: name,
  created_at,
}: CommentRow): CommentView => ({
  ...{ id, text, author: { kind, id: author_id, name } },
  created_at: created_at.toISOString(),
});
