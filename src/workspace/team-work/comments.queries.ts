import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { TeamCaller } from '#platform/caller/caller.js';

/** A comment with the name of its author. */
export interface CommentRow {
  id: string;
  author_kind: TeamCaller['lane'];
  author_id: string;
  author_name: string | null;
  text: string;
  created_at: Date;
}

/** A comment to be stored. */
export interface NewComment {
  id: string;
  teamId: string;
  opportunityId: string;
  authorKind: TeamCaller['lane'];
  authorId: string;
  authorName: string | null;
  userId: string | null;
  text: string;
}

const COLUMNS = `comment.id, comment.author_kind, comment.author_id, coalesce(comment.author_name, users.email) AS author_name,
  comment.text, comment.created_at`;

/** SQL of comments on opportunities. */
@Injectable()
export class CommentsQueries {
  constructor(private readonly database: Database) {}

  /** Stores a comment. @returns null if the opportunity does not exist */
  insert(comment: NewComment): Promise<CommentRow | null> {
    const { id, teamId, opportunityId, authorKind, authorId, authorName, userId, text } = comment;
    return this.database.maybeOne<CommentRow>(
      `WITH comment AS (
         INSERT INTO opportunity_comments (id, team_id, opportunity_id, author_kind, author_id, author_name, user_id, text)
         SELECT $1, $2, id, $4, $5, $6, $7, $8 FROM opportunities WHERE id = $3 FOR KEY SHARE
         RETURNING *)
       SELECT ${COLUMNS} FROM comment LEFT JOIN users ON users.id = comment.user_id`,
      [id, teamId, opportunityId, authorKind, authorId, authorName, userId, text],
    );
  }

  /** The comments of a team on an opportunity, the oldest first, after one of them. */
  list(teamId: string, opportunityId: string, after: string | null, limit: number): Promise<CommentRow[]> {
    return this.database.query<CommentRow>(
      `SELECT ${COLUMNS} FROM opportunity_comments comment LEFT JOIN users ON users.id = comment.user_id
       WHERE team_id = $1 AND opportunity_id = $2 AND ($3::uuid IS NULL OR comment.id > $3)
       ORDER BY comment.id LIMIT $4`,
      [teamId, opportunityId, after, limit],
    );
  }

  /** The latest comments of a team on an opportunity, the newest first. */
  latest(teamId: string, opportunityId: string, limit: number): Promise<CommentRow[]> {
    return this.database.query<CommentRow>(
      `SELECT ${COLUMNS} FROM opportunity_comments comment LEFT JOIN users ON users.id = comment.user_id
       WHERE team_id = $1 AND opportunity_id = $2 ORDER BY comment.id DESC LIMIT $3`,
      [teamId, opportunityId, limit],
    );
  }

  find(teamId: string, opportunityId: string, id: string): Promise<CommentRow | null> {
    return this.database.maybeOne<CommentRow>(
      `SELECT ${COLUMNS} FROM opportunity_comments comment LEFT JOIN users ON users.id = comment.user_id
       WHERE team_id = $1 AND opportunity_id = $2 AND comment.id = $3`,
      [teamId, opportunityId, id],
    );
  }

  /** @returns false if it was deleted before */
  async delete(teamId: string, id: string): Promise<boolean> {
    const sql = 'DELETE FROM opportunity_comments WHERE team_id = $1 AND id = $2';
    return (await this.database.execute(sql, [teamId, id])) > 0;
  }
}
