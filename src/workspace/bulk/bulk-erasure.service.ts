import { Injectable } from '@nestjs/common';
import { BulkErasureQueries } from './bulk-erasure.queries.js';

/** Erases the answers of bulk jobs that name a person. */
@Injectable()
export class BulkErasure {
  constructor(private readonly queries: BulkErasureQueries) {}

  /** Deletes the data that items about these texts and opportunities have revealed or drafted, of all teams. */
  erase({ textIds, opportunityIds }: { textIds: readonly string[]; opportunityIds: readonly string[] }): Promise<void> {
    return this.queries.deleteAnswers(textIds, opportunityIds);
  }
}
