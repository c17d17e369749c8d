import { Injectable } from '@nestjs/common';
import type { TextKey } from '#market/writers/written-texts.types.js';
import { Database } from '#platform/database/database.js';

/** A text that is stored, and whether a team has paid for something about it. */
export interface StoredText extends TextKey {
  id: string;
  product_id: string | null;
  is_paid_for: boolean;
}

const PAID = `EXISTS (SELECT FROM unlocks WHERE opportunity_id = opportunity.id)
  OR EXISTS (SELECT FROM pitches WHERE opportunity_id = opportunity.id)
  OR opportunity.id::text IN (SELECT input ->> 'opportunityId' FROM runs WHERE state IN ('queued', 'running'))`;

const STORED = {
  reviews: `SELECT text.id, text.platform AS place, text.external_id, text.product_id, coalesce(${PAID}, false) AS is_paid_for
    FROM reviews text LEFT JOIN opportunities opportunity ON opportunity.review_id = text.id
    WHERE (text.platform, text.external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
  posts: `SELECT text.id, text.source AS place, text.external_id, NULL::uuid AS product_id, coalesce(${PAID}, false) AS is_paid_for
    FROM posts text LEFT JOIN opportunities opportunity ON opportunity.post_id = text.id
    WHERE (text.source, text.external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
} as const;

const BY_ADDRESS = {
  reviews: 'SELECT platform AS place, external_id FROM reviews WHERE review_url = $1',
  posts: 'SELECT source AS place, external_id FROM posts WHERE url = $1',
} as const;

/** SQL of the erasure of texts. */
@Injectable()
export class TextErasureQueries {
  constructor(private readonly database: Database) {}

  /** The stored texts among these. */
  find(kind: keyof typeof STORED, texts: readonly TextKey[]): Promise<StoredText[]> {
    return this.database.query<StoredText>(`${STORED[kind]} ORDER BY text.id`, [
      texts.map(({ place }) => place),
      texts.map(({ external_id }) => external_id),
    ]);
  }

  /** The texts with this address. */
  findByAddress(kind: keyof typeof BY_ADDRESS, url: string): Promise<TextKey[]> {
    return this.database.query<TextKey>(BY_ADDRESS[kind], [url]);
  }
}
