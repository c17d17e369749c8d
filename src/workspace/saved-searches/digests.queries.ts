import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { SavedSearch } from './saved-search.entity.js';

/** A search whose matches are mailed. */
export type MailedSearch = Pick<RowOf<SavedSearch>, 'id' | 'team_id' | 'name' | 'deliver'>;

/** A digest that is due: the searches that one person gets at one time. */
export interface DueDigest {
  teamId: string;
  userId: string;
  dueAt: Date;
  searches: readonly MailedSearch[];
}

/** An opportunity of a digest. `total` counts all opportunities of the digest. */
export interface DigestRow {
  opportunity_id: string;
  search_ids: string[];
  total: number;
}

const KEEP_DAYS = 90;

/** SQL of digests. */
@Injectable()
export class DigestsQueries {
  constructor(private readonly database: Database) {}

  findMailed(): Promise<MailedSearch[]> {
    return this.database.query<MailedSearch>(
      `SELECT id, team_id, name, deliver FROM saved_searches
       WHERE is_enabled AND deliver->'email' <> 'null' ORDER BY id`,
    );
  }

  /** The due digests that were already mailed or had no matches, as `team user due` texts. */
  async findMade(digests: readonly DueDigest[]): Promise<Set<string>> {
    const rows = await this.database.query<{ team_id: string; user_id: string; due_at: Date }>(
      `SELECT team_id, user_id, due_at FROM digests
       JOIN unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS due (team_id, user_id, due_at) USING (team_id, user_id, due_at)`,
      [digests.map(({ teamId }) => teamId), digests.map(({ userId }) => userId), digests.map(({ dueAt }) => dueAt)],
    );
    return new Set(rows.map(({ team_id, user_id, due_at }) => `${team_id} ${user_id} ${due_at.toISOString()}`));
  }

  /** The best opportunities that no digest has sent to the person: the most frustrated, then the newest. */
  findBest({ userId, dueAt, searches }: DueDigest, most: number): Promise<DigestRow[]> {
    return this.database.query<DigestRow>(
      `SELECT opportunity.id AS opportunity_id, array_agg(match.search_id ORDER BY match.search_id) AS search_ids,
              count(*) OVER ()::integer AS total
       FROM digest_recipients recipient
       JOIN saved_search_matches match ON match.search_id = recipient.search_id
         AND match.matched_at > recipient.told_until AND match.matched_at <= $3
       JOIN opportunities opportunity ON opportunity.id = match.opportunity_id
       WHERE recipient.user_id = $1 AND recipient.search_id = ANY($2)
       GROUP BY opportunity.id
       ORDER BY opportunity.frustration_rank DESC, opportunity.created_at DESC, opportunity.id DESC LIMIT $4`,
      [userId, searches.map(({ id }) => id), dueAt, most],
    );
  }

  /** Records a digest. @returns false if another process has recorded the digest */
  async insert({ teamId, userId, dueAt }: DueDigest, opportunities: number): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO digests (team_id, user_id, due_at, opportunities) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [teamId, userId, dueAt, opportunities],
    );
    return inserted === 1;
  }

  /** Records that a person has received the matches of searches up to a time, or up to now if that is earlier. What was told stays told. */
  async noteSent({ userId, dueAt, searches }: DueDigest): Promise<void> {
    await this.database.execute(
      `UPDATE digest_recipients SET told_until = greatest(told_until, least($3::timestamptz, now())) WHERE user_id = $1 AND search_id = ANY($2)`,
      [userId, searches.map(({ id }) => id), dueAt],
    );
  }

  /** Makes these people the recipients of a search. New recipients receive the matches from now on. */
  async setRecipients(searchId: string, userIds: readonly string[]): Promise<void> {
    await this.database.execute('DELETE FROM digest_recipients WHERE search_id = $1 AND user_id <> ALL($2)', [
      searchId,
      userIds,
    ]);
    await this.database.execute(
      `INSERT INTO digest_recipients (search_id, user_id) SELECT $1, id FROM users WHERE id = ANY($2) ON CONFLICT DO NOTHING`,
      [searchId, userIds],
    );
  }

  /** Removes a person from the digests of a team. Without a recipient a search mails nothing. @returns the searches */
  removeRecipient(teamId: string, userId: string): Promise<Pick<MailedSearch, 'id' | 'name'>[]> {
    return this.database.query<Pick<MailedSearch, 'id' | 'name'>>(
      'SELECT id, name FROM remove_digest_recipient($1, $2)',
      [teamId, userId],
    );
  }

  /** @returns the number of digests */
  purge(): Promise<number> {
    return this.database.execute(`DELETE FROM digests WHERE created_at < now() - make_interval(days => ${KEEP_DAYS})`);
  }
}
