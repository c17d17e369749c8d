import { StatementMigration } from '../statement.migration.js';

/** The interval that the operator wants for a source, which counts again when the teams that want it more often are gone. */
export class KeepIntervalsOfOperators1797900600000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE sources ADD COLUMN operator_interval_seconds integer`,
    `UPDATE sources SET operator_interval_seconds = interval_seconds WHERE is_operators`,
  ];
  override readonly backward = ['ALTER TABLE sources DROP COLUMN operator_interval_seconds'];
}
