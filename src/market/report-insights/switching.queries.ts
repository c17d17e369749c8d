import { Injectable } from '@nestjs/common';
import type { SwitchDirection } from '#analysis/switch.finder.js';
import { Database } from '#platform/database/database.js';
import type { StoredSwitching } from '#market/reports/switching.composer.js';

/** An edge between two products, from the report of one of them. */
export interface EdgeRow extends Omit<StoredSwitching, 'product_id'> {
  /** The product whose reviews make the claim. */
  reviewed_id: string;
  other_id: string;
  other_name: string;
  other_logo_url: string | null;
  direction: SwitchDirection;
}

/** SQL of the edges between products. */
@Injectable()
export class SwitchingQueries {
  constructor(private readonly database: Database) {}

  /** Whether the last report of a product has edges. Null without a report. */
  async isRead(productId: string): Promise<boolean | null> {
    const row = await this.database.maybeOne<{ is_read: boolean }>(
      `SELECT report.switching IS NOT NULL AS is_read
       FROM products product JOIN reports report ON report.id = product.report_id WHERE product.id = $1`,
      [productId],
    );
    return row?.is_read ?? null;
  }

  /** The edges of the last report of a product, and those to it in the last reports of other products. */
  findEdges(productId: string): Promise<EdgeRow[]> {
    return this.database.query<EdgeRow>(
      `SELECT product.id AS reviewed_id, other.id AS other_id, other.name AS other_name, other.logo_url AS other_logo_url,
              edge.direction, edge.reviews, edge.evidence
       FROM products product
       JOIN reports report ON report.id = product.report_id
       CROSS JOIN jsonb_to_recordset(report.switching) AS edge (product_id uuid, direction text, reviews int, evidence jsonb)
       JOIN products other ON other.id = edge.product_id
       WHERE product.id = $1
       UNION ALL
       SELECT product.id, product.id, product.name, product.logo_url, edge.direction, edge.reviews, edge.evidence
       FROM reports report
       JOIN products product ON product.report_id = report.id
       CROSS JOIN jsonb_to_recordset(report.switching) AS edge (product_id uuid, direction text, reviews int, evidence jsonb)
       WHERE report.switching @> jsonb_build_array(jsonb_build_object('product_id', $1::text)) AND edge.product_id = $1`,
      [productId],
    );
  }
}
