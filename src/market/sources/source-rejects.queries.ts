import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

const KEPT_DAYS = 30;

/** SQL of the end of items that could not be read. */
@Injectable()
export class SourceRejectsQueries {
  constructor(private readonly database: Database) {}

  /** Deletes the items that contain one of these texts, in any case. */
  async deleteContaining(texts: readonly string[]): Promise<void> {
    await this.database.execute(
      `DELETE FROM source_rejects
       WHERE EXISTS (SELECT FROM unnest($1::text[]) piece WHERE strpos(lower(raw::text), lower(piece)) > 0)`,
      [texts],
    );
  }

  /** Deletes items after 30 days. @returns their number */
  purge(): Promise<number> {
    return this.database.execute(`DELETE FROM source_rejects WHERE at < now() - make_interval(days => ${KEPT_DAYS})`);
  }
}
