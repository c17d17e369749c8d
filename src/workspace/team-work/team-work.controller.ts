import { Controller, Delete, Get, Post } from '@nestjs/common';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { ActivityService } from './activity.service.js';
import { CommentsService } from './comments.service.js';
import {
  type ActivityItem,
  addComment,
  type CommentView,
  deleteComment,
  type DeletedComment,
  listActivity,
  listComments,
  listMembers,
  type MemberView,
} from './team-work.operations.js';

@Controller('api/v1')
export class TeamWorkController {
  constructor(
    private readonly comments: CommentsService,
    private readonly activity: ActivityService,
    private readonly memberships: MembershipsService,
  ) {}

  @Get('account/members')
  @Serves(listMembers)
  async members(@Call() { caller }: CallOf<typeof listMembers>): Promise<MemberView[]> {
    const members = await this.memberships.findByTeam(caller.team.id);
    return members.map(({ id, email: name, role }) => ({ id, name, role }));
  }

  @Get('opportunities/:id/comments')
  @Serves(listComments)
  list(@Call() { caller, input }: CallOf<typeof listComments>): Promise<CursorPage<CommentView>> {
    return this.comments.list(caller, input.path.id, input.query);
  }

  @Post('opportunities/:id/comments')
  @Serves(addComment)
  add(@Call() { caller, input }: CallOf<typeof addComment>): Promise<CommentView> {
    return this.comments.add(caller, input.path.id, input.body.text);
  }

  @Delete('opportunities/:id/comments/:comment_id')
  @Serves(deleteComment)
  delete(@Call() { caller, input }: CallOf<typeof deleteComment>): Promise<DeletedComment> {
    return this.comments.delete(caller, input.path.id, input.path.comment_id);
  }

  @Get('opportunities/:id/activity')
  @Serves(listActivity)
  happened(@Call() { caller, input }: CallOf<typeof listActivity>): Promise<ActivityItem[]> {
    return this.activity.list(caller, input.path.id);
  }
}
