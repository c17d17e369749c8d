import { Injectable } from '@nestjs/common';
import { HIDDEN_NAME } from '#analysis/contacts/name.mask.js';
import { ReportErasureQueries } from './report-erasure.queries.js';

/** Takes the names of erased people from the quotes of reports. */
@Injectable()
export class ReportErasure {
  constructor(private readonly queries: ReportErasureQueries) {}

  /** Masks names, as they were written, in what reports quote of these reviews. */
  async erase(reviewIds: readonly string[], names: readonly string[]): Promise<void> {
    if (reviewIds.length === 0) return;
    for (const name of names) await this.queries.replace(reviewIds, name, HIDDEN_NAME);
  }
}
