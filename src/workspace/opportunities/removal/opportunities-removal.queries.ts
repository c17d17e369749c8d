import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { TEXT_ID } from '../detection/detection.queries.js';

/** An opportunity of a text that is being removed. */
export interface RemovedOpportunity {
  id: string;
  product_id: string | null;
  repost_key: string | null;
}

/** SQL of the removal of opportunities. */
@Injectable()
export class OpportunitiesRemovalQueries {
  constructor(private readonly database: Database) {}

  /** Locks the opportunities of texts. A purchase that refers to one waits, and then finds none. */
  async lock(kind: keyof typeof TEXT_ID, textIds: readonly string[]): Promise<void> {
    await this.database.query(`SELECT FROM opportunities WHERE ${TEXT_ID[kind]} = ANY($1) ORDER BY id FOR UPDATE`, [
      textIds,
    ]);
  }

  /** Deletes the opportunities of texts, with triage, matches and inbox items. */
  delete(kind: keyof typeof TEXT_ID, textIds: readonly string[]): Promise<RemovedOpportunity[]> {
    return this.database.query<RemovedOpportunity>(
      `DELETE FROM opportunities WHERE ${TEXT_ID[kind]} = ANY($1) RETURNING id, product_id, repost_key`,
      [textIds],
    );
  }

  /** Forgets the ids of opportunities that were removed long ago. @returns their number */
  purge(days: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM opportunity_removals WHERE removed_at < now() - make_interval(days => $1)`,
      [days],
    );
  }

  /** Takes the words of the texts out of their opportunities. */
  async empty(kind: keyof typeof TEXT_ID, textIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE opportunities SET pain_points = $2::jsonb, search_text = '', repost_key = NULL WHERE ${TEXT_ID[kind]} = ANY($1)`,
      [textIds, JSON.stringify({ summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' })],
    );
  }
}
