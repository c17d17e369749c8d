import { StatementMigration } from '../statement.migration.js';

/** Sources whose texts are a recording that came with the sample: nothing was fetched for them yet. */
export class MarkRecordedSources1797300000000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE sources ADD COLUMN is_recording boolean DEFAULT false NOT NULL`,
    `ALTER TABLE sources ADD CONSTRAINT ck_sources_recording CHECK (NOT is_recording OR state IN ('paused', 'removed'))`,
  ];
  override readonly backward = ['ALTER TABLE sources DROP is_recording'];
}
