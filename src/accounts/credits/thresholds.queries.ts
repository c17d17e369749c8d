import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of the thresholds that teams were notified of. */
@Injectable()
export class ThresholdsQueries {
  constructor(private readonly database: Database) {}

  /** Records the notice of a threshold. @returns false if it or a higher one was recorded before */
  async note(subjectId: string, span: string, threshold: number): Promise<boolean> {
    const noted = await this.database.execute(
      `INSERT INTO spend_thresholds AS told (subject_id, span, threshold) VALUES ($1, $2, $3)
       ON CONFLICT (subject_id, span) DO UPDATE SET threshold = excluded.threshold, told_at = now()
       WHERE told.threshold < excluded.threshold`,
      [subjectId, span, threshold],
    );
    return noted === 1;
  }

  /** Deletes the thresholds of days that are over. @returns the number of rows */
  purgeDays(): Promise<number> {
    return this.database.execute(
      `DELETE FROM spend_thresholds WHERE span LIKE 'day %' AND told_at < now() - interval '2 days'`,
    );
  }
}
