import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { MAY_BE_CONTACTED } from '#workspace/unlocks/contact-terms.condition.js';
import type { Pitch } from './pitch.entity.js';
import { FREE_REDRAFT_HOURS, type PitchBrief } from './pitch.types.js';

/** A pitch to be stored. */
export type NewPitch = Omit<Pitch, 'createdAt' | 'redraftOf'> & { redraftOf?: string };

/** A stored pitch. */
export type StoredPitch = Omit<RowOf<Pitch>, 'team_id' | 'engine' | 'redraft_of'>;

/** The filters of pitches. Fields that are left out select all. */
export interface PitchSelection {
  opportunityId?: string;
  since?: Date;
}

/** What is known of an opportunity before it is drafted, and whether its writer may be contacted. */
export type PitchMaterial = Omit<PitchBrief, 'parts' | 'features' | 'sender'> & {
  isContactable: boolean;
};

type MaterialRow = Omit<PitchBrief, 'parts' | 'features' | 'frustrationTier' | 'painPoints' | 'writer'> & {
  is_contactable: boolean;
  frustration_tier: PitchBrief['frustrationTier'];
  pain_points: PitchBrief['painPoints'];
  name: string | null;
  writer_title: string | null;
  company: string | null;
};

const COLUMNS = 'id, opportunity_id, channels, features, markdown, confidence, created_at';

/** SQL of the pitch history, and of the material for a pitch. */
@Injectable()
export class PitchesQueries {
  constructor(private readonly database: Database) {}

  /** The text, its analysis and its writer. Null for an unknown opportunity. */
  async materialOf(opportunityId: string): Promise<PitchMaterial | null> {
    const row = await this.database.prepared.maybeOne<MaterialRow>(
      `SELECT opportunity.source, review.platform, post.forum_community AS community,
              coalesce(product.name, post.product_name) AS product, review.title, coalesce(review.text, post.text) AS text,
              ${MAY_BE_CONTACTED} AS is_contactable, review.rating, opportunity.frustration_tier, opportunity.pain_points,
              coalesce(review.reviewer_name, post.author_name) AS name,
              coalesce(review.reviewer_title, post.author_title) AS writer_title,
              coalesce(review.reviewer_company, post.author_company_name) AS company
       FROM opportunities opportunity
       LEFT JOIN reviews review ON review.id = opportunity.review_id
       LEFT JOIN posts post ON post.id = opportunity.post_id
       LEFT JOIN products product ON product.id = opportunity.product_id
       WHERE opportunity.id = $1`,
      [opportunityId],
    );
    if (!row) return null;
    const { name, writer_title: title, company, frustration_tier, pain_points, is_contactable, ...said } = row;
    const writer = { name, title, company };
    return {
      ...{ ...said, frustrationTier: frustration_tier, painPoints: pain_points, writer },
      isContactable: is_contactable,
    };
  }

  /** Stores a pitch. It was paid for if the pitch that it redrafts had a redraft before. */
  async insert(pitch: NewPitch): Promise<void> {
    await this.database.prepared.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, features, markdown, engine, confidence, redraft_of)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN NOT EXISTS (SELECT FROM pitches WHERE redraft_of = $9) THEN $9::uuid END`,
      [
        ...[pitch.id, pitch.teamId, pitch.opportunityId, pitch.channels, pitch.features, pitch.markdown],
        ...[pitch.engine, pitch.confidence, pitch.redraftOf ?? null],
      ],
    );
  }

  /** The id of the team's last paid pitch for an opportunity, if a redraft of it is free. Null without one. */
  async findRedraftable(teamId: string, opportunityId: string): Promise<string | null> {
    const row = await this.database.prepared.maybeOne<{ id: string; is_redrafted: boolean }>(
      `SELECT id, EXISTS (SELECT FROM pitches redraft WHERE redraft.redraft_of = pitches.id) AS is_redrafted FROM pitches
       WHERE team_id = $1 AND opportunity_id = $2 AND redraft_of IS NULL AND created_at > now() - make_interval(hours => $3)
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [teamId, opportunityId, FREE_REDRAFT_HOURS],
    );
    return row && !row.is_redrafted ? row.id : null;
  }

  /** The team's pitches, newest first. */
  list(teamId: string, opportunityId: string | null, limit: number, offset: number): Promise<StoredPitch[]> {
    return this.database.query<StoredPitch>(
      `SELECT ${COLUMNS} FROM pitches
       WHERE team_id = $1 ${opportunityId === null ? 'AND $2::uuid IS NULL' : 'AND opportunity_id = $2'}
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [teamId, opportunityId, limit, offset],
    );
  }

  /** The SELECT of the first `limit` pitches of a team, the oldest first. It returns a `StoredPitch` for each. */
  allStatement(teamId: string, { opportunityId, since }: PitchSelection, limit: number) {
    const text = `SELECT ${COLUMNS} FROM pitches
      WHERE team_id = $1 AND ($2::uuid IS NULL OR opportunity_id = $2) AND ($3::timestamptz IS NULL OR created_at >= $3)
      ORDER BY created_at, id LIMIT $4`;
    return { text, values: [teamId, opportunityId ?? null, since ?? null, limit] };
  }

  find(teamId: string, id: string): Promise<StoredPitch | null> {
    return this.database.prepared.maybeOne<StoredPitch>(
      `SELECT ${COLUMNS} FROM pitches WHERE id = $1 AND team_id = $2`,
      [id, teamId],
    );
  }
}
