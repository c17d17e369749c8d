import { StatementMigration } from '../statement.migration.js';

/** An import whose process died goes on in a further attempt, and the process that was thought dead writes nothing more. */
export class CountAttemptsOfImports1797900300000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE imports ADD COLUMN attempts integer DEFAULT 1 NOT NULL'];
  override readonly backward = ['ALTER TABLE imports DROP COLUMN attempts'];
}
