import { Injectable } from '@nestjs/common';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import { Database } from '#platform/database/database.js';
import { TEXT_ID } from '../detection/detection.queries.js';

/** An opportunity of a text that is being removed. */
export interface RemovedOpportunity {
  id: string;
  product_id: string | null;
  repost_key: string | null;
}

/** What an opportunity says of its text. */
export interface ReadOpportunity {
  id: string;
  pain_points: PainPointsAnalysis;
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

  /** What the opportunities of texts say. They stay locked until the transaction ends. */
  findRead(kind: keyof typeof TEXT_ID, textIds: readonly string[]): Promise<ReadOpportunity[]> {
    return this.database.query<ReadOpportunity>(
      `SELECT id, pain_points FROM opportunities WHERE ${TEXT_ID[kind]} = ANY($1) ORDER BY id FOR UPDATE`,
      [textIds],
    );
  }

  /** Replaces what opportunities say. Nothing else of their texts stays. */
  async replaceRead(opportunities: readonly ReadOpportunity[]): Promise<void> {
    await this.database.execute(
      `UPDATE opportunities SET pain_points = line.pain_points, search_text = '', repost_key = NULL
       FROM jsonb_to_recordset($1) AS line (id uuid, pain_points jsonb) WHERE opportunities.id = line.id`,
      [JSON.stringify(opportunities)],
    );
  }
}
