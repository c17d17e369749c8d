import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** The pitch of a team to the writer of a text. */
export interface PersonalPitch {
  id: string;
  markdown: string;
}

/** SQL of the erasure of names from pitches. */
@Injectable()
export class PitchesErasureQueries {
  constructor(private readonly database: Database) {}

  /** The pitches, of all teams, about these texts and opportunities. */
  find(textIds: readonly string[], opportunityIds: readonly string[]): Promise<PersonalPitch[]> {
    return this.database.query<PersonalPitch>(
      `SELECT pitch.id, pitch.markdown FROM pitches pitch JOIN opportunities opportunity ON opportunity.id = pitch.opportunity_id
       WHERE opportunity.review_id = ANY($1) OR opportunity.post_id = ANY($1) OR opportunity.id = ANY($2) ORDER BY pitch.id`,
      [textIds, opportunityIds],
    );
  }

  async update(pitches: readonly PersonalPitch[]): Promise<void> {
    await this.database.execute(
      `UPDATE pitches SET markdown = masked.markdown FROM jsonb_to_recordset($1) AS masked (id uuid, markdown text)
       WHERE pitches.id = masked.id`,
      [JSON.stringify(pitches)],
    );
  }
}
