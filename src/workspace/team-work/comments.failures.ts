import { defineFailure } from '#platform/errors/application-error.js';

export const commentOfAnother = defineFailure({
  reason: 'comment_of_another',
  code: 'forbidden',
  message: 'Someone else wrote this comment',
  cause: 'A key deletes its own comments, a member their own, and an admin or owner any comment of the team.',
  cure: 'Ask its author, or an admin of the team, to delete it in the app.',
  on: ['delete_comment'],
});
