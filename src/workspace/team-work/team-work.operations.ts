import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { IdField, idPath, MaxCharacters } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';

const TAG = 'Team work';
const MAX_COMMENT_LENGTH = 2_000;
const opportunityPath = idPath('The opportunity');

/** What happens to an opportunity. */
export const ACTIVITY_KINDS = [
  ...['published', 'found', 'viewed', 'status', 'assigned', 'snoozed', 'unlocked', 'pitched', 'commented'],
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export class CommentAuthor {
  @ApiProperty({ enum: ['session', 'key', 'oauth'], description: 'A person, a key or an assistant' })
  kind!: 'session' | 'key' | 'oauth';
  @ApiProperty({ description: 'The id of the person or of the key' }) id!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The email address of the person, or the name of the key or the assistant; null when the account was deleted',
    example: 'ada@acme.example',
  })
  name!: string | null;
}

export class CommentView {
  @ApiProperty({ format: 'uuid', description: 'The id of the comment' }) id!: string;
  @ApiProperty({ description: 'Plain text', example: '@ben can you call them?' }) text!: string;
  @ApiProperty({ type: CommentAuthor, description: 'Who wrote it' }) author!: CommentAuthor;
  @ApiProperty({ format: 'date-time', description: 'When it was written' }) created_at!: string;
}

export class NewCommentText {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_COMMENT_LENGTH,
    description: 'Plain text. `@name` mentions a member, by the address or its part before the @; the inbox shows it',
    example: '@ben can you call them?',
  })
  @MaxCharacters(MAX_COMMENT_LENGTH, {
    message: `text must be at most ${MAX_COMMENT_LENGTH} characters`,
    context: { max: MAX_COMMENT_LENGTH },
  })
  @Matches(/\S/, { message: 'text must not be blank', context: { min: 1 } })
  @IsString({ message: 'text must be text' })
  text!: string;
}

export class CommentPath {
  @IdField('The opportunity') id!: string;
  @IdField('The comment') comment_id!: string;
}

export class DeletedComment {
  @ApiProperty({ description: 'Always true', example: true }) deleted!: boolean;
}

export class ActivityItem {
  @ApiProperty({ format: 'date-time', description: 'When it happened' }) at!: string;
  @ApiProperty({ enum: ACTIVITY_KINDS, description: 'What happened' }) kind!: ActivityKind;
  @ApiProperty({ description: 'The same in words', example: 'Status: new → contacted' }) text!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Who did it; null if that is not known', example: null })
  by!: string | null;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The pitch that was drafted; else null' })
  pitch_id!: string | null;
}

export class MemberView {
  @ApiProperty({ format: 'uuid', description: 'The id, for `assignee_id`' }) id!: string;
  @ApiProperty({ description: 'The email address', example: 'ada@acme.example' }) name!: string;
  @ApiProperty({ enum: MEMBER_ROLES, description: 'The role in the team' }) role!: MemberRole;
}

export const listComments = defineOperation({
  id: 'list_comments',
  isConfidential: true,
  tag: TAG,
  summary: 'Lists the comments on an opportunity',
  description: 'What your team says about it, the oldest first. Other teams do not see it.',
  input: { path: opportunityPath, query: CursorQuery },
  output: { type: CommentView, isArray: true, paginated: 'cursor' },
  failures: [404],
});

export const addComment = defineOperation({
  id: 'add_comment',
  isConfidential: true,
  tag: TAG,
  summary: 'Comments on an opportunity',
  description: 'For your team alone. A member whom the text mentions is named in the inbox.',
  writes: true,
  keepsAnswerWithin: true,
  input: { path: opportunityPath, body: NewCommentText },
  output: { type: CommentView },
  failures: [404],
});

export const deleteComment = defineOperation({
  id: 'delete_comment',
  tag: TAG,
  summary: 'Deletes a comment',
  description: "One's own; admins and owners delete any comment of the team.",
  writes: true,
  input: { path: CommentPath },
  output: { type: DeletedComment },
  failures: [403, 404],
});

export const listActivity = defineOperation({
  id: 'list_activity',
  isConfidential: true,
  tag: TAG,
  summary: 'Lists what happened to an opportunity',
  description:
    'Who viewed, triaged, unlocked, pitched and commented, the newest first: the latest 20 of each kind. Changes of the status, the ' +
    'assignee and the snooze are known as long as the plan keeps events. Who viewed is null for views of before 2026-11-29.',
  input: { path: opportunityPath },
  output: { type: ActivityItem, isArray: true },
  failures: [404],
});

export const listMembers = defineOperation({
  id: 'list_members',
  isConfidential: true,
  tag: TAG,
  showsCredits: true,
  summary: 'Lists the members of your team',
  description: 'In the order in which they joined. In test mode there are none.',
  input: {},
  output: { type: MemberView, isArray: true },
});
