import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { InboxItem } from './inbox-item.entity.js';

export type InboxRow = RowOf<InboxItem>;

/** An item to be added. With `replaces`, an existing item about the same subject gets the title. */
export type NewItem = Pick<InboxRow, 'id' | 'team_id' | 'kind' | 'subject' | 'title' | 'path'> & {
  opportunity_id?: string;
  replaces: boolean;
};

/** A match to be added. */
export interface NewMatchItem {
  id: string;
  team_id: string;
  opportunity_id: string;
  saved_search_ids: string[];
}

/** An item with a title of its own. */
export interface TitledItem {
  id: string;
  title: string;
}

/** A team event that makes an item. */
export interface InboxEvent {
  id: string;
  team_id: string;
  type: string;
  data: Record<string, unknown>;
}

const KEEP_DAYS = 90;
/** The notice of a report comes within seconds. */
const KEEP_SEEN_DAYS = 1;

/** An item that is about no report, or about one that the team has not opened. */
const UNSEEN = `NOT EXISTS (SELECT FROM seen_reports seen
         WHERE item.kind = 'report' AND seen.team_id = item.team_id AND seen.report_id::text = item.subject)`;

/** SQL of the inbox. */
@Injectable()
export class InboxQueries {
  constructor(private readonly database: Database) {}

  /**
   * Adds items, but none about a report that the team has opened or an opportunity that is gone. An existing item about the same
   * subject is kept.
   */
  async insert(items: readonly NewItem[]): Promise<void> {
    await this.database.execute(
      `WITH item AS (
         SELECT * FROM jsonb_to_recordset($1) AS item
           (id uuid, team_id uuid, kind text, subject text, title text, path text, opportunity_id uuid, replaces boolean)),
       -- Locked, so that a removal either has ended before, or takes the item away, too.
       opportunity AS (
         SELECT id FROM opportunities WHERE id IN (SELECT opportunity_id FROM item) ORDER BY id FOR KEY SHARE)
       INSERT INTO inbox_items (id, team_id, kind, subject, title, path, opportunity_id)
       SELECT id, team_id, kind, subject, title, path, opportunity_id FROM item
       WHERE NOT replaces AND (opportunity_id IS NULL OR opportunity_id IN (SELECT id FROM opportunity)) AND ${UNSEEN}
       ON CONFLICT (team_id, kind, subject) DO NOTHING`,
      [JSON.stringify(items)],
    );
    await this.database.execute(
      `INSERT INTO inbox_items (id, team_id, kind, subject, title, path)
       SELECT id, team_id, kind, subject, title, path
       FROM jsonb_to_recordset($1) AS item (id uuid, team_id uuid, kind text, subject text, title text, path text, replaces boolean)
       WHERE replaces AND ${UNSEEN}
       ON CONFLICT (team_id, kind, subject) DO UPDATE SET title = excluded.title`,
      [JSON.stringify(items)],
    );
  }

  /** Adds opportunities, or adds the searches to existing items. */
  async insertMatches(items: readonly NewMatchItem[]): Promise<void> {
    await this.database.execute(
      `INSERT INTO inbox_items AS known (id, team_id, kind, subject, opportunity_id, saved_search_ids, path)
       SELECT id, team_id, 'opportunity', opportunity_id, opportunity_id, saved_search_ids, '/app/opportunities/' || opportunity_id
       FROM jsonb_to_recordset($1) AS item (id uuid, team_id uuid, opportunity_id uuid, saved_search_ids uuid[])
       ORDER BY team_id, opportunity_id
       ON CONFLICT (team_id, kind, subject) DO UPDATE SET saved_search_ids = ARRAY(
         SELECT DISTINCT unnest(known.saved_search_ids || excluded.saved_search_ids) ORDER BY 1)`,
      [JSON.stringify(items)],
    );
  }

  /** The team events among these with one of the types. */
  findEvents(ids: readonly string[], types: readonly string[]): Promise<InboxEvent[]> {
    return this.database.query<InboxEvent>(
      `SELECT id, team_id, type, (head || sequence || tail)::jsonb -> 'data' AS data
       FROM team_events WHERE id = ANY($1) AND type = ANY($2) ORDER BY sequence`,
      [ids, types],
    );
  }

  /** A page of a team's items, the newest first. */
  list(
    teamId: string,
    { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
  ): Promise<InboxRow[]> {
    return this.database.query<InboxRow>(
      `SELECT * FROM inbox_items
       WHERE team_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [teamId, after?.createdAt ?? null, after?.id ?? null, limit],
    );
  }

  /** The number of unread items, up to `limit`. */
  async countUnread(teamId: string, limit: number): Promise<number> {
    const [row] = await this.database.prepared.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM (SELECT FROM inbox_items WHERE team_id = $1 AND NOT is_read LIMIT $2) unread',
      [teamId, limit],
    );
    return row?.count ?? 0;
  }

  /** Marks an item. @returns the item, or null without one */
  mark(teamId: string, id: string, isRead: boolean): Promise<InboxRow | null> {
    return this.database.maybeOne<InboxRow>(
      'UPDATE inbox_items SET is_read = $3 WHERE team_id = $1 AND id = $2 RETURNING *',
      [teamId, id, isRead],
    );
  }

  /** Marks the item of the last report of a product. Without an item of a fresh report, none will be added. */
  async noteSeen(teamId: string, productId: string): Promise<void> {
    await this.database.execute(
      `WITH report AS (
         SELECT report_id AS id, report_generated_at AS generated_at FROM products WHERE id = $2 AND report_id IS NOT NULL),
       marked AS (
         UPDATE inbox_items item SET is_read = true FROM report
         WHERE item.team_id = $1 AND item.kind = 'report' AND item.subject = report.id::text RETURNING item.id)
       INSERT INTO seen_reports (team_id, report_id)
       SELECT $1, id FROM report
       WHERE generated_at > now() - make_interval(days => ${KEEP_SEEN_DAYS}) AND NOT EXISTS (SELECT FROM marked)
       ON CONFLICT DO NOTHING`,
      [teamId, productId],
    );
  }

  /** Deletes what is only of use until a notice comes. */
  async purgeSeen(): Promise<void> {
    await this.database.deleteInBatches('seen_reports', `seen_at < now() - make_interval(days => ${KEEP_SEEN_DAYS})`);
  }

  /** @returns the number of items that were not read before */
  markAll(teamId: string): Promise<number> {
    return this.database.execute('UPDATE inbox_items SET is_read = true WHERE team_id = $1 AND NOT is_read', [teamId]);
  }

  /** @returns the number of items */
  purge(): Promise<number> {
    return this.database.deleteInBatches('inbox_items', `created_at < now() - make_interval(days => ${KEEP_DAYS})`);
  }

  /** The mentions of all teams whose titles contain an address, in any case. They stay locked until the transaction ends. */
  findMentionsOf(address: string): Promise<TitledItem[]> {
    return this.database.query<TitledItem>(
      `SELECT id, title FROM inbox_items WHERE kind = 'mention' AND strpos(lower(title), lower($1)) > 0 ORDER BY id FOR UPDATE`,
      [address],
    );
  }

  async retitle(items: readonly TitledItem[]): Promise<void> {
    await this.database.execute(
      `UPDATE inbox_items SET title = item.title FROM jsonb_to_recordset($1) AS item (id uuid, title text)
       WHERE inbox_items.id = item.id`,
      [JSON.stringify(items)],
    );
  }

  /** Deletes the items of mentions in these comments. */
  async deleteMentions(mentions: readonly Pick<InboxRow, 'team_id' | 'subject'>[]): Promise<void> {
    await this.database.execute(
      `DELETE FROM inbox_items item USING jsonb_to_recordset($1) AS mention (team_id uuid, subject text)
       WHERE item.team_id = mention.team_id AND item.kind = 'mention' AND item.subject = mention.subject`,
      [JSON.stringify(mentions)],
    );
  }

  async deleteOf(teamId: string): Promise<void> {
    await this.database.execute('DELETE FROM inbox_items WHERE team_id = $1', [teamId]);
  }
}
