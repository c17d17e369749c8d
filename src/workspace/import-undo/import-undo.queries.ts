import { Injectable } from '@nestjs/common';
import type { ImportedTable } from '#market/imports/imported-rows.service.js';
import { Database } from '#platform/database/database.js';

/** Why an undo leaves a record. */
export const STAY_REASONS = ['changed_later', 'unlocked', 'pitched', 'being_bought', 'being_read', 'in_use'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

/** A record that an import inserted. Without a reason, an undo removes it. */
export interface Standing {
  id: string;
  reason: StayReason | null;
}

const OPEN_RUNS = `SELECT input ->> 'opportunityId' AS opportunity_id FROM runs WHERE state IN ('queued', 'running')`;

const TEXT_REASON = `
    WHEN EXISTS (SELECT FROM unlocks WHERE opportunity_id = opportunity.id) THEN 'unlocked'
    WHEN EXISTS (SELECT FROM pitches WHERE opportunity_id = opportunity.id) THEN 'pitched'
    WHEN opportunity.id::text IN (SELECT opportunity_id FROM open_runs) THEN 'being_bought'`;

/** The reason for which each row named `imported` stays, and its other tables. The import is $1. */
const STANDINGS: Record<ImportedTable, string> = {
  reviews: `
    SELECT imported.id, CASE
      WHEN imported.changed_by IS DISTINCT FROM $1 THEN 'changed_later' ${TEXT_REASON}
      WHEN product.report_status = 'generating' THEN 'being_read' END AS reason
    FROM reviews imported JOIN products product ON product.id = imported.product_id
    LEFT JOIN opportunities opportunity ON opportunity.review_id = imported.id`,
  posts: `
    SELECT imported.id, CASE WHEN imported.changed_by IS DISTINCT FROM $1 THEN 'changed_later' ${TEXT_REASON} END AS reason
    FROM posts imported LEFT JOIN opportunities opportunity ON opportunity.post_id = imported.id`,
  products: `
    SELECT imported.id, CASE
      WHEN imported.changed_by IS DISTINCT FROM $1 THEN 'changed_later'
      WHEN EXISTS (SELECT FROM reviews WHERE product_id = imported.id)
        OR EXISTS (SELECT FROM reports WHERE product_id = imported.id)
        OR EXISTS (SELECT FROM follows WHERE product_id = imported.id)
        OR EXISTS (SELECT FROM opportunities WHERE product_id = imported.id)
        OR imported.report_status = 'generating' THEN 'in_use' END AS reason
    FROM products imported`,
};

/** SQL of the undo of imports. */
@Injectable()
export class ImportUndoQueries {
  constructor(private readonly database: Database) {}

  /** The standing of these rows of an import. */
  standingsOf(table: ImportedTable, importId: number, ids: readonly string[]): Promise<Standing[]> {
    return this.database.query<Standing>(
      `WITH open_runs AS MATERIALIZED (${OPEN_RUNS})
       ${STANDINGS[table]} WHERE imported.inserted_by = $1 AND imported.id = ANY($2)`,
      [importId, ids],
    );
  }

  /** How many rows of an import stay for each reason; null for those that an undo removes. */
  countStandings(table: ImportedTable, importId: number): Promise<{ reason: StayReason | null; count: number }[]> {
    return this.database.query<{ reason: StayReason | null; count: number }>(
      `WITH open_runs AS MATERIALIZED (${OPEN_RUNS})
       SELECT reason, count(*) AS count FROM (${STANDINGS[table]} WHERE imported.inserted_by = $1) standing
       GROUP BY reason ORDER BY reason`,
      [importId],
    );
  }

  /** The products of reviews. */
  async productIdsOf(reviewIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ product_id: string }>(
      'SELECT DISTINCT product_id FROM reviews WHERE id = ANY($1)',
      [reviewIds],
    );
    return rows.map(({ product_id }) => product_id);
  }
}
